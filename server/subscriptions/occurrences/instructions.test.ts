import { describe, expect, it } from 'vitest';
import { followingMowing, instructionsOf, type PlanExtras, packagesOf } from './instructions.ts';

describe('mowing', () => {
  it('moves by whole intervals past the day it was done', () => {
    expect(followingMowing('2026-05-04', 30, '2026-05-04')).toBe('2026-06-03');
    expect(followingMowing('2026-05-04', 30, '2026-05-07')).toBe('2026-06-03');
    expect(followingMowing('2026-05-04', 30, '2026-07-20')).toBe('2026-08-02');
    expect(followingMowing('2026-05-04', 30, '2026-06-03')).toBe('2026-07-03');
  });
});

describe('instructions', () => {
  const premium: PlanExtras = {
    pickupDays: ['monday', 'thursday'],
    specialInstructions: 'Blue gate',
    includesFurniturePickup: true,
    includesBinWashing: true,
    mowingDue: '2026-11-26',
    firstOccurrence: '2026-11-26',
  };
  const only = (present: PlanExtras) => ({ present, pending: null });
  const weekly = 'Power-wash bins\nUp to 1 furniture item this week';

  it('have weekly extras once a week and mowing once', () => {
    expect(instructionsOf(only(premium), ['2026-11-26', '2026-11-30', '2026-12-03'])).toEqual([
      `Blue gate\n${weekly}\nMow lawn (quarter acre)`,
      `Blue gate\n${weekly}`,
      'Blue gate',
    ]);
  });

  it('have mowing at the first stop that is due', () => {
    const later = { ...premium, mowingDue: '2026-12-01', specialInstructions: null };
    expect(instructionsOf(only(later), ['2026-11-30', '2026-12-03'])).toEqual([weekly, 'Mow lawn (quarter acre)']);
  });

  it('are null when there is nothing to do', () => {
    const basic = { ...premium, specialInstructions: null, includesBinWashing: false, includesFurniturePickup: false };
    expect(instructionsOf(only({ ...basic, mowingDue: null }), ['2026-11-26'])).toEqual([null]);
  });

  it('are those of the package that is valid on the day, with its lawn from its first day on', () => {
    const basic = { ...premium, pickupDays: ['friday'], includesFurniturePickup: false, includesBinWashing: false };
    const from = new Date('2026-11-28T12:00:00Z');
    const days = ['2026-11-27', '2026-11-30', '2026-12-03'];
    const starting = { present: { ...basic, mowingDue: null }, pending: { ...premium, mowingDue: '2026-11-28', from } };
    expect(instructionsOf(starting, days)).toEqual([
      'Blue gate',
      `Blue gate\n${weekly}\nMow lawn (quarter acre)`,
      'Blue gate',
    ]);
    const leaving = { present: { ...premium, mowingDue: '2026-11-29' }, pending: { ...basic, mowingDue: null, from } };
    expect(instructionsOf(leaving, ['2026-11-26', '2026-12-04'])).toEqual([`Blue gate\n${weekly}`, 'Blue gate']);
  });
});

describe('the packages of a plan', () => {
  const plan = {
    ...{ pickupDays: ['friday'], preferredDay: 'friday' as const, specialInstructions: 'Blue gate', holdFrom: null },
    ...{ pausedUntil: null, cancellationDate: null, includesFurniturePickup: false, includesBinWashing: false },
    ...{ includesLawnMowing: false, nextLawnMowingDate: null, pendingPreferredDay: null, earlierDays: [] },
  } as const;

  it('are the present one, and the next one with all that it includes', () => {
    const from = new Date('2026-12-22T15:00:00Z');
    const { present, pending } = packagesOf(
      { ...plan, pendingPackageType: 'premium', pendingFrom: from },
      '2026-11-27',
    );
    expect(present).toMatchObject({ pickupDays: ['friday'], includesBinWashing: false, mowingDue: null });
    expect(pending).toMatchObject({
      ...{ pickupDays: ['monday', 'thursday'], includesBinWashing: true, includesFurniturePickup: true, from },
      ...{ mowingDue: '2026-12-22', specialInstructions: 'Blue gate', firstOccurrence: '2026-11-27' },
    });
    expect(packagesOf({ ...plan, pendingPackageType: null, pendingFrom: null }, '2026-11-27').pending).toBeNull();
  });
});
