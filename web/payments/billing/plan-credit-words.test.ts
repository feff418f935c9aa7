import { describe, expect, it } from 'vitest';
import { creditLineText, creditWords } from './plan-credit-words.ts';

const credit = { balance: '14.00', visits: [], isReturned: false };

describe('creditWords', () => {
  it('says what the credit does next', () => {
    expect(creditWords(credit)).toMatchObject({ amount: '14.00', text: expect.stringContaining('next charge') });
    expect(creditWords({ ...credit, isReturned: true })?.text).toContain('back to your card');
  });

  it('says what a small remainder does', () => {
    expect(creditWords({ ...credit, balance: '-0.20' })?.text).toBe(
      '$0.20 is added to your next charge: it was too small to charge.',
    );
    expect(creditWords({ ...credit, balance: '-0.20', isReturned: true })).toBeNull();
  });

  it('is silent without a credit', () => {
    expect(creditWords({ ...credit, balance: '0.00' })).toBeNull();
  });
});

describe('creditLineText', () => {
  it('shows the price of a month and the part that was not charged', () => {
    expect(creditLineText({ amount: '21.00', credit: '14.00' })).toBe('Price $35.00, plan credit −$14.00');
    expect(creditLineText({ amount: '0.00', credit: '35.00' })).toBe('Price $35.00, plan credit −$35.00');
    expect(creditLineText({ amount: '35.20', credit: '-0.20' })).toBe('Price $35.00, carried over $0.20');
  });

  it('is null for any other line', () => {
    expect(creditLineText({ amount: '35.00' })).toBeNull();
    expect(creditLineText({ amount: '35.00', credit: '0.00' })).toBeNull();
  });
});
