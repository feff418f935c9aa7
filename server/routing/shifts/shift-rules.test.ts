import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { hoursText, overMinutes, roomSeconds, shiftOf, usualHours } from './shift-rules.ts';

const day = '2026-11-25';
const usual = { start: '07:00', end: '15:00' };
const shift = shiftOf(usual, undefined);
const off = shiftOf(usual, { start: null, end: null });
const at = (time: string) => instantOf(day, time);

describe('usualHours', () => {
  it('adds the hours of a day to its start, until midnight at most', () => {
    expect(usualHours('07:00', 8)).toEqual(usual);
    expect(usualHours('06:30', 7.5)).toEqual({ start: '06:30', end: '14:00' });
    expect(usualHours('20:00', 8)).toEqual({ start: '20:00', end: '23:59' });
  });
});

describe('shiftOf', () => {
  it('puts an exception before the usual hours, which a day off keeps', () => {
    expect(shift).toEqual({ ...usual, isOff: false, isException: false });
    expect(off).toEqual({ ...usual, isOff: true, isException: true });
    const shorter = { start: '09:00', end: '12:00' };
    expect(shiftOf(usual, shorter)).toEqual({ ...shorter, isOff: false, isException: true });
    expect([hoursText(shift), hoursText(off)]).toEqual(['7:00 AM – 3:00 PM', 'a day off']);
  });
});

describe('roomSeconds', () => {
  it('is the time from the departure to the end of the shift', () => {
    expect(roomSeconds(shift, day, at('07:00'))).toBe(8 * 3600);
    expect(roomSeconds(shift, day, at('14:00'))).toBe(3600);
  });

  it('is a whole shift after its end, and nothing on a day off', () => {
    expect(roomSeconds(shift, day, at('15:00'))).toBe(8 * 3600);
    expect(roomSeconds(off, day, at('07:00'))).toBe(0);
  });
});

describe('overMinutes', () => {
  it('counts what is beyond the shift, and all work on a day off', () => {
    expect(overMinutes(shift, day, at('15:00'), 600)).toBe(0);
    expect(overMinutes(shift, day, new Date(at('15:00').getTime() + 1_000), 600)).toBe(1);
    expect(overMinutes(shift, day, at('16:30'), 600)).toBe(90);
    expect(overMinutes(off, day, at('08:00'), 601)).toBe(11);
  });
});
