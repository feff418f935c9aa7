import { describe, expect, it } from 'vitest';
import { formatPhoneAsTyped, normalizePhone, telHref } from './phone.ts';

describe('formatPhoneAsTyped', () => {
  it.each([
    ['', ''],
    ['2', '2'],
    ['215', '215'],
    ['2155', '(215) 5'],
    ['215555', '(215) 555'],
    ['2155550107', '(215) 555-0107'],
    ['215555010799', '(215) 555-0107'],
    ['+1 (215) 555-0107', '(215) 555-0107'],
    ['1', ''],
    ['+1', ''],
    ['1215', '215'],
    ['12155550107', '(215) 555-0107'],
    ['112155550107', '(215) 555-0107'],
    ['abc', ''],
  ])('%s → %s', (typed, shown) => {
    expect(formatPhoneAsTyped(typed)).toBe(shown);
    expect(formatPhoneAsTyped(shown)).toBe(shown);
  });

  it('ends as a valid number when typed key by key with a leading 1', () => {
    const shown = [...'1-215-555-0107'].reduce((value, key) => formatPhoneAsTyped(value + key), '');
    expect(shown).toBe('(215) 555-0107');
    expect(normalizePhone(shown)).toBe(shown);
  });

  it('never shows more than 14 characters', () => {
    for (let length = 0; length < 20; length++) {
      expect(formatPhoneAsTyped('29876543219876543210'.slice(0, length)).length).toBeLessThanOrEqual(14);
    }
  });
});

describe('normalizePhone', () => {
  it.each([
    ['(555) 123-4567', '(555) 123-4567'],
    ['+1 215.555.0107', '(215) 555-0107'],
    ['1 215 555 0107', '(215) 555-0107'],
  ])('accepts %s', (input, expected) => expect(normalizePhone(input)).toBe(expected));

  it.each([
    '',
    '123',
    '1155550107',
    '0155550107',
    '215555010',
    '21555501070',
    '215-CALL-NOW',
    '+44 215 555 0107',
    'x2155550107',
    '2155550107x',
    '12155550',
    '22155550107',
  ])('refuses %s', (input) => expect(normalizePhone(input)).toBeNull());
});

it('telHref leaves only what a phone dials', () => {
  expect(telHref('(215) 555-0142')).toBe('tel:2155550142');
  expect(telHref('+1 215 555 0142')).toBe('tel:+12155550142');
});
