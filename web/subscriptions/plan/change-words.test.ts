import { describe, expect, it } from 'vitest';
import type { ChangePreview } from '../../../contract/plan/change.ts';
import type { PlanView } from '../../../contract/plan/page.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { changeSentences, sentWish, undoText, wishOf } from './change-words.ts';

const now = instantOf('2026-11-25', '12:00');
const from = instantOf('2026-12-25', '12:00').toISOString();
const subscription = {
  ...{ packageType: 'basic', preferredDay: 'friday', preferredTime: 'morning', pickupDays: ['friday'] },
  pricePerMonth: '41.50',
} as PlanView['subscription'];
const plan = { subscription, pending: null };
const pending: NonNullable<PlanView['pending']> = {
  ...{ packageType: 'clean-carry', preferredDay: 'sunday', pickupDays: ['sunday'], price: '60.00', from },
};
const stays: ChangePreview = {
  ...{ packageType: 'basic', preferredDay: 'friday', preferredTime: 'morning', pickupDays: ['friday'] },
  ...{ price: '41.50', from: null, firstDays: [], droppedDays: [], dropsPending: null, isChange: true },
};
const sentences = (preview: Partial<ChangePreview>) => changeSentences({ ...stays, ...preview }, plan, now);

describe('the initial choice', () => {
  it('starts with what is pending, else with the present plan', () => {
    const present = { packageType: 'basic', preferredDay: 'friday', preferredTime: 'morning' };
    expect(wishOf(plan)).toEqual(present);
    expect(wishOf({ subscription, pending })).toEqual({
      ...present,
      ...{ packageType: 'clean-carry', preferredDay: 'sunday' },
    });
    const unstated = { ...subscription, preferredDay: null, preferredTime: null };
    expect(wishOf({ subscription: unstated, pending: null })).toMatchObject({
      ...{ preferredDay: 'monday', preferredTime: 'morning' },
    });
  });

  it('has no day for a package that fixes its days', () => {
    const wish = { packageType: 'premium', preferredDay: 'friday', preferredTime: 'evening' } as const;
    expect(sentWish(wish)).toEqual({ packageType: 'premium', preferredTime: 'evening' });
    expect(sentWish({ ...wish, packageType: 'basic' })).toEqual({ ...wish, packageType: 'basic' });
  });
});

describe('what a change means', () => {
  it('is when another package begins, what it costs, and its first pickups', () => {
    const premium = { packageType: 'premium', pickupDays: ['monday', 'thursday'], price: '150.00', from } as const;
    expect(
      sentences({
        ...{ ...premium, pickupDays: [...premium.pickupDays], firstDays: ['2026-12-28', '2027-01-04'] },
        ...{ droppedDays: ['2026-12-26'], dropsPending: 'clean-carry' },
      }),
    ).toEqual([
      'Premium Property starts on Fri, Dec 25, with the next billing month: $150.00 a month, every Monday and Thursday.',
      'First pickups: Mon, Dec 28 and Mon, Jan 4, 2027.',
      "Clean & Carry won't start.",
      'Until then, nothing changes. You can undo this change until an hour before it starts.',
      'No pickup on Sat, Dec 26.',
    ]);
  });

  it('is when another day starts, and which visit goes', () => {
    const tuesday = { preferredDay: 'tuesday', pickupDays: ['tuesday'], firstDays: ['2026-12-01'] };
    expect(sentences({ ...tuesday, droppedDays: ['2026-11-27'] })).toEqual([
      'Pickups move to Tuesday.',
      'First pickup: Tue, Dec 1.',
      'No pickup on Fri, Nov 27.',
    ]);
  });

  it('is what is kept, and the time', () => {
    expect(sentences({ dropsPending: 'premium', preferredTime: 'evening' })).toEqual([
      "The plan stays Basic Package for $41.50 a month. Premium Property won't start.",
      'The preferred time is now evening. Bags still go out by 7 AM.',
    ]);
    expect(sentences({ isChange: false })).toEqual(['Nothing changes: this is the current plan.']);
  });

  it('is, for Undo, what stays', () => {
    expect(undoText({ subscription, pending }, now)).toBe(
      "Clean & Carry won't start on Fri, Dec 25. The plan stays Basic Package for $41.50 a month, every Friday.",
    );
  });
});
