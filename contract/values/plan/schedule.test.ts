import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantOf, weekdayOf } from '../time/dates.ts';
import {
  firstDayFrom,
  firstDaysAfterChange,
  hasService,
  heldServiceDays,
  isHeld,
  isOneTooMany,
  nextServiceDays,
  type PlanTimetable,
  serviceDaysOfWeek,
  serviceDaysOn,
} from './schedule.ts';

const plan: PlanTimetable = {
  pickupDays: ['monday'],
  earlier: [],
  holdFrom: null,
  heldUntil: null,
  endsAt: null,
  pending: null,
};
const twice = ['monday', 'thursday'];
const fromWednesday = { pickupDays: ['friday'], from: instantOf('2026-11-25', '14:00') };

// 2026-11-23 is a Monday.
describe('the service days of a plan', () => {
  it('are those of the package valid at 09:00', () => {
    const changing = { ...plan, pending: { pickupDays: twice, from: instantOf('2026-11-26', '09:00') } };
    expect(serviceDaysOn(changing, '2026-11-25')).toEqual(['monday']);
    expect(serviceDaysOn(changing, '2026-11-26')).toEqual(twice);
    const later = { ...plan, pending: { pickupDays: twice, from: instantOf('2026-11-26', '09:01') } };
    expect([hasService(later, '2026-11-26'), hasService(later, '2026-11-30'), hasService(later, '2026-12-03')]).toEqual(
      [false, true, true],
    );
  });

  it('are the earlier ones before each change', () => {
    const earlier = [
      { until: '2026-11-10', pickupDays: ['friday'] },
      { until: '2026-11-24', pickupDays: twice },
    ];
    const days = ['2026-11-09', '2026-11-10', '2026-11-23', '2026-11-24'].map((day) =>
      serviceDaysOn({ ...plan, earlier }, day),
    );
    expect(days).toEqual([['friday'], twice, twice, ['monday']]);
  });

  it('are none on held days, and are some again on the day the hold ends', () => {
    const held = { ...plan, holdFrom: '2026-11-23', heldUntil: '2026-12-07' };
    expect(['2026-11-22', '2026-11-23', '2026-12-06', '2026-12-07'].map((day) => isHeld(held, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(nextServiceDays(held, '2026-11-15', 3)).toEqual(['2026-11-16', '2026-12-07', '2026-12-14']);
  });

  it('end before the plan does', () => {
    expect(nextServiceDays({ ...plan, endsAt: instantOf('2026-12-07', '09:00') }, '2026-11-23', 5)).toEqual([
      '2026-11-30',
    ]);
    expect(nextServiceDays({ ...plan, endsAt: instantOf('2026-12-07', '09:01') }, '2026-11-23', 5)).toEqual([
      '2026-11-30',
      '2026-12-07',
    ]);
  });

  it('stay calendar days across both clock changes', () => {
    expect(nextServiceDays({ ...plan, pickupDays: ['sunday'] }, '2026-10-25', 2)).toEqual(['2026-11-01', '2026-11-08']);
    expect(nextServiceDays({ ...plan, pickupDays: ['sunday'] }, '2027-03-07', 2)).toEqual(['2027-03-14', '2027-03-21']);
    const pending = { pickupDays: twice, from: new Date('2027-03-15T13:00:00Z') };
    expect(hasService({ ...plan, pickupDays: ['friday'], pending }, '2027-03-15')).toBe(true);
  });

  it('are none for a plan without weekdays', () => {
    expect(nextServiceDays({ ...plan, pickupDays: [] }, '2026-11-23', 5)).toEqual([]);
  });
});

describe('the held service days', () => {
  const held = { ...plan, pickupDays: twice, holdFrom: '2026-11-24', heldUntil: '2026-12-03' };

  it('are the service days of the hold, from the first day to the last one', () => {
    expect(heldServiceDays(held, '2026-11-23', '2026-11-30')).toEqual(['2026-11-26', '2026-11-30']);
    expect(heldServiceDays(held, '2026-11-26', '2026-11-29')).toEqual(['2026-11-26']);
    expect(heldServiceDays(held, '2026-11-27', '2026-12-31')).toEqual(['2026-11-30']);
  });

  it('are none without a hold, and none after the end', () => {
    expect(heldServiceDays(plan, '2026-11-01', '2026-12-31')).toEqual([]);
    const ending = { ...held, endsAt: instantOf('2026-11-30', '09:00') };
    expect(heldServiceDays(ending, '2026-11-23', '2026-12-31')).toEqual(['2026-11-26']);
  });
});

describe('the first day from an instant', () => {
  it('is its own day until 09:00 in New York, else the next one', () => {
    expect(firstDayFrom(new Date('2026-12-20T13:59:59.999Z'))).toBe('2026-12-20');
    expect(firstDayFrom(new Date('2026-12-20T14:00:00.000Z'))).toBe('2026-12-20');
    expect(firstDayFrom(new Date('2026-12-20T14:00:00.001Z'))).toBe('2026-12-21');
    // In summer, 09:00 in New York is an hour earlier in UTC.
    expect(firstDayFrom(new Date('2026-07-20T13:00:00.001Z'))).toBe('2026-07-21');
  });
});

describe('one visit too many', () => {
  it('is a second one within seven days of a weekly plan', () => {
    expect(isOneTooMany(plan, '2026-11-30', ['2026-11-23', '2026-12-07'])).toBe(false);
    expect(isOneTooMany(plan, '2026-11-30', ['2026-11-24'])).toBe(true);
    expect(isOneTooMany(plan, '2026-11-30', ['2026-12-06'])).toBe(true);
    expect(isOneTooMany(plan, '2026-11-30', ['2026-11-30'])).toBe(false);
  });

  it('is a third one within seven days of a plan with two days', () => {
    const heavy = { ...plan, pickupDays: twice };
    expect(isOneTooMany(heavy, '2026-11-27', ['2026-11-26'])).toBe(false);
    expect(isOneTooMany(heavy, '2026-11-27', ['2026-11-23', '2026-11-26'])).toBe(true);
    expect(isOneTooMany(heavy, '2026-11-27', ['2026-11-30', '2026-12-03'])).toBe(true);
    expect(isOneTooMany(heavy, '2026-11-27', ['2026-11-26', '2026-11-30'])).toBe(true);
    // The first and the last of eight days.
    expect(isOneTooMany(heavy, '2026-11-30', ['2026-11-23', '2026-11-26'])).toBe(false);
  });

  it('is counted by the larger of two packages where they meet', () => {
    const fewer = { ...plan, pickupDays: twice, pending: fromWednesday };
    expect(isOneTooMany(fewer, '2026-11-27', ['2026-11-23'])).toBe(false);
    expect(isOneTooMany(fewer, '2026-11-27', ['2026-11-19', '2026-11-23'])).toBe(false);
    expect(isOneTooMany({ ...plan, pending: fromWednesday }, '2026-11-27', ['2026-11-23'])).toBe(true);
    const fewerSince = { ...plan, pickupDays: ['friday'], earlier: [{ until: '2026-11-25', pickupDays: twice }] };
    expect(isOneTooMany(fewerSince, '2026-11-27', ['2026-11-23'])).toBe(false);
    expect(isOneTooMany(fewerSince, '2026-12-04', ['2026-12-01'])).toBe(true);
    // A week later, only the smaller number applies.
    expect(isOneTooMany(fewer, '2026-12-04', ['2026-12-01'])).toBe(true);
  });
});

describe('the next service days', () => {
  it('are found after a long hold, after one that ended long ago, and after cancelled visits', () => {
    const held = { ...plan, holdFrom: '2026-11-24', heldUntil: '2027-02-20' };
    expect(nextServiceDays(held, '2026-11-23', 2)).toEqual(['2027-02-22', '2027-03-01']);
    expect(nextServiceDays(held, '2027-06-01', 2)).toEqual(['2027-06-07', '2027-06-14']);
    const gone = ['2026-11-30', '2026-12-07', '2026-12-14'];
    expect(nextServiceDays(plan, '2026-11-23', 1, [], gone)).toEqual(['2026-12-21']);
  });

  it('are those of the next seven days in the coming week', () => {
    expect(serviceDaysOfWeek({ ...plan, pickupDays: twice }, '2026-11-23')).toEqual(['2026-11-26', '2026-11-30']);
  });

  it('leave out what would be one visit too many where two packages meet', () => {
    expect(nextServiceDays({ ...plan, pending: fromWednesday }, '2026-11-15', 4)).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-12-04',
      '2026-12-11',
    ]);
    const more = {
      ...plan,
      pickupDays: ['friday'],
      pending: { pickupDays: twice, from: instantOf('2026-11-28', '14:00') },
    };
    expect(nextServiceDays(more, '2026-11-26', 4)).toEqual(['2026-11-27', '2026-11-30', '2026-12-07', '2026-12-10']);
    expect(nextServiceDays(more, '2026-11-29', 2, ['2026-11-27'])).toEqual(['2026-11-30', '2026-12-07']);
  });

  it('are each a service day, and never too many, in any timetable', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((ahead) => addDays('2026-10-01', ahead));
    const days = fc.constantFrom(...[...twice, 'wednesday', 'saturday', 'sunday'].map((one) => [one]), twice);
    const timetable = fc.record({
      pickupDays: days,
      earlier: fc.array(fc.record({ until: day, pickupDays: days }), { maxLength: 1 }),
      hold: fc.option(fc.record({ from: day, length: fc.integer({ min: 14, max: 90 }) })),
      endsAt: fc.option(day.map((end) => instantOf(end, '12:00'))),
      pending: fc.option(fc.record({ pickupDays: days, from: day.map((from) => instantOf(from, '04:30')) })),
    });
    fc.assert(
      fc.property(timetable, day, fc.array(day, { maxLength: 4 }), ({ hold, ...rest }, after, visits) => {
        const holdFrom = hold?.from ?? null;
        const of: PlanTimetable = { ...rest, holdFrom, heldUntil: hold ? addDays(hold.from, hold.length) : null };
        const next = nextServiceDays(of, after, 6, visits);
        for (const one of next) {
          expect(one > after && hasService(of, one)).toBe(true);
          expect(serviceDaysOn(of, one)).toContain(weekdayOf(one));
          expect(isOneTooMany(of, one, [...visits, ...next])).toBe(false);
        }
        if (of.endsAt === null && visits.length === 0) expect(next).toHaveLength(6);
      }),
    );
  });
});

describe('the first days after a change', () => {
  it('start with the latest of the coming week, and put off what would be one visit too many', () => {
    const heavy = { ...plan, pickupDays: twice };
    expect(firstDaysAfterChange(heavy, '2026-11-25', [])).toEqual(['2026-11-26', '2026-11-30']);
    expect(firstDaysAfterChange(heavy, '2026-11-25', ['2026-11-25'])).toEqual(['2026-11-30', '2026-12-03']);
    const friday = { ...plan, pickupDays: ['friday'] };
    expect(firstDaysAfterChange(friday, '2026-11-26', ['2026-11-23', '2026-11-26'])).toEqual(['2026-12-04']);
    expect(firstDaysAfterChange(plan, '2026-11-26', ['2026-11-30'])).toEqual(['2026-11-30']);
  });

  it('are none on held days and after the end', () => {
    const held = { ...plan, holdFrom: '2026-11-23', heldUntil: '2026-12-07' };
    expect(firstDaysAfterChange(held, '2026-11-23', [])).toEqual([]);
    const ending = { ...plan, pickupDays: ['friday'], endsAt: instantOf('2026-12-01', '12:00') };
    expect(firstDaysAfterChange(ending, '2026-11-25', ['2026-11-25'])).toEqual([]);
  });
});
