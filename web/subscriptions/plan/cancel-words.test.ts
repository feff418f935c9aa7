import { describe, expect, it } from 'vitest';
import { cancelFacts, cancelledText } from './cancel-words.ts';

const today = '2026-11-25';
const endsAt = '2026-12-25T17:00:00.000Z';
const preview = { endsAt, visits: ['2026-11-26', '2026-12-04', '2026-12-11'], credit: '0.00', dropsPending: false };

describe('the facts of a cancellation', () => {
  it('name the end, every pickup until then, and that nothing more is charged', () => {
    expect(cancelFacts(preview, 'mine', today)).toEqual([
      'Your plan ends on Friday, December 25.',
      '3 more pickups: Tomorrow; Fri, Dec 4 and Fri, Dec 11.',
      "Your card isn't charged again.",
      'You can change your mind until then.',
    ]);
  });

  it("name the credit that is refunded, and the plan that doesn't begin", () => {
    const facts = cancelFacts({ ...preview, visits: [], credit: '8.75', dropsPending: true }, 'staff', today);
    expect(facts).toEqual([
      'The plan ends on Friday, December 25.',
      'There are no pickups before then.',
      "The card isn't charged again.",
      'The unused credit of $8.75 is refunded to the card when the plan ends.',
      "The plan change set for next month won't happen.",
    ]);
  });

  it('say that a plan ends now when it does', () => {
    expect(cancelFacts({ ...preview, endsAt: null, visits: [] }, 'mine', today)).toEqual([
      'Your plan ends now. There are no more pickups.',
      "Your card isn't charged again.",
      'You can subscribe again at any time.',
    ]);
    expect(cancelledText(null, today)).toBe('The plan has ended.');
  });

  it('have one pickup, and an end of today', () => {
    const soon = { ...preview, endsAt: '2026-11-25T20:00:00.000Z', visits: ['2026-11-25'] };
    expect(cancelFacts(soon, 'mine', today).slice(0, 2)).toEqual([
      'Your plan ends today, November 25.',
      'One more pickup: Today.',
    ]);
    expect(cancelledText(endsAt, today)).toBe('The plan ends on Friday, December 25. Pickups continue until then.');
  });
});
