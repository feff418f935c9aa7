import type { Hours } from './shift-rules.ts';

/** Rules for the times of day that a plan can prefer. */

/** The hours of each time of day, as New York wall times. */
const windows: Readonly<Record<string, Hours>> = {
  morning: { start: '07:00', end: '12:00' },
  afternoon: { start: '12:00', end: '17:00' },
  evening: { start: '17:00', end: '20:00' },
};

/**
 * Returns the times of day that overlap at least one of these shifts; all of them if there are no shifts. `always` is
 * included in any case, because it is the time of plans without a stated time.
 */
export function offeredTimes(shifts: readonly Hours[], always: string): string[] {
  return Object.entries(windows)
    .filter(([time, { start, end }]) => {
      const isWorked = shifts.length === 0 || shifts.some((shift) => shift.start < end && start < shift.end);
      return isWorked || time === always;
    })
    .map(([time]) => time);
}

/** Returns true if a text is one of the times of day, and not a wish in a customer's own words. */
export function isTimeOfDay(text: string): boolean {
  return hoursOfTime(text) !== null;
}

/** Returns the hours of a time of day; null for any other text. */
export function hoursOfTime(text: string): Hours | null {
  return Object.hasOwn(windows, text) ? (windows[text] ?? null) : null;
}
