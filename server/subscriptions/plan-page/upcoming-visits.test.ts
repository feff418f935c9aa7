import { describe, expect, it } from 'vitest';
import type { PlanTimetable } from '../../../contract/values/plan/schedule.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import type { StopFacts } from '../hold/rules.ts';
import { upcomingVisits, type VisitFacts } from './upcoming-visits.ts';

// A Sunday, before the cut-off of Monday.
const now = instantOf('2026-11-22', '12:00');
const mondays: PlanTimetable = {
  pickupDays: ['monday'],
  earlier: [],
  holdFrom: null,
  heldUntil: null,
  endsAt: null,
  pending: null,
};

function stop(occurrence: string, more: Partial<StopFacts> = {}): StopFacts {
  const rest = { cancellationReason: null, changeCutoff: null };
  return { id: `stop of ${occurrence}`, occurrence, day: occurrence, status: 'pending', ...rest, ...more };
}

function visits(more: Partial<VisitFacts> = {}, count = 3) {
  const reasons = { planReasons: ['On hold', 'The plan has other service days'], skipReasons: ['Skipped'] };
  return upcomingVisits({ timetable: mondays, stops: [], changeCutoff: '18:00', ...reasons, now, ...more }, count);
}

const text = (found: ReturnType<typeof visits>) =>
  found.map(({ day, movedTo, state }) => [day, state, movedTo && `on ${movedTo}`].filter(Boolean).join(' '));

describe('the next visits', () => {
  it('are service days, with and without a stop', () => {
    const found = visits({ stops: [stop('2026-11-23')] });
    expect(text(found)).toEqual(['2026-11-23 scheduled', '2026-11-30 scheduled', '2026-12-07 scheduled']);
    expect(found.map(({ pickupId }) => pickupId)).toEqual(['stop of 2026-11-23', null, null]);
    expect(found[0]).toMatchObject({ canSkip: true, skipUntil: instantOf('2026-11-22', '18:00').toISOString() });
  });

  it('can be skipped until the cut-off of the day they are on, by their own terms', () => {
    const late = instantOf('2026-11-22', '18:00');
    expect(visits({ now: late, stops: [stop('2026-11-23')] })[0]).toMatchObject({ canSkip: false });
    const moved = stop('2026-11-23', { day: '2026-11-25', changeCutoff: '20:00' });
    expect(visits({ now: late, stops: [moved] })[0]).toMatchObject({
      ...{ day: '2026-11-23', movedTo: '2026-11-25', canSkip: true },
      skipUntil: instantOf('2026-11-24', '20:00').toISOString(),
    });
  });

  it('leave out what is over, and today without a stop', () => {
    const monday = instantOf('2026-11-23', '08:00');
    expect(text(visits({ now: monday }, 1))).toEqual(['2026-11-30 scheduled']);
    expect(text(visits({ now: monday, stops: [stop('2026-11-23')] }, 1))).toEqual(['2026-11-23 scheduled']);
    const done = stop('2026-11-23', { status: 'completed' });
    expect(text(visits({ now: monday, stops: [done] }, 1))).toEqual(['2026-11-30 scheduled']);
  });

  it('include a visit of an earlier service day that was moved', () => {
    const moved = stop('2026-11-16', { day: '2026-11-24' });
    expect(text(visits({ stops: [moved, stop('2026-11-23')] }, 2))).toEqual([
      '2026-11-23 scheduled',
      '2026-11-16 scheduled on 2026-11-24',
    ]);
  });

  it('leave out a visit that was moved to an earlier day which is over', () => {
    const early = stop('2026-11-23', { day: '2026-11-21', status: 'assigned' });
    expect(text(visits({ stops: [early] }, 1))).toEqual(['2026-11-30 scheduled']);
    expect(text(visits({ stops: [{ ...early, day: '2026-11-22' }] }, 1))).toEqual([
      '2026-11-23 scheduled on 2026-11-22',
    ]);
  });

  it('show skipped and cancelled ones between them', () => {
    const skipped = stop('2026-11-23', { status: 'cancelled', cancellationReason: 'Skipped' });
    const cancelled = stop('2026-11-30', { status: 'cancelled', cancellationReason: 'Snow' });
    const found = visits({ stops: [skipped, cancelled] }, 1);
    expect(text(found)).toEqual(['2026-11-23 skipped', '2026-11-30 cancelled', '2026-12-07 scheduled']);
    expect(found.map(({ canSkip }) => canSkip)).toEqual([false, false, true]);
  });

  it('show held ones, but not one that was skipped before or whose cut-off had passed', () => {
    const timetable = { ...mondays, holdFrom: '2026-11-23', heldUntil: '2026-12-21' };
    const skipped = stop('2026-11-30', { status: 'cancelled', cancellationReason: 'Skipped' });
    const taken = stop('2026-12-07', { status: 'cancelled', cancellationReason: 'On hold' });
    expect(text(visits({ timetable, stops: [stop('2026-11-23'), skipped, taken] }, 2))).toEqual([
      '2026-11-23 scheduled',
      '2026-11-30 skipped',
      '2026-12-07 held',
      '2026-12-14 held',
      '2026-12-21 scheduled',
    ]);
  });

  it('keep no distance from a held day before today without a credit', () => {
    // The day was changed on Tuesday. Monday's visit was skipped before the hold.
    const earlier = [{ until: '2026-11-25', pickupDays: ['monday'] }];
    const held = { ...mondays, pickupDays: ['friday'], earlier, holdFrom: '2026-11-10', heldUntil: '2026-11-27' };
    const facts = { timetable: held, now: instantOf('2026-11-24', '12:00') };
    expect(text(visits(facts, 1))).toEqual(['2026-11-27 scheduled']);
    expect(text(visits({ ...facts, credited: ['2026-11-23'] }, 1))).toEqual(['2026-12-04 scheduled']);
  });

  it('reach past the longest hold', () => {
    const timetable = { ...mondays, holdFrom: '2026-11-23', heldUntil: '2027-02-21' };
    const found = visits({ timetable }, 5);
    expect(found.filter(({ state }) => state === 'held')).toHaveLength(13);
    expect(found.filter(({ state }) => state === 'scheduled')).toHaveLength(5);
  });

  it('end with the plan', () => {
    const timetable = { ...mondays, endsAt: instantOf('2026-12-07', '08:59') };
    expect(text(visits({ timetable }))).toEqual(['2026-11-23 scheduled', '2026-11-30 scheduled']);
  });

  it('are those of the pending package from its beginning on', () => {
    const pending = { pickupDays: ['monday', 'thursday'], from: instantOf('2026-12-02', '12:00') };
    expect(text(visits({ timetable: { ...mondays, pending } }, 4))).toEqual([
      '2026-11-23 scheduled',
      '2026-11-30 scheduled',
      '2026-12-03 scheduled',
      '2026-12-07 scheduled',
    ]);
  });

  it('leave out a day that would be one visit too many after a change of days', () => {
    const timetable = { ...mondays, pickupDays: ['wednesday'] };
    const old = stop('2026-11-23');
    const gone = stop('2026-11-30', { status: 'cancelled', cancellationReason: 'The plan has other service days' });
    expect(text(visits({ timetable, stops: [old, gone] }, 2))).toEqual([
      '2026-11-23 scheduled',
      '2026-12-02 scheduled',
    ]);
  });
});
