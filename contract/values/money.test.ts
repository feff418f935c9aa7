import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToText, textToCents } from './money.ts';
import { isListedPrice, planOfPrice, priceOfBags } from './prices.ts';

describe('money', () => {
  it('converts to text and back without losing a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents) => {
        expect(textToCents(centsToText(cents))).toBe(cents);
      }),
    );
  });

  it.each([
    ['45', 4500],
    ['45.5', 4550],
    ['45.50', 4550],
    [45, 4500],
    ['0.01', 1],
    [' 45 ', 4500],
    ['-0.01', -1],
    ['-0', 0],
  ])('reads %j as %d cents', (amount, cents) => {
    expect(textToCents(amount)).toBe(cents);
  });

  it.each([
    '',
    ' ',
    '45.001',
    '4,500',
    '1e3',
    'NaN',
    '$45',
    '123456789.00',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    45.001,
  ])('refuses %j', (amount) => {
    expect(textToCents(amount)).toBeNull();
  });

  it('writes two decimals, and refuses part of a cent', () => {
    expect([0, 5, -5, 4500].map(centsToText)).toEqual(['0.00', '0.05', '-0.05', '45.00']);
    expect(() => centsToText(0.5)).toThrow('not a whole number of cents: 0.5');
  });
});

describe('the price of bags', () => {
  it.each([
    [1, 3000],
    [4, 3000],
    [5, 4500],
    [8, 4500],
    [9, 5000],
    [10, 5000],
    [11, 10000],
    [25, 10000],
  ])('of %d bags is the smallest tier that fits them: %d cents', (bags, cents) => {
    expect(priceOfBags(bags)).toBe(cents);
  });

  it.each([0, -1, 26, 2.5, Number.NaN])('is null for %d bags', (bags) => {
    expect(priceOfBags(bags)).toBeNull();
  });

  it('belongs to the cheapest plan that costs as much, else to the largest', () => {
    expect([1, 3500, 3501, 15000, 15001].map((cents) => planOfPrice(cents).id)).toEqual([
      ...['basic', 'basic', 'clean-carry', 'premium', 'premium'],
    ]);
  });

  it('lists tier and plan prices', () => {
    expect([3000, 4500, 5000, 10000, 3500, 6000, 7500, 15000].every(isListedPrice)).toBe(true);
    expect(isListedPrice(4501)).toBe(false);
  });
});
