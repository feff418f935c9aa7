import type { DriverShift } from '../../../contract/routing/day-board.ts';
import { clockText, instantOf } from '../../../contract/values/time/dates.ts';

/** Rules of drivers' working hours. */

/** Start and end of a working day, as New York wall times (HH:MM). */
export interface Hours {
  readonly start: string;
  readonly end: string;
}

/** Returns the hours of a driver without own hours: `hours` from the start of the day, until 23:59 at the latest. */
export function usualHours(startTime: string, hours: number): Hours {
  const [hour = 0, minute = 0] = startTime.split(':').map(Number);
  const endMinute = Math.min(hour * 60 + minute + Math.round(hours * 60), 24 * 60 - 1);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return { start: startTime, end: `${twoDigits(Math.floor(endMinute / 60))}:${twoDigits(endMinute % 60)}` };
}

/**
 * Returns a driver's shift on one date. An exception for the date takes precedence over the usual hours; its hours are
 * null on a day off.
 */
export function shiftOf(
  usual: Hours,
  exception: { start: string | null; end: string | null } | undefined,
): DriverShift {
  if (!exception) return { ...usual, isOff: false, isException: false };
  const { start, end } = exception;
  if (start === null || end === null) return { ...usual, isOff: true, isException: true };
  return { start, end, isOff: false, isException: true };
}

/**
 * Returns how many seconds of work fit between the departure and the end of the shift. A departure after the shift
 * means that the dispatcher wants overtime: as much work fits as in the whole shift, and the board shows that the route
 * ends too late. On a day off nothing fits.
 */
export function roomSeconds(shift: DriverShift, day: string, departsAt: Date): number {
  if (shift.isOff) return 0;
  const start = instantOf(day, shift.start);
  const end = instantOf(day, shift.end);
  const from = departsAt < end ? departsAt : start;
  return (end.getTime() - from.getTime()) / 1000;
}

/**
 * Returns the minutes of work beyond the shift, for open stops that take `workSeconds` and end at `endsAt`. On a day
 * off, all work is beyond the shift.
 */
export function overMinutes(shift: DriverShift, day: string, endsAt: Date, workSeconds: number): number {
  if (shift.isOff) return Math.ceil(workSeconds / 60);
  return Math.max(0, Math.ceil((endsAt.getTime() - instantOf(day, shift.end).getTime()) / 60_000));
}

/** Returns "7:00 AM – 3:00 PM", or "a day off". */
export function hoursText({ start, end, isOff }: DriverShift): string {
  return isOff ? 'a day off' : `${clockText(start)} – ${clockText(end)}`;
}
