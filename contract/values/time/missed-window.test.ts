import { describe, expect, it } from 'vitest';
import {
  eveningDayOf,
  missedPhaseOf,
  missedWindowText,
  reportsEndAt,
  reportsOpenAt,
  type VisitFacts,
} from './missed-window.ts';

const day = '2026-11-23';
const bookedAt = new Date('2026-11-20T15:00:00Z');
const open: VisitFacts = { day, bookedAt, isOpen: true, isRouteClosed: false, lastPressAt: null };
const done: VisitFacts = { ...open, isOpen: false };
const at = (instant: string) => new Date(instant);

describe('a stop that is still open', () => {
  it.each([
    ['the minute before its day', '2026-11-23T04:59:59.999Z', 'before'],
    ['at 0:00 of its day', '2026-11-23T05:00:00Z', 'coming'],
    ['at 17:59', '2026-11-23T22:59:59.999Z', 'coming'],
    ['at 18:00', '2026-11-23T23:00:00Z', 'open'],
    ['at 23:59 two days later', '2026-11-26T04:59:59.999Z', 'open'],
    ['at 0:00 three days later', '2026-11-26T05:00:00Z', 'over'],
  ])('%s', (_, now, phase) => {
    expect(missedPhaseOf(open, at(now))).toBe(phase);
  });

  it("may still come for an hour after its driver's last press, also after 18:00", () => {
    const out = { ...open, lastPressAt: at('2026-11-23T23:30:00Z') };
    expect(missedPhaseOf(out, at('2026-11-24T00:29:59.999Z'))).toBe('coming');
    expect(missedPhaseOf(out, at('2026-11-24T00:30:00Z'))).toBe('open');
  });
});

describe('a stop that was booked for today after 18:00', () => {
  const late = (bookedAt: string) => ({ ...open, bookedAt: at(bookedAt) });

  it("can't be reported before its day ends", () => {
    const booked = late('2026-11-24T02:51:00Z');
    expect(missedPhaseOf(booked, at('2026-11-24T02:51:00Z'))).toBe('before');
    expect(missedPhaseOf(booked, at('2026-11-24T04:59:59.999Z'))).toBe('before');
    expect(missedPhaseOf(booked, at('2026-11-24T05:00:00Z'))).toBe('open');
  });

  it('counts from 18:00 on', () => {
    expect(missedPhaseOf(late('2026-11-23T22:59:59.999Z'), at('2026-11-23T23:00:00Z'))).toBe('open');
    expect(missedPhaseOf(late('2026-11-23T23:00:00Z'), at('2026-11-23T23:00:00Z'))).toBe('before');
  });

  it('is reported like any other once it is resolved', () => {
    const resolved = { ...late('2026-11-24T00:00:00Z'), isOpen: false };
    expect(missedPhaseOf(resolved, at('2026-11-24T01:00:00Z'))).toBe('open');
  });
});

describe('a stop that was resolved', () => {
  it.each([
    ['at 17:59 while its route is open', '2026-11-23T22:59:59.999Z', {}, 'wait'],
    [
      'at 18:00, also while its driver is out',
      '2026-11-23T23:00:00Z',
      { lastPressAt: at('2026-11-23T22:59:00Z') },
      'open',
    ],
    ['in the morning when its route is closed', '2026-11-23T14:00:00Z', { isRouteClosed: true }, 'open'],
    ['at 23:59 two days later', '2026-11-26T04:59:00Z', { isRouteClosed: true }, 'open'],
    ['at 0:00 three days later', '2026-11-26T05:00:00Z', { isRouteClosed: true }, 'over'],
    ['before its day', '2026-11-23T04:59:00Z', { isRouteClosed: true }, 'before'],
  ])('%s', (_, now, facts, phase) => {
    expect(missedPhaseOf({ ...done, ...facts }, at(now))).toBe(phase);
  });
});

it.each([
  ['clocks go forward on its day', '2026-03-08', '2026-03-08T22:00:00Z', '2026-03-11T04:00:00Z'],
  ['clocks go forward before its end', '2026-03-06', '2026-03-06T23:00:00Z', '2026-03-09T04:00:00Z'],
  ['clocks go back on its day', '2026-11-01', '2026-11-01T23:00:00Z', '2026-11-04T05:00:00Z'],
  ['clocks go back before its end', '2026-10-30', '2026-10-30T22:00:00Z', '2026-11-02T05:00:00Z'],
])('opens at 18:00 and ends after 23:59 when the %s', (_, date, from, until) => {
  expect(reportsOpenAt(date).toISOString()).toBe(at(from).toISOString());
  expect(reportsEndAt(date).toISOString()).toBe(at(until).toISOString());
});

it('the evening of a day begins at 18:00 in New York, also in summer, and ends at midnight', () => {
  expect(eveningDayOf(at('2026-11-23T22:59:59.999Z'))).toBeNull();
  expect(eveningDayOf(at('2026-11-23T23:00:00Z'))).toBe(day);
  expect(eveningDayOf(at('2026-11-24T04:59:59.999Z'))).toBe(day);
  expect(eveningDayOf(at('2026-11-24T05:00:00Z'))).toBeNull();
  expect(eveningDayOf(at('2026-07-01T22:00:00Z'))).toBe('2026-07-01');
});

it('is described to customers in a sentence', () => {
  expect(missedWindowText).toBe(
    "You can report a missed pickup in your account once your driver's route is done, or from 6:00 PM on, until the end of the day 2 days later.",
  );
});
