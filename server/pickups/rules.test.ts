import { describe, expect, it } from 'vitest';
import {
  addedNote,
  checkBookingDate,
  checkNewDate,
  checkPressedAt,
  describeDay,
  isReopenable,
  minutesTaken,
  pressedByOurClock,
  ratingWindowOf,
  takenText,
  undoProblemOf,
  undoUntilOf,
  wasPressedBeforeItsDay,
  whyTaken,
} from './rules.ts';

describe('checkBookingDate', () => {
  const lateEvening = new Date('2026-11-22T04:30:00Z'); // still the 21st in New York, 23:30

  it('accepts today in New York after 09:00, when UTC has the next date', () => {
    const date = checkBookingDate('2026-11-21T14:00:00Z', lateEvening, null);
    expect(date).toEqual({ ok: true, instant: new Date('2026-11-21T14:00:00Z') });
  });

  it('refuses yesterday in New York', () => {
    expect(checkBookingDate('2026-11-20T14:00:00Z', lateEvening, null)).toEqual({
      ok: false,
      message: 'Please select a future date.',
    });
  });

  it.each(['', 'tomorrow', '2026-02-30', '2026-13-01T09:00:00Z', '21/11/2026', '2026-11-22T25:00:00Z'])(
    'refuses a text that is not a date: %j',
    (text) => {
      expect(checkBookingDate(text, lateEvening, null)).toEqual({ ok: false, message: 'Please select a date.' });
    },
  );

  it('refuses a date more than a year ahead', () => {
    expect(checkBookingDate('2027-12-24', lateEvening, null)).toMatchObject({ ok: false });
  });

  it('reads a bare date as 09:00 in New York, also across a clock change', () => {
    expect(checkBookingDate('2027-03-14', lateEvening, null)).toMatchObject({
      instant: new Date('2027-03-14T13:00:00Z'),
    });
    expect(checkBookingDate('2027-03-13', lateEvening, null)).toMatchObject({
      instant: new Date('2027-03-13T14:00:00Z'),
    });
  });

  it('closes today at the cutoff, and no other day', () => {
    const justBefore = new Date('2026-11-21T10:59:00Z');
    const atCutoff = new Date('2026-11-21T11:00:00Z'); // 06:00 in New York
    expect(checkBookingDate('2026-11-21', justBefore, '06:00').ok).toBe(true);
    expect(checkBookingDate('2026-11-21', atCutoff, '06:00')).toMatchObject({ ok: false });
    expect(checkBookingDate('2026-11-22', atCutoff, '06:00').ok).toBe(true);
  });
});

describe('checkNewDate', () => {
  const now = new Date('2026-11-21T14:00:00Z');

  it('accepts today and later', () => {
    expect(checkNewDate('2026-11-21', now)).toEqual({ ok: true, instant: now });
  });

  it('has words of its own for a missing date only', () => {
    expect(checkNewDate('', now)).toEqual({ ok: false, message: 'Please select a new date for the pickup.' });
    expect(checkNewDate('2026-11-20', now)).toEqual({ ok: false, message: 'Please select a future date.' });
  });
});

describe('describeDay', () => {
  it('is the New York day in words', () => {
    expect(describeDay({ scheduledDate: new Date('2026-11-22T04:30:00Z') })).toBe('Sat, Nov 21');
    expect(describeDay({ scheduledDate: null })).toBe('a day to be set');
  });
});

describe('pressedByOurClock', () => {
  const now = new Date('2026-11-24T14:00:00Z');
  const pressedAt = new Date('2026-11-24T13:00:00Z');
  const correctedMs = (sentMsAgo: number) =>
    Number(pressedByOurClock(pressedAt, new Date(now.getTime() - sentMsAgo), now)) - pressedAt.getTime();

  it("is the phone's time while the request took up to a minute", () => {
    expect([0, 30_000, 60_000].map(correctedMs)).toEqual([0, 0, 0]);
  });

  it("is corrected when the phone's clock is slow or fast", () => {
    expect(correctedMs(60_001)).toBe(60_001);
    expect(correctedMs(-1)).toBe(-1);
  });

  it("is the phone's time when it does not say when it sent it", () => {
    expect(pressedByOurClock(pressedAt, undefined, now)).toBe(pressedAt);
    expect(pressedByOurClock(pressedAt, new Date('nonsense'), now)).toBe(pressedAt);
    expect(pressedByOurClock(undefined, now, now)).toBeUndefined();
  });
});

describe('checkPressedAt', () => {
  const now = new Date('2026-11-23T20:00:00Z');
  const at = (pressedAt: string | undefined, day: string | null) =>
    checkPressedAt(pressedAt === undefined ? undefined : new Date(pressedAt), day, now).toISOString();

  it("is when the driver pressed, between the midnight of the stop's day and now", () => {
    expect(at('2026-11-23T05:00:00Z', '2026-11-23')).toBe('2026-11-23T05:00:00.000Z');
    expect(at('2026-11-23T20:00:00Z', '2026-11-23')).toBe(now.toISOString());
    expect(at('2026-11-20T12:00:00Z', '2026-11-20')).toBe('2026-11-20T12:00:00.000Z');
  });

  it.each([
    [undefined, '2026-11-23'],
    ['nonsense', '2026-11-23'],
    ['2026-11-23T20:00:00.001Z', '2026-11-23'],
    ['2026-11-23T04:59:59.999Z', '2026-11-23'],
  ])('is now when the time is implausible: %s', (pressedAt, day) => {
    expect(at(pressedAt, day)).toBe(now.toISOString());
  });

  it('is never more than 14 days ago, however overdue the stop was', () => {
    expect(at('2026-11-09T05:00:00Z', '2026-08-01')).toBe('2026-11-09T05:00:00.000Z');
    expect(at('2026-11-09T04:59:59Z', '2026-08-01')).toBe(now.toISOString());
    expect(at('2026-11-09T04:59:59Z', null)).toBe(now.toISOString());
  });
});

describe('wasPressedBeforeItsDay', () => {
  // 09:00 on Tuesday.
  const now = new Date('2026-11-24T14:00:00Z');
  const isBefore = (pressedAt: string | undefined, sentAt: string | undefined) =>
    wasPressedBeforeItsDay(
      { pressedAt: pressedAt ? new Date(pressedAt) : undefined, sentAt: sentAt ? new Date(sentAt) : undefined },
      '2026-11-24',
      now,
    );

  it("is true before the midnight of the stop's day", () => {
    expect(isBefore('2026-11-24T04:59:59.999Z', now.toISOString())).toBe(true);
    expect(isBefore('2026-11-24T05:00:00Z', now.toISOString())).toBe(false);
  });

  it("uses our clock, not the phone's", () => {
    // The phone is two days slow, and half an hour has passed.
    expect(isBefore('2026-11-22T13:30:00Z', '2026-11-22T14:00:00Z')).toBe(false);
    // The phone is two days fast, and a whole day has passed.
    expect(isBefore('2026-11-25T14:00:00Z', '2026-11-26T14:00:00Z')).toBe(true);
  });

  it.each([
    [undefined, now.toISOString()],
    ['2026-11-23T14:00:00Z', undefined],
    ['2026-11-23T14:00:00Z', 'nonsense'],
    ['nonsense', now.toISOString()],
  ])('is false when the phone does not send both times: %s, %s', (pressedAt, sentAt) => {
    expect(isBefore(pressedAt, sentAt)).toBe(false);
  });
});

describe('undoProblemOf', () => {
  const resolvedAt = new Date('2026-11-23T14:00:00Z');
  const at = (seconds: number) => new Date(resolvedAt.getTime() + seconds * 1000);

  it('is null for the person who pressed, until two minutes have passed', () => {
    expect(undoProblemOf({ resolvedBy: 'me', resolvedAt }, 'me', at(0))).toBeNull();
    expect(undoProblemOf({ resolvedBy: 'me', resolvedAt }, 'me', at(119.999))).toBeNull();
    expect(undoProblemOf({ resolvedBy: 'me', resolvedAt }, 'me', at(120))).toBe('too_late');
  });

  it("names somebody else's press, and one from before presses were saved", () => {
    expect(undoProblemOf({ resolvedBy: 'you', resolvedAt }, 'me', at(0))).toBe('not_yours');
    expect(undoProblemOf({ resolvedBy: null, resolvedAt: null }, 'me', at(0))).toBe('too_late');
    expect(undoProblemOf({ resolvedBy: 'me', resolvedAt: null }, 'me', at(0))).toBe('too_late');
    expect(undoProblemOf({ resolvedBy: null, resolvedAt }, 'me', at(0))).toBe('too_late');
  });

  it('agrees with undoUntilOf', () => {
    expect(undoUntilOf({ resolvedAt })).toBe('2026-11-23T14:02:00.000Z');
    expect(undoUntilOf({ resolvedAt: null })).toBeNull();
  });
});

it('can be rated from the end of undoing until 168 hours after completion', () => {
  const completedAt = new Date('2026-10-30T14:00:00Z');
  // The dispatcher pressed a minute after the driver.
  const resolvedAt = new Date('2026-10-30T14:01:00Z');
  const until = new Date('2026-11-06T14:00:00Z');
  expect(ratingWindowOf({ status: 'completed', completedAt, resolvedAt })).toEqual({
    from: new Date('2026-10-30T14:03:00Z'),
    until,
  });
  expect(ratingWindowOf({ status: 'completed', completedAt, resolvedAt: null })).toEqual({
    from: new Date('2026-10-30T14:02:00Z'),
    until,
  });
  expect(ratingWindowOf({ status: 'assigned', completedAt, resolvedAt })).toBeNull();
  expect(ratingWindowOf({ status: 'completed', completedAt: null, resolvedAt })).toBeNull();
});

it('reopens until the end of the New York day', () => {
  const completedAt = new Date('2026-11-23T14:00:00Z');
  expect(isReopenable({ completedAt }, new Date('2026-11-24T04:59:59Z'))).toBe(true);
  expect(isReopenable({ completedAt }, new Date('2026-11-24T05:00:00Z'))).toBe(false);
  expect(isReopenable({ completedAt: null }, completedAt)).toBe(false);
});

it("adds a note to the driver's, and shortens the earlier one when both are too long", () => {
  expect(addedNote(null, 'Gate locked')).toBe('Gate locked');
  expect(addedNote('Dog', 'Gate locked')).toBe('Dog\nGate locked');
  expect(addedNote('x'.repeat(489), 'y'.repeat(10))).toBe(`${'x'.repeat(489)}\n${'y'.repeat(10)}`);
  expect(addedNote('x'.repeat(490), 'y'.repeat(10))).toBe(`${'x'.repeat(488)}…\n${'y'.repeat(10)}`);
  expect(addedNote(`${'x'.repeat(487)}👍x`, 'y'.repeat(10))).toBe(`${'x'.repeat(487)}…\n${'y'.repeat(10)}`);
  expect(addedNote(`👍${'x'.repeat(488)}`, 'y'.repeat(10))).toBe(`👍${'x'.repeat(486)}…\n${'y'.repeat(10)}`);
  for (const length of [498, 499, 500]) expect(addedNote('x'.repeat(9), 'y'.repeat(length))).toBe('y'.repeat(length));
});

it('counts the minutes since the previous press, at least one and at most two hours', () => {
  const press = new Date('2026-11-23T14:00:00Z');
  const after = (seconds: number) => minutesTaken(new Date(press.getTime() - seconds * 1000), press);
  expect([0, 29, 90, 600, 7200, 7229, 7230].map(after)).toEqual([1, 1, 2, 10, 120, 120, null]);
  expect(minutesTaken(undefined, press)).toBeNull();
});

describe('whyTaken', () => {
  const today = '2026-11-23';
  const mine = { status: 'assigned', driverId: 'me', scheduledDay: today, wasRescheduled: true } as const;
  const tomorrow = { scheduledDay: '2026-11-24' };

  it.each([
    ['still mine today', {}, false, undefined],
    ['still mine without a day', { scheduledDay: null }, false, undefined],
    ['mine tomorrow, and was never moved', { ...tomorrow, wasRescheduled: false }, false, undefined],
    ['mine, and was completed before it was moved', { ...tomorrow, status: 'completed' }, true, undefined],
    ['moved to tomorrow', tomorrow, false, 'rescheduled'],
    ['moved to today after the press', {}, true, 'rescheduled'],
    ['cancelled while it was mine', { status: 'cancelled' }, false, 'cancelled'],
    ['cancelled while it was nobody', { status: 'cancelled', driverId: null }, false, 'cancelled'],
    ["nobody's", { status: 'pending', driverId: null }, false, 'unassigned'],
    ["another driver's", { driverId: 'you' }, false, 'reassigned'],
    ["another driver's tomorrow", { driverId: 'you', ...tomorrow }, true, 'reassigned'],
  ] as const)('of a stop that is %s', (_what, change, isNotDue, expected) => {
    expect(whyTaken({ ...mine, ...change }, 'me', { today, isNotDue })).toBe(expected);
  });
});

it('names the street of a stop, and how it was taken away', () => {
  const stop = { address: '742 S 10th St , Philadelphia, PA 19147', scheduledDay: '2026-11-24' };
  expect(
    (['reassigned', 'unassigned', 'cancelled', 'rescheduled'] as const).map((how) => takenText(stop, how)),
  ).toEqual([
    '742 S 10th St was given to another driver.',
    '742 S 10th St was taken off your route.',
    '742 S 10th St was cancelled.',
    '742 S 10th St was moved to Tue, Nov 24.',
  ]);
  expect(takenText({ address: ' ', scheduledDay: null }, 'rescheduled')).toBe('This stop was moved to another day.');
});
