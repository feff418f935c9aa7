import type { DriverShift } from '../../../contract/routing/day-board.ts';
import { clockText, instantOf } from '../../../contract/values/time/dates.ts';

/** Rules of drivers' working hours. */

/** Start and end of a working day, as New York wall times (HH:MM). */
export interface Hours {
  readonly start: string;
  readonly end: string;
}

/** The hours of a driver without a shift: from the start of the day for so many hours, until midnight at most. */
export function usualHours(startTime: string, hours: number): Hours {
  const [hour = 0, minute = 0] = startTime.split(':').map(Number);
  const endMinute = Math.min(hour * 60 + minute + Math.round(hours * 60), 24 * 60 - 1);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return { start: startTime, end: `${twoDigits(Math.floor(endMinute / 60))}:${twoDigits(endMinute % 60)}` };
}

/** A driver's shift on one date: an exception for the date, with null hours on a day off, goes before the usual hours. */
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
 * How many seconds of work fit between the departure and the end of the shift. If the shift is over by then, the
 * dispatcher wants overtime: its whole length fits, and the board shows that the route ends after the shift. Nothing
 * fits on a day off.
 */
export function roomSeconds(shift: DriverShift, day: string, departsAt: Date): number {
  if (shift.isOff) return 0;
  const start = instantOf(day, shift.start);
  const end = instantOf(day, shift.end);
  const from = departsAt < end ? departsAt : start;
  return (end.getTime() - from.getTime()) / 1000;
}

/**
 * Minutes of work beyond the shift, for open stops that take `workSeconds` and end at `endsAt`. On a day off it is all of them.
 */
export function overMinutes(shift: DriverShift, day: string, endsAt: Date, workSeconds: number): number {
  if (shift.isOff) return Math.ceil(workSeconds / 60);
  return Math.max(0, Math.ceil((endsAt.getTime() - instantOf(day, shift.end).getTime()) / 60_000));
}

/** "7:00 AM – 3:00 PM", or "a day off". */
export function hoursText({ start, end, isOff }: DriverShift): string {
  return isOff ? 'a day off' : `${clockText(start)} – ${clockText(end)}`;
}
