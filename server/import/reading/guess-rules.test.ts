import { expect, it } from 'vitest';
import { guessFields, hasHeaderRow } from './guess-rules.ts';

const named = (...names: string[]) => guessFields(names.map((name) => ({ name, values: [] })));

it('guesses what columns hold from their names', () => {
  expect(
    named('First Name', 'Last Name', 'E-Mail Address', 'Cell Phone', 'Service Address', 'City', 'ST', 'Zip'),
  ).toEqual([...['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'state', 'zip']]);
  expect(named('customer_name', 'emailAddress', 'mobile', 'street', 'Plan', 'Pickup day', 'Time window')).toEqual([
    ...['name', 'email', 'phone', 'street', 'package', 'days', 'time'],
  ]);
  expect(named('User Name', 'Add-ons', 'Start date', 'Special instructions', 'Balance')).toEqual([
    ...['username', 'extras', 'startDate', 'note', null],
  ]);
});

it('guesses from the values where no name helps', () => {
  const columns = [
    ['Dana Walker', 'Ann Lee', 'Raj Patel'],
    ['dana@example.com', '', 'raj@example.com'],
    ['(215) 555-0107', '2155550108', 'n/a'],
    ['1127 S 9th St', '12 Elm St', '5 Oak Ave'],
    ['19147', '19147', '08103'],
    ['Basic', 'Premium', 'none'],
    ['Mon', 'Friday', 'tue'],
    ['x', 'y', 'z'],
  ];
  expect(guessFields(columns.map((values) => ({ name: null, values })))).toEqual([
    ...['name', 'email', 'phone', 'address', 'zip', 'package', 'days', null],
  ]);
});

it('guesses each field once', () => {
  expect(named('Email', 'Other email', 'Phone', 'Phone 2')).toEqual(['email', null, 'phone', null]);
});

it('distinguishes a row of names from a row of values', () => {
  expect(hasHeaderRow(['Name', 'Email', 'Phone'])).toBe(true);
  expect(hasHeaderRow(['Dana Walker', 'dana@example.com', '2155550107'])).toBe(false);
});
