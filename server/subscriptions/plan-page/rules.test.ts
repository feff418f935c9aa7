import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { changesOf, holdLimitsOf, holdOf, longestHold, type PlanState } from './rules.ts';

const now = instantOf('2026-11-22', '12:00');
const plan: PlanState = {
  ...{ status: 'active', cancellationDate: null, currentPeriodEnd: instantOf('2026-12-15', '10:00') },
  ...{ holdFrom: null, pausedUntil: null, pendingFrom: null },
};
const limits = holdLimitsOf([], now, '18:00');
const can = (state: Partial<PlanState>, at = now) =>
  Object.entries(changesOf({ ...plan, ...state }, limits, at, '18:00'))
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => name);

describe('the longest hold', () => {
  it('is 90 days, less what was held in the twelve months that end with it', () => {
    expect(longestHold('2026-11-24', [])).toBe(90);
    expect(longestHold('2026-11-24', [{ from: '2026-06-01', until: '2026-07-01' }])).toBe(60);
    // Days of a hold almost a year ago become free during the new hold.
    expect(longestHold('2026-11-24', [{ from: '2025-12-01', until: '2026-01-10' }])).toBe(90);
    expect(longestHold('2026-11-24', [{ from: '2025-12-01', until: '2026-03-01' }])).toBe(0);
    expect(longestHold('2026-11-24', [{ from: '2025-01-01', until: '2025-04-01' }])).toBe(90);
    // A dispatcher has held the plan for longer than a customer can.
    expect(longestHold('2026-11-24', [{ from: '2026-06-01', until: '2026-10-01' }])).toBe(0);
  });
});

it('names the earliest day of a hold', () => {
  expect(limits).toEqual({ earliest: '2026-11-23', minDays: 14, maxDays: 90, daysLeft: 90 });
  expect(holdLimitsOf([], instantOf('2026-11-22', '18:00'), '18:00')).toMatchObject({ earliest: '2026-11-24' });
});

it('knows a hold until the first day of service', () => {
  const held = { ...plan, holdFrom: '2026-11-30', pausedUntil: instantOf('2026-12-20', '09:00') };
  expect(holdOf(held, now)).toEqual({ from: '2026-11-30', until: '2026-12-20' });
  expect(holdOf(held, instantOf('2026-12-20', '00:00'))).toBeNull();
  expect(
    [plan, { ...held, holdFrom: null }, { ...held, pausedUntil: null }].map((state) => holdOf(state, now)),
  ).toEqual([...[null, null, null]]);
});

describe('what is offered', () => {
  it('is everything for an active plan', () => {
    expect(can({})).toEqual(['canHold', 'canChange', 'canCancel']);
  });

  it('is coming back while there is a hold whose last days are open', () => {
    const held = { holdFrom: '2026-11-20', pausedUntil: instantOf('2026-12-10', '09:00') };
    expect(can(held)).toEqual(['canComeBackEarly', 'canChange', 'canCancel']);
    expect(can(held, instantOf('2026-12-09', '08:00'))).not.toContain('canComeBackEarly');
  });

  it('is a hold while enough days are left, in a plan with a known month', () => {
    const canHold = (state: Partial<PlanState>, daysLeft = 90) =>
      changesOf({ ...plan, ...state }, { ...limits, daysLeft }, now, '18:00').canHold;
    expect([13, 14].map((daysLeft) => canHold({}, daysLeft))).toEqual([false, true]);
    expect(canHold({ currentPeriodEnd: null })).toBe(false);
  });

  it('is a hold while the plan ends after its first possible visit', () => {
    const ends = (ms: number) => ({ cancellationDate: new Date(instantOf(limits.earliest, '09:00').getTime() + ms) });
    expect([0, 1].map((ms) => can(ends(ms)).includes('canHold'))).toEqual([false, true]);
  });

  it('is undoing a change until an hour before it', () => {
    const pending = { pendingFrom: instantOf('2026-12-15', '10:00') };
    expect(can(pending)).toContain('canUndoChange');
    const late = can(pending, instantOf('2026-12-15', '09:00'));
    expect(late).not.toContain('canUndoChange');
  });

  it('is undoing a cancellation until the end', () => {
    const ending = { cancellationDate: instantOf('2026-12-15', '10:00') };
    expect(can(ending)).toEqual(['canHold', 'canChange', 'canUndoCancel']);
    expect(can(ending, instantOf('2026-12-15', '10:00'))).toEqual([]);
  });

  it('is only the cancellation for a paused plan, and nothing for one that has ended', () => {
    expect(can({ status: 'paused' })).toEqual(['canCancel']);
    expect(can({ status: 'cancelled', cancellationDate: now })).toEqual([]);
  });
});
