import { describe, expect, it } from 'vitest';
import type { PlanTimetable } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, instantOf } from '../../../contract/values/time/dates.ts';
import { type HoldFacts, nextVisitFrom, type StopFacts, visitsHeld, visitsToHold } from './rules.ts';

const mondays: PlanTimetable = {
  pickupDays: ['monday'],
  earlier: [],
  holdFrom: null,
  heldUntil: null,
  endsAt: null,
  pending: null,
};
const stop = (occurrence: DateKey, more: Partial<StopFacts> = {}): StopFacts => ({
  ...{ id: occurrence, occurrence, day: occurrence, status: 'pending', cancellationReason: null, changeCutoff: null },
  ...more,
});
const facts = (stops: StopFacts[], timetable = mondays) => ({
  timetable,
  stops,
  planReasons: ['On hold'],
  written: [],
});
const hold = { from: '2026-11-25', until: '2026-12-23' };
const now = { now: instantOf('2026-11-23', '12:00'), changeCutoff: '18:00' };
const days = (visits: readonly { day: DateKey }[]) => visits.map(({ day }) => day);

describe('visitsToHold', () => {
  it('takes the service days and the open stops of them', () => {
    expect(visitsToHold(facts([stop('2026-11-30')]), hold, now)).toEqual({
      held: [
        { day: '2026-11-30', pickupId: '2026-11-30' },
        ...['2026-12-07', '2026-12-14', '2026-12-21'].map((day) => ({ day, pickupId: null })),
      ],
      staying: [],
    });
  });

  it('leaves what is made, skipped, cancelled by our staff, or past its own cut-off', () => {
    const stops = [
      stop('2026-11-30', { status: 'completed', day: '2026-11-24' }),
      stop('2026-12-07', { status: 'cancelled', cancellationReason: 'Skipped by the customer' }),
      stop('2026-12-14', { status: 'cancelled', cancellationReason: 'On hold' }),
      stop('2026-12-21', { day: '2026-11-23' }),
    ];
    expect(visitsToHold(facts(stops), hold, now)).toEqual({
      held: [{ day: '2026-12-14', pickupId: null }],
      staying: [],
    });
    // The stop's own cut-off counts, not the present one.
    const early = stop('2026-11-30', { day: '2026-11-25', changeCutoff: '18:00' });
    const at = { now: instantOf('2026-11-24', '13:00'), changeCutoff: '12:00' };
    const later = { from: '2026-11-26', until: '2026-12-23' };
    expect(days(visitsToHold(facts([early]), later, at).held)).toContain('2026-11-30');
    const { staying } = visitsToHold(facts([{ ...early, day: '2026-11-27', occurrence: '2026-11-23' }]), later, at);
    expect(staying).toEqual([{ day: '2026-11-27', pickupId: early.id }]);
  });

  it('takes the days of the package that is valid on them, until the end of the plan', () => {
    const pending = { pickupDays: ['monday', 'thursday'], from: instantOf('2026-12-10', '09:00') };
    expect(days(visitsToHold(facts([], { ...mondays, pending }), hold, now).held)).toEqual([
      ...['2026-11-30', '2026-12-07', '2026-12-10', '2026-12-14', '2026-12-17', '2026-12-21'],
    ]);
    const endsAt = instantOf('2026-12-14', '09:00');
    expect(days(visitsToHold(facts([], { ...mondays, endsAt }), hold, now).held)).toEqual(['2026-11-30', '2026-12-07']);
  });
});

describe('a visit of a hold', () => {
  const heldDays = (from: HoldFacts, within = hold) => days(visitsToHold(from, within, now).held);
  /**
   * A plan served on Saturdays until November 28, then on Mondays. Its visit of November 30 would be the second within
   * seven days.
   */
  const moved = { ...mondays, earlier: [{ until: '2026-11-29', pickupDays: ['saturday'] }] };
  const fromMonday = { from: '2026-11-30', until: '2026-12-14' };

  it('can be taken until the minute before its cut-off', () => {
    const held = (wallTime: string) =>
      visitsToHold(facts([stop('2026-11-30')]), hold, { ...now, now: instantOf('2026-11-29', wallTime) });
    expect(days(held('17:59').held)).toContain('2026-11-30');
    expect(days(held('18:00').held)).not.toContain('2026-11-30');
    expect(held('18:00').staying).toEqual([{ day: '2026-11-30', pickupId: '2026-11-30' }]);
  });

  it('is not on the first day of service again', () => {
    expect(heldDays(facts([]), { ...hold, until: '2026-12-14' })).toEqual(['2026-11-30', '2026-12-07']);
  });

  it('is not one too many beside one that was made or has a credit', () => {
    expect(heldDays(facts([], moved), fromMonday)).toEqual(['2026-11-30', '2026-12-07']);
    expect(heldDays(facts([stop('2026-11-28', { status: 'completed' })], moved), fromMonday)).toEqual(['2026-12-07']);
    expect(heldDays({ ...facts([], moved), written: [{ day: '2026-11-28' }] }, fromMonday)).toEqual(['2026-12-07']);
    const cancelled = stop('2026-11-28', { status: 'cancelled', cancellationReason: 'On hold' });
    expect(heldDays(facts([cancelled], moved), fromMonday)).toEqual(['2026-11-30', '2026-12-07']);
  });

  it('is not one too many beside one that is held before it', () => {
    expect(heldDays(facts([], moved), { ...fromMonday, from: '2026-11-28' })).toEqual(['2026-11-28', '2026-12-07']);
  });
});

it('the stops that stay are those that are on a day of the hold, in the order of the days', () => {
  const onDay = (day: DateKey) => stop(addDays(day, -30), { day, id: day });
  const stops = ['2026-12-23', '2026-12-22', '2026-11-24', '2026-12-25', '2026-11-25'].map(onDay);
  const staying = ['2026-11-25', '2026-12-22'].map((day) => ({ day, pickupId: day }));
  expect(visitsToHold(facts(stops), hold, now).staying).toEqual(staying);
});

it('visitsHeld counts a stop of a held day that was not cancelled as made', () => {
  const held = { ...mondays, holdFrom: hold.from, heldUntil: hold.until };
  const stops = [stop('2026-11-30', { status: 'completed' }), stop('2026-12-07', { status: 'incomplete' })];
  expect(days(visitsHeld(facts(stops, held), hold))).toEqual(['2026-12-14', '2026-12-21']);
});

it('nextVisitFrom leaves out skipped visits', () => {
  const stops = [stop('2026-12-28', { status: 'cancelled', cancellationReason: 'Skipped by the customer' })];
  expect(nextVisitFrom(facts(stops), hold.until, [])).toBe('2027-01-04');
  expect(nextVisitFrom(facts([stop('2026-12-28')]), hold.until, [])).toBe('2026-12-28');
  expect(nextVisitFrom(facts([stop('2026-12-28', { status: 'completed' })]), hold.until, [])).toBe('2027-01-04');
  expect(nextVisitFrom(facts([], { ...mondays, endsAt: instantOf('2026-12-28', '09:00') }), hold.until, [])).toBeNull();
});

it('nextVisitFrom leaves out a visit that is one too many beside a held or credited one', () => {
  const moved = facts([], { ...mondays, earlier: [{ until: '2026-12-27', pickupDays: ['saturday'] }] });
  expect(nextVisitFrom(moved, '2026-12-28', [])).toBe('2026-12-28');
  expect(nextVisitFrom(moved, '2026-12-28', [{ day: '2026-12-26' }])).toBe('2027-01-04');
  const written = { ...moved, written: [{ day: '2026-12-26' }] };
  expect(nextVisitFrom(written, '2026-12-28', [])).toBe('2027-01-04');
});
