import { describe, expect, it } from 'vitest';
import { planOf } from '../../contract/values/prices.ts';
import { firstServiceDays, serviceDaysOf } from '../../contract/values/service-days.ts';
import {
  firstDaysAfterChange,
  followingMowing,
  followingOccurrence,
  instructionsOf,
  isStuckDraft,
  isThirdVisit,
  type PlanExtras,
} from './rules.ts';

describe('a draft invoice', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const draft = (hoursAgo: number, draftError: string | null = null, status = 'draft') =>
    isStuckDraft({ status, draftError, createdAt: new Date(now.getTime() - hoursAgo * 60 * 60 * 1000) }, now);

  it('is stuck after a day, or as soon as it could not be finalized', () => {
    expect([draft(1), draft(24), draft(24.01)]).toEqual([false, false, true]);
    expect(draft(0, 'The location is unknown.')).toBe(true);
    expect([draft(48, null, 'open'), draft(48, 'The location is unknown.', 'paid')]).toEqual([false, false]);
  });
});

describe('service days', () => {
  it('are the preferred day, or Monday and Thursday for packages with fixed days', () => {
    expect(serviceDaysOf(planOf('basic'), 'saturday')).toEqual(['saturday']);
    expect(serviceDaysOf(planOf('clean-carry'), 'tuesday')).toEqual(['tuesday']);
    expect(serviceDaysOf(planOf('heavy-duty'), 'saturday')).toEqual(['monday', 'thursday']);
    expect(serviceDaysOf(planOf('premium'), 'saturday')).toEqual(['monday', 'thursday']);
  });

  it('start after today, even if today is a service day', () => {
    // 2026-11-23 is a Monday.
    expect(firstServiceDays(['monday'], '2026-11-23')).toEqual(['2026-11-30']);
    expect(firstServiceDays(['tuesday'], '2026-11-23')).toEqual(['2026-11-24']);
    expect(firstServiceDays(['sunday'], '2026-11-23')).toEqual(['2026-11-29']);
    expect(firstServiceDays(['monday', 'thursday'], '2026-11-24')).toEqual(['2026-11-26', '2026-11-30']);
  });

  it('follow a calendar week later across years and clock changes, never in the past', () => {
    expect(followingOccurrence('2026-10-26', '2026-10-26')).toBe('2026-11-02');
    expect(followingOccurrence('2026-12-28', '2026-12-28')).toBe('2027-01-04');
    expect(followingOccurrence('2026-11-02', '2026-11-25')).toBe('2026-11-30');
    expect(followingOccurrence('2026-11-02', '2026-11-23')).toBe('2026-11-23');
  });
});

describe('service days that have changed', () => {
  it('have at most two visits within any seven days', () => {
    expect(isThirdVisit('2026-11-27', ['2026-11-26'])).toBe(false);
    expect(isThirdVisit('2026-11-27', ['2026-11-23', '2026-11-26'])).toBe(true);
    expect(isThirdVisit('2026-11-27', ['2026-11-30', '2026-12-03'])).toBe(true);
    expect(isThirdVisit('2026-11-27', ['2026-11-26', '2026-11-30'])).toBe(true);
    // The first and the last of eight days.
    expect(isThirdVisit('2026-11-30', ['2026-11-23', '2026-11-26'])).toBe(false);
    expect(isThirdVisit('2026-11-30', ['2026-11-26', '2026-12-03'])).toBe(false);
    expect(isThirdVisit('2026-11-27', ['2026-11-26', '2026-11-27'])).toBe(false);
  });

  it('start with the latest of the coming week, and put off what would be a third visit', () => {
    const twice = ['monday', 'thursday'];
    expect(firstDaysAfterChange(twice, '2026-11-25', [])).toEqual(['2026-11-26', '2026-11-30']);
    expect(firstDaysAfterChange(twice, '2026-11-25', ['2026-11-25'])).toEqual(['2026-11-30', '2026-12-03']);
    expect(firstDaysAfterChange(['friday'], '2026-11-26', ['2026-11-23', '2026-11-26'])).toEqual(['2026-12-04']);
    expect(firstDaysAfterChange(['monday'], '2026-11-26', ['2026-11-26', '2026-11-30'])).toEqual(['2026-11-30']);
  });
});

describe('mowing', () => {
  it('moves by whole intervals past the day it was done', () => {
    expect(followingMowing('2026-05-04', 30, '2026-05-04')).toBe('2026-06-03');
    expect(followingMowing('2026-05-04', 30, '2026-05-07')).toBe('2026-06-03');
    expect(followingMowing('2026-05-04', 30, '2026-07-20')).toBe('2026-08-02');
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
  const weekly = 'Power-wash bins\nUp to 1 furniture item this week';

  it('have weekly extras once a week and mowing once', () => {
    expect(instructionsOf(premium, ['2026-11-26', '2026-11-30', '2026-12-03'])).toEqual([
      `Blue gate\n${weekly}\nMow lawn (quarter acre)`,
      `Blue gate\n${weekly}`,
      'Blue gate',
    ]);
  });

  it('have mowing at the first stop that is due', () => {
    const later = { ...premium, mowingDue: '2026-12-01', specialInstructions: null };
    expect(instructionsOf(later, ['2026-11-30', '2026-12-03'])).toEqual([weekly, 'Mow lawn (quarter acre)']);
  });

  it('are null when there is nothing to do', () => {
    const basic = { ...premium, specialInstructions: null, includesBinWashing: false, includesFurniturePickup: false };
    expect(instructionsOf({ ...basic, mowingDue: null }, ['2026-11-26'])).toEqual([null]);
  });
});
