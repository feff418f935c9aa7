import { describe, expect, test } from 'vitest';
import {
  type ChangeFacts,
  changeOptionsOf,
  openDaysOf,
  planTermsText,
  refundCentsOf,
  termsText,
  whyNoCancel,
  whyNoMove,
} from './change-policy.ts';
import { instantOf } from './time/dates.ts';

const terms = { cutoff: '18:00', lateRefundPercent: 50 };
const minuteMs = 60_000;

/** Returns the facts of a one-time pickup on Monday, November 23, booked two days before and without a driver. */
function facts(now: Date, given: Partial<ChangeFacts> = {}): ChangeFacts {
  return {
    status: 'pending',
    day: '2026-11-23',
    bookedAt: instantOf('2026-11-21', '12:00'),
    isPlanStop: false,
    hasStarted: false,
    stopsAhead: null,
    isHeld: false,
    terms,
    now,
    ...given,
  };
}

const at = (wallTime: string, day = '2026-11-22') => instantOf(day, wallTime);
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);
const phaseOf = (now: Date, given?: Partial<ChangeFacts>) => changeOptionsOf(facts(now, given)).phase;

describe('a one-time booking', () => {
  test('moves for free and is cancelled in full until the cut-off', () => {
    const open = { phase: 'open', canMove: true, canCancel: true, refundPercent: 100, until: at('18:00') };
    expect(changeOptionsOf(facts(at('17:59')))).toEqual(open);
    expect(changeOptionsOf(facts(justBefore(at('18:00'))))).toEqual(open);
    expect([whyNoMove, whyNoCancel].map((why) => why(facts(at('17:59'))))).toEqual([null, null]);
  });

  test('is cancelled for half, and not moved, from the cut-off until 07:00', () => {
    const departure = at('07:00', '2026-11-23');
    const late = { phase: 'late', canMove: false, canCancel: true, refundPercent: 50, until: departure };
    expect(changeOptionsOf(facts(at('18:00')))).toEqual(late);
    expect(changeOptionsOf(facts(justBefore(departure)))).toEqual(late);
    const closed = { phase: 'closed', canMove: false, canCancel: false, refundPercent: 0, until: null };
    expect(changeOptionsOf(facts(departure))).toEqual(closed);
    expect(whyNoCancel(facts(departure))).toBe('The truck is on its way.');
    expect(whyNoMove(facts(at('18:00')))).toBe(
      'The deadline to change this pickup was 6:00 PM on Sun, Nov 22. You can still cancel it.',
    );
  });

  test("can't change once its driver's route has started, also before 07:00", () => {
    const early = at('06:30', '2026-11-23');
    expect(phaseOf(early, { status: 'assigned', hasStarted: true, stopsAhead: 9 })).toBe('closed');
    expect(phaseOf(early, { status: 'assigned', stopsAhead: 0 })).toBe('late');
    // A dispatcher resolved a stop of that day in advance. Before the cut-off this closes nothing.
    expect(phaseOf(at('17:59'), { status: 'assigned', hasStarted: true, stopsAhead: 0 })).toBe('open');
  });

  test('applies the terms that it was booked under', () => {
    const own = { terms: { cutoff: '12:30', lateRefundPercent: 25 } };
    expect(phaseOf(justBefore(at('12:30')), own)).toBe('open');
    expect(changeOptionsOf(facts(at('12:30'), own))).toMatchObject({ phase: 'late', refundPercent: 25 });
  });

  test("can't change when it is resolved or cancelled", () => {
    for (const status of ['completed', 'issue', 'incomplete', 'cancelled'] as const) {
      expect(phaseOf(at('09:00'), { status })).toBe('closed');
      expect(whyNoMove(facts(at('09:00'), { status }))).toBe(`This pickup is ${status}.`);
    }
  });

  test('says on a past day that its day has passed', () => {
    expect(whyNoCancel(facts(at('00:00', '2026-11-24')))).toBe('The day of this pickup has passed.');
    expect(whyNoCancel(facts(justBefore(at('00:00', '2026-11-24'))))).toBe('The truck is on its way.');
  });

  test('can change at any time while it is held, because nobody drives it', () => {
    for (const now of [at('18:00'), at('07:00', '2026-11-23'), at('12:00', '2026-11-27')]) {
      expect(changeOptionsOf(facts(now, { isHeld: true }))).toMatchObject({
        canMove: true,
        canCancel: true,
        until: null,
      });
    }
  });

  test('stays open without a day', () => {
    expect(changeOptionsOf(facts(at('09:00'), { day: null }))).toMatchObject({ phase: 'open', until: null });
  });
});

describe('a booking made after its own cut-off', () => {
  const bookedAt = at('19:00');
  const graceEnd = new Date(bookedAt.getTime() + 15 * minuteMs);

  test('is cancelled in full, and not moved, for 15 minutes', () => {
    const grace = { phase: 'grace', canMove: false, canCancel: true, refundPercent: 100, until: graceEnd };
    expect(changeOptionsOf(facts(bookedAt, { bookedAt }))).toEqual(grace);
    expect(changeOptionsOf(facts(justBefore(graceEnd), { bookedAt }))).toEqual(grace);
    expect(changeOptionsOf(facts(graceEnd, { bookedAt }))).toMatchObject({ phase: 'late', refundPercent: 50 });
  });

  test('counts as made after the cut-off when it is made at that instant', () => {
    expect(phaseOf(at('18:01'), { bookedAt: at('18:00') })).toBe('grace');
    expect(phaseOf(at('18:01'), { bookedAt: justBefore(at('18:00')) })).toBe('late');
  });

  test('is closed after the 15 minutes on the day of service', () => {
    const sameDay = { bookedAt: at('10:00', '2026-11-23') };
    expect(phaseOf(at('10:14', '2026-11-23'), sameDay)).toBe('grace');
    expect(phaseOf(at('10:15', '2026-11-23'), sameDay)).toBe('closed');
    expect(phaseOf(at('07:05', '2026-11-23'), { bookedAt: at('06:55', '2026-11-23') })).toBe('grace');
  });

  test("has no grace as one of its driver's next three stops", () => {
    const underWay = { status: 'assigned', bookedAt: at('10:00', '2026-11-23'), hasStarted: true } as const;
    const now = at('10:05', '2026-11-23');
    expect(phaseOf(now, { ...underWay, stopsAhead: 3 })).toBe('grace');
    expect(phaseOf(now, { ...underWay, stopsAhead: 2 })).toBe('closed');
    expect(phaseOf(now, { ...underWay, hasStarted: false, stopsAhead: 0 })).toBe('closed');
    // On the evening before, its driver isn't under way.
    expect(phaseOf(at('19:05'), { status: 'assigned', bookedAt, stopsAhead: 0 })).toBe('grace');
  });
});

describe("a plan's stop", () => {
  test('is moved or skipped until its cut-off, and nothing is refunded', () => {
    const open = { phase: 'open', canMove: true, canCancel: true, refundPercent: 0, until: at('18:00') };
    expect(changeOptionsOf(facts(justBefore(at('18:00')), { isPlanStop: true }))).toEqual(open);
    const late = facts(at('18:00'), { isPlanStop: true });
    expect(changeOptionsOf(late)).toMatchObject({ phase: 'late', canMove: false, canCancel: false, refundPercent: 0 });
    for (const why of [whyNoCancel, whyNoMove]) {
      expect(why(late)).toBe('The deadline to change this pickup was 6:00 PM on Sun, Nov 22.');
    }
    expect(phaseOf(at('07:00', '2026-11-23'), { isPlanStop: true })).toBe('closed');
    expect(phaseOf(at('06:59', '2026-11-23'), { isPlanStop: true, hasStarted: true })).toBe('closed');
    expect(phaseOf(at('19:05'), { isPlanStop: true, bookedAt: at('19:00') })).toBe('late');
  });
});

describe('over a clock change', () => {
  test('the cut-off stays 18:00 and the departure 07:00 when the clocks go back', () => {
    // November 1, 2026: the day has 25 hours.
    const given = { day: '2026-11-01', bookedAt: at('12:00', '2026-10-20') };
    expect(phaseOf(new Date('2026-10-31T21:59:59.999Z'), given)).toBe('open');
    expect(phaseOf(new Date('2026-10-31T22:00:00.000Z'), given)).toBe('late');
    expect(phaseOf(new Date('2026-11-01T11:59:59.999Z'), given)).toBe('late');
    expect(phaseOf(new Date('2026-11-01T12:00:00.000Z'), given)).toBe('closed');
    expect(phaseOf(new Date('2026-11-01T22:59:59.999Z'), { ...given, day: '2026-11-02' })).toBe('open');
    expect(phaseOf(new Date('2026-11-01T23:00:00.000Z'), { ...given, day: '2026-11-02' })).toBe('late');
  });

  test('the cut-off and the departure stay the same when the clocks go forward', () => {
    // March 14, 2027: the day has 23 hours.
    const given = { day: '2027-03-14', bookedAt: at('12:00', '2027-03-01') };
    expect(phaseOf(new Date('2027-03-13T22:59:59.999Z'), given)).toBe('open');
    expect(phaseOf(new Date('2027-03-13T23:00:00.000Z'), given)).toBe('late');
    expect(phaseOf(new Date('2027-03-14T10:59:59.999Z'), given)).toBe('late');
    expect(phaseOf(new Date('2027-03-14T11:00:00.000Z'), given)).toBe('closed');
    expect(phaseOf(new Date('2027-03-14T21:59:59.999Z'), { ...given, day: '2027-03-15' })).toBe('open');
    expect(phaseOf(new Date('2027-03-14T22:00:00.000Z'), { ...given, day: '2027-03-15' })).toBe('late');
  });

  test('the 15 minutes are exact while the clocks change', () => {
    // 01:55 in summer time; ten minutes later it is 01:05 in winter time.
    const back = { day: '2026-11-01', bookedAt: new Date('2026-11-01T05:55:00Z') };
    expect(phaseOf(new Date('2026-11-01T06:09:59.999Z'), back)).toBe('grace');
    expect(phaseOf(new Date('2026-11-01T06:10:00.000Z'), back)).toBe('late');
    // 01:55 in winter time; ten minutes later it is 03:05 in summer time.
    const forward = { day: '2027-03-14', bookedAt: new Date('2027-03-14T06:55:00Z') };
    expect(phaseOf(new Date('2027-03-14T07:09:59.999Z'), forward)).toBe('grace');
    expect(phaseOf(new Date('2027-03-14T07:10:00.000Z'), forward)).toBe('late');
  });
});

test('a refund is the percentage less what was refunded before, never below 0', () => {
  const refund = (paidCents: number, refundedCents: number, percent: number) =>
    refundCentsOf({ paidCents, refundedCents }, percent);
  expect(refund(4500, 0, 100)).toBe(4500);
  expect(refund(4500, 1000, 100)).toBe(3500);
  expect(refund(4500, 0, 50)).toBe(2250);
  expect(refund(4500, 1000, 50)).toBe(1250);
  expect(refund(4500, 2250, 50)).toBe(0);
  expect(refund(4500, 4000, 50)).toBe(0);
  expect(refund(0, 0, 100)).toBe(0);
});

test('half cents are rounded in favor of the customer', () => {
  expect(refundCentsOf({ paidCents: 4501, refundedCents: 0 }, 50)).toBe(2251);
  expect(refundCentsOf({ paidCents: 4501, refundedCents: 2250 }, 50)).toBe(1);
  expect(refundCentsOf({ paidCents: 3350, refundedCents: 0 }, 33)).toBe(1106);
  expect(refundCentsOf({ paidCents: 3301, refundedCents: 0 }, 33)).toBe(1089);
});

describe('the days to move to', () => {
  const day = '2026-11-23';

  test('begin with the first day whose own cut-off is open, and leave out its own', () => {
    const ofNow = (now: Date) => openDaysOf({ day, terms, now });
    expect(ofNow(justBefore(at('18:00', '2026-11-20'))).slice(0, 3)).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-24',
    ]);
    expect(ofNow(at('18:00', '2026-11-20')).slice(0, 2)).toEqual(['2026-11-22', '2026-11-24']);
    expect(ofNow(at('12:00', '2026-11-20')).at(-1)).toBe('2027-11-20');
    expect(ofNow(at('12:00', '2026-11-20'))).toHaveLength(364);
  });

  test("lie between the visits before and after a plan's stop", () => {
    const now = at('12:00', '2026-11-15');
    const visits = { after: '2026-11-16', before: '2026-11-30', taken: ['2026-11-26'] };
    expect(openDaysOf({ day, terms, now }, visits)).toEqual([
      ...['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
      ...['2026-11-24', '2026-11-25', '2026-11-27', '2026-11-28', '2026-11-29'],
    ]);
    expect(openDaysOf({ day, terms, now }, { ...visits, before: '2026-11-17' })).toEqual([]);
  });
});

test('the terms are written as sentences', () => {
  expect(termsText(terms)).toBe(
    "Move your pickup for free, or cancel for a full refund, until 6:00 PM the day before. After that, you can cancel for a 50% refund until 7:00 AM, or until your driver's route starts. If you book later than that, you have 15 minutes to cancel for a full refund.",
  );
  expect(termsText({ ...terms, lateRefundPercent: 0 })).toContain(
    'After that, you can cancel without a refund until 7:00 AM',
  );
  expect(termsText({ ...terms, lateRefundPercent: 100 })).toContain('cancel for a full refund until 7:00 AM');
});

describe('the terms of a booking for a chosen day', () => {
  const termsAt = (now: Date, given = terms) => termsText(given, { day: '2026-11-23', now });
  const grace = "This pickup can't be moved. You can cancel for a full refund within 15 minutes of booking.";

  test('are the usual ones before its cut-off', () => {
    expect(termsAt(justBefore(at('18:00')))).toBe(termsText(terms));
  });

  test('say after its cut-off what is still possible', () => {
    const late = `${grace} After that, you can cancel for a 50% refund until 7:00 AM that day, or until your driver's route starts.`;
    expect(termsAt(at('18:00'))).toBe(late);
    expect(termsAt(justBefore(at('07:00', '2026-11-23')))).toBe(late);
    expect(termsAt(at('18:00'), { ...terms, lateRefundPercent: 0 })).toContain('you can cancel without a refund until');
  });

  test('are only the 15 minutes once the truck leaves', () => {
    expect(termsAt(at('07:00', '2026-11-23'))).toBe(grace);
  });
});

test("the terms of a plan's visits are written as sentences", () => {
  expect(planTermsText(terms)).toBe(
    "You can move or skip a visit until 6:00 PM the day before. A skipped visit isn't refunded.",
  );
});
