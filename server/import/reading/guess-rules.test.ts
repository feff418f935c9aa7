import { describe, expect, it } from 'vitest';
import { guessFields, hasHeaderRow, headerIndexOf } from './guess-rules.ts';

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

it.each([
  ['Name,"City, State, Zip",Address', ['name', 'city', 'address']],
  ['Address Line 1,Address Line 2,Address Line 3', ['street', 'unit', 'city']],
  ['Address 1,Address 2,Address 3,City', ['street', 'unit', null, 'city']],
  ['House #,Street Name,Apt #,Zip', ['houseNumber', 'street', 'unit', 'zip']],
  ['Addr Ln 1,Addr Ln 2,City', ['street', 'unit', 'city']],
  ['Street,Street (cont.),City', ['street', 'unit', 'city']],
  ['E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value', [null, 'email', null, 'phone']],
  ['Address,Address Extension,City', ['address', 'unit', 'city']],
  ['Street,Service Street 2,City', ['street', 'unit', 'city']],
  ['Customer,Bill to 1,Bill to 2,Bill to 3,City', ['name', null, null, null, 'city']],
  ['Customer,Bill to,Create Date', ['name', 'address', null]],
])('guesses %s', (header, fields) => {
  expect(named(...(header.match(/"[^"]*"|[^,]+/g) ?? []))).toEqual(fields);
});

it('guesses a column with values before an empty one of a better name', () => {
  const columns = [
    { name: 'Primary Phone', values: ['', ''] },
    { name: 'Mobile Phone', values: ['2155550107', ''] },
    { name: 'Changed', values: ['2026-01-02', '2026-01-03'] },
    { name: 'Place', values: ['Apt 2', '#3'] },
  ];
  expect(guessFields(columns)).toEqual([null, 'phone', null, 'unit']);
});

describe('lines as on an envelope', () => {
  const names = ['Customer', 'Bill to 1', 'Bill to 2', 'Bill to 3', 'Bill to 4', 'Ship to 1', 'Ship to 2', 'Ship to 3'];
  const guess = (...rows: readonly (readonly string[])[]) =>
    guessFields(names.map((name, at) => ({ name, values: rows.map((row) => row[at] ?? '') })));
  const home = ['Bee, Ann', 'Ann Bee', '7 Pine St', 'Apt 4', 'Philadelphia, PA 19106'];

  it('begin with the street and end with the city', () => {
    expect(guess(home)).toEqual(['name', null, 'street', 'unit', 'city', null, null, null]);
  });

  it('are those of the place that is delivered to, unless most rows have none', () => {
    const sent = [...home, 'Ann Bee', '8 Pine St', 'Media, PA 19063'];
    expect(guess(sent, home)).toEqual(['name', null, null, null, null, null, 'street', 'city']);
    expect(guess(sent, home, home)).toEqual(['name', null, 'street', 'unit', 'city', null, null, null]);
  });
});

it('finds names that begin with an ordinal number, but no house number', () => {
  expect(hasHeaderRow(['Name', '2nd Address'])).toBe(true);
  expect(hasHeaderRow(['Ann Lee', '2 Elm St'])).toBe(false);
});

it('guesses each field once', () => {
  expect(named('Email', 'Other email', 'Phone', 'Phone 2')).toEqual(['email', null, 'phone', null]);
});

it('distinguishes a row of names from a row of values', () => {
  expect(hasHeaderRow(['Name', 'Email', 'Phone'])).toBe(true);
  expect(hasHeaderRow(['Dana Walker', 'dana@example.com', '2155550107'])).toBe(false);
});

it.each([
  ...[
    'Street Address,Street Address 2',
    'Address Line 1,Address Line 2',
    'Address,Apt',
    'Address,Unit',
    'Street,Suite',
  ],
  ...['Service Street 1,Service Street 2', 'Address 1 - Street,Address 1 - Extended Address', 'Address1,Address2'],
  ...[
    'Address,Apt/Unit #',
    'Service Address,Service Address 2',
    'address_1,address_2',
    'Property Street,Property Unit',
  ],
  ...['Address,2nd Address Line', 'Address 1,Address Line Two', 'Home Street,Home Street 2', 'Line 1,Line 2'],
])('guesses a second address line: %s', (pair) => {
  const [street, unit, city] = named(...pair.split(','), 'City', 'State', 'Zip');
  expect([street === 'address' ? 'street' : street, unit, city]).toEqual(['street', 'unit', 'city']);
});

it('guesses the address where we work before the one of the bill, and no fact about a value', () => {
  expect(named('Billing Street 1', 'Billing City', 'Service Street 1', 'Service Street 2', 'Service City')).toEqual([
    ...[null, null, 'street', 'unit', 'city'],
  ]);
  expect(named('Mailing Address', 'Mailing City', 'Job Address 1', 'Job City', 'Job Zip')).toEqual([
    ...[null, null, 'street', 'city', 'zip'],
  ]);
  expect(named('Bill address', 'Email')).toEqual(['address', 'email']);
  expect(named('Email Subscription Status', 'Email Opt-in', 'Phone 1 - Label', 'Plan Status', 'Created Date')).toEqual([
    ...[null, null, null, null, null],
  ]);
});

it('finds the row of column names below the titles of a report', () => {
  const names = ['Customer full name', 'Phone numbers', 'Email', 'Bill address'];
  expect(headerIndexOf([['Customer Contact List', '', '', ''], ['Curbside Haulers LLC'], names])).toBe(2);
  expect(headerIndexOf([['Dana Walker', 'dana@example.com', '2155550107']])).toBeNull();
});
