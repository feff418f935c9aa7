import { describe, expect, it } from 'vitest';
import { deleteLabel, fileNameOf, goodbyeText, pickupDayText, pickupRefundText, planTexts } from './words.ts';

describe("the words of a customer's own data", () => {
  it('name the file', () => {
    const now = new Date('2026-11-26T03:00:00Z');
    expect(fileNameOf('Stoop', 'csv', now)).toBe('stoop-data-2026-11-25.zip');
    expect(fileNameOf('Curb & Co.', 'json', now)).toBe('curb-co--data-2026-11-25.json');
  });

  it('say what a pickup refunds', () => {
    expect(pickupDayText({ day: '2026-12-02' })).toBe('Wed, Dec 2');
    expect(pickupDayText({ day: null })).toBe('No date yet');
    expect(pickupRefundText({ paid: null, refund: '0.00' })).toBe('Not paid');
    expect(pickupRefundText({ paid: '45.00', refund: '0.00' })).toBe('No refund');
    expect(pickupRefundText({ paid: '45.00', refund: '22.50' })).toBe('$22.50 back');
  });

  it('say what happens to the plan', () => {
    const plan = { name: 'Basic', paidUntil: '2026-12-20T17:00:00Z', visits: 2, credit: '7.00' };
    expect(planTexts(plan)).toEqual([
      "You won't be charged again. Its next 2 visits are cancelled.",
      expect.stringContaining("You've paid until Sun, Dec 20."),
      'Your plan credit of $7.00 goes back to your card.',
    ]);
    expect(planTexts({ ...plan, paidUntil: null, visits: 1, credit: '0.00' })).toEqual([
      "You won't be charged again. Its next visit is cancelled.",
    ]);
  });

  it('name the consequence', () => {
    expect(deleteLabel({ refund: '0.00' })).toBe('Delete my account');
    expect(deleteLabel({ refund: '112.50' })).toBe('Delete and refund $112.50');
    expect(goodbyeText({ refund: '0.00' })).toBe('Your account is deleted.');
    expect(goodbyeText({ refund: '22.50' })).toBe('Your account is deleted. $22.50 is on its way back to your card.');
  });
});
