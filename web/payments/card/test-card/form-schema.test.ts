import { describe, expect, test } from 'vitest';
import {
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
  formatZip,
  isExpired,
  TestCardFields,
} from './form-schema.ts';

test('groups a card number in fours, up to 19 characters', () => {
  expect(formatCardNumber('')).toBe('');
  expect(formatCardNumber('42424')).toBe('4242 4');
  expect(formatCardNumber('4242-4242-4242-4242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('42424242424242429999')).toHaveLength(19);
  expect(formatCardNumber('card 4000')).toBe('4000');
});

test('formats an expiry as MM/YY and allows deleting it', () => {
  expect(['1', '12', '123', '1228', '12/28', '122899'].map(formatExpiry)).toEqual([
    '1',
    '12',
    '12/3',
    '12/28',
    '12/28',
    '12/28',
  ]);
  expect(['12/', '3', '3/28', '1/28'].map(formatExpiry)).toEqual(['12', '03', '03/28', '01/28']);
});

test('limits the length of the security code and ZIP', () => {
  expect(formatSecurityCode('12a34')).toBe('123');
  expect(formatZip('19147-1234')).toBe('19147');
});

describe('the form', () => {
  const good = {
    name: 'Dana Whitaker',
    number: '4242 4242 4242 4242',
    expiry: '12/34',
    securityCode: '123',
    zip: '19147',
  };
  const messages = (fields: object) =>
    TestCardFields.safeParse(fields).error?.issues.map((issue) => issue.message) ?? [];

  test('accepts a listed test card', () => expect(messages(good)).toEqual([]));

  test('accepts a test card whose bank does something later', () => {
    expect(messages({ ...good, number: '4000 0000 0000 5126' })).toEqual([]);
  });

  test('requires every field', () => {
    expect(messages({ name: ' ', number: '', expiry: '', securityCode: '', zip: '' })).toHaveLength(5);
  });

  test('rejects a number that is not a test card', () => {
    expect(messages({ ...good, number: '5555 5555 5555 4444' })).toEqual([
      "This isn't a test card. Please choose one of the test cards above.",
    ]);
  });

  test('rejects a month that does not exist', () => {
    expect(messages({ ...good, expiry: '13/34' })).toEqual(['Please enter a valid expiration date']);
  });

  test('rejects a month that has passed', () => {
    expect(messages({ ...good, expiry: '12/24' })).toEqual([
      'This expiration date has passed. Please check it, or use another card.',
    ]);
  });
});

test.each([
  ['11/26', '2026-11-30T23:59:00-05:00', false],
  ['11/26', '2026-12-01T00:00:00-05:00', true],
  ['10/26', '2026-11-01T00:00:00-04:00', true],
  ['12/26', '2026-12-31T23:59:00-05:00', false],
  ['12/26', '2027-01-01T00:00:00-05:00', true],
  ['01/27', '2026-12-31T23:59:00-05:00', false],
  ['03/27', '2027-03-31T23:59:00-04:00', false],
  ['03/27', '2027-04-01T00:00:00-04:00', true],
])('a card with %s at %s: expired is %s', (expiry, now, expired) => {
  expect(isExpired(expiry, new Date(now))).toBe(expired);
});
