import { describe, expect, it } from 'vitest';
import { endOf, isAtOdds, isEnding, isOver, mayRunOut, type PlanEnd, type ProviderEnd } from './end-rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const monthEnd = new Date('2026-12-20T12:00:00Z');
const nextMonthEnd = new Date('2027-01-20T12:00:00Z');
const later = (date: Date, ms = 1) => new Date(date.getTime() + ms);

const active: PlanEnd = { status: 'active', cancellationDate: null, currentPeriodEnd: monthEnd };
const ending: PlanEnd = { ...active, cancellationDate: monthEnd };
const stopped: PlanEnd = { status: 'cancelled', cancellationDate: now, currentPeriodEnd: monthEnd };
const running: ProviderEnd = { status: 'active', currentPeriodEnd: monthEnd, endsAtPeriodEnd: false };
const flagged: ProviderEnd = { ...running, endsAtPeriodEnd: true };

describe('a plan that is cancelled to the end of its month', () => {
  it('is ending until it has ended', () => {
    expect([active, ending, { ...ending, status: 'paused' } as const, stopped].map(isEnding)).toEqual([
      ...[false, true, true, false],
    ]);
  });

  it('is over at its end, and not a millisecond before', () => {
    expect([later(monthEnd, -1), monthEnd, later(monthEnd)].map((at) => isOver(ending, at))).toEqual([
      false,
      true,
      true,
    ]);
    expect([active, stopped].map((plan) => isOver(plan, nextMonthEnd))).toEqual([false, false]);
  });
});

describe('the end of a plan', () => {
  const before = { cancellationDate: null, currentPeriodEnd: monthEnd, pastDueSince: null };

  it('is now, and what is paid stays known', () => {
    expect(endOf(before, now)).toEqual({ cancellationDate: now, currentPeriodEnd: monthEnd });
    expect(endOf({ ...before, cancellationDate: monthEnd }, now)).toEqual({
      ...{ cancellationDate: now, currentPeriodEnd: monthEnd },
    });
  });

  it('stays at the end of the month that it was cancelled to, however late we learn of it', () => {
    const ended = { cancellationDate: monthEnd, currentPeriodEnd: monthEnd };
    expect(endOf({ ...before, cancellationDate: monthEnd }, monthEnd)).toEqual(ended);
    expect(endOf({ ...before, cancellationDate: monthEnd }, nextMonthEnd)).toEqual(ended);
    // The provider has begun another month in the meantime.
    const renewed = { ...before, cancellationDate: monthEnd, currentPeriodEnd: nextMonthEnd };
    expect([monthEnd, nextMonthEnd].map((at) => endOf(renewed, at))).toEqual([ended, ended]);
  });

  it('leaves nothing paid beyond it for a month that is owed', () => {
    expect(endOf({ ...before, pastDueSince: now }, now)).toEqual({ cancellationDate: now, currentPeriodEnd: now });
    expect(endOf({ ...before, pastDueSince: now, currentPeriodEnd: null }, now).currentPeriodEnd).toBeNull();
    const past = later(now, -1);
    expect(endOf({ ...before, pastDueSince: now, currentPeriodEnd: past }, now).currentPeriodEnd).toEqual(past);
  });
});

describe('a cancelled plan at the provider', () => {
  it('may run out while its month is paid', () => {
    expect(mayRunOut(stopped, running)).toBe(true);
    expect(mayRunOut(stopped, { ...running, status: 'paused' })).toBe(true);
    expect(mayRunOut(stopped, { ...running, currentPeriodEnd: later(monthEnd, -1) })).toBe(true);
  });

  it.each([
    ['lives', active, running],
    ['lives, with an end before that of its month', { ...stopped, status: 'active' }, running],
    ['ended with its month', { ...stopped, cancellationDate: monthEnd }, running],
    ['has no known month', { ...stopped, currentPeriodEnd: null }, running],
    ['has no known end', { ...stopped, cancellationDate: null }, running],
    ['owes a month there', stopped, { ...running, status: 'past_due' }],
    ["isn't paid there", stopped, { ...running, status: 'incomplete' }],
    ['has begun another month there', stopped, { ...running, currentPeriodEnd: nextMonthEnd }],
    ['has ended there', stopped, { ...running, status: 'canceled' }],
  ] as const)('may not when it %s', (_why, ours, theirs) => {
    expect(mayRunOut(ours, theirs)).toBe(false);
  });
});

describe('isAtOdds', () => {
  const paused = { ...active, status: 'paused' } as const;
  const there = (status: ProviderEnd['status'], endsAtPeriodEnd = false) => ({ ...running, status, endsAtPeriodEnd });

  it.each([
    ['active', active, there('active'), false],
    ['active', active, there('past_due'), false],
    ['active', active, there('incomplete'), false],
    ['active', active, there('paused'), true],
    ['active', active, there('active', true), true],
    ['active', active, there('canceled'), false],
    ['ending', ending, there('active', true), false],
    ['ending', ending, there('past_due', true), false],
    ['ending', ending, there('active'), true],
    ['ending', ending, there('canceled'), false],
    ['paused', paused, there('paused'), false],
    ['paused', paused, there('incomplete'), false],
    ['paused', paused, there('active'), true],
    ['paused', paused, there('past_due'), true],
    ['paused', paused, there('paused', true), true],
    ['paused and ending', { ...ending, status: 'paused' }, there('paused', true), false],
    ['cancelled', stopped, there('canceled'), false],
    ['cancelled', stopped, flagged, false],
    ['cancelled', stopped, there('paused', true), false],
    ['cancelled', stopped, there('active'), true],
    ['cancelled', stopped, there('past_due', true), true],
    ['cancelled', stopped, { ...flagged, currentPeriodEnd: nextMonthEnd }, true],
    ['cancelled', stopped, there('incomplete'), true],
    ['cancelled and unpaid', { ...stopped, currentPeriodEnd: now }, flagged, true],
  ] as const)('of a plan that is %s here', (_ours, ours, theirs, expected) => {
    expect(isAtOdds(ours, theirs)).toBe(expected);
  });
});
