import { TZDateMini } from '@date-fns/tz/date/mini';

/**
 * The service runs on New York time: today, tomorrow, overdue and date keys are New York calendar dates. Instants are
 * passed as UTC (TIME-1). Compare date keys instead of instants, because 09:00 of today may have passed.
 */
export const serviceTimeZone = 'America/New_York';

/** A New York calendar date, YYYY-MM-DD. Sorts and compares as text. */
export type DateKey = string;

const newYorkDate = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the New York calendar date of an instant. */
export function dateKeyOf(instant: Date): DateKey {
  // As MM/DD/YYYY.
  const [month, day, year] = newYorkDate.format(instant).split('/');
  return `${year}-${month}-${day}`;
}

const wallTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Returns the time of day in New York, HH:MM. */
export function wallTimeOf(instant: Date): string {
  return wallTimeFormat.format(instant);
}

/** Returns an instant in New York time with its UTC offset: 2026-11-30T22:30:00-05:00. */
export function localTimestampOf(instant: Date): string {
  const minutesEast = -new TZDateMini(instant.getTime(), serviceTimeZone).getTimezoneOffset();
  const wall = new Date(instant.getTime() + minutesEast * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const offset = new Date(Math.abs(minutesEast) * 60_000).toISOString().slice('YYYY-MM-DDT'.length, -':SS.000Z'.length);
  return `${wall}${minutesEast < 0 ? '-' : '+'}${offset}`;
}

const clockFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, hour: 'numeric', minute: '2-digit' });

/** Returns the time of day in New York as people read it: "9:00 AM". */
export function formatWallTime(instant: Date): string {
  return clockFormat.format(instant).replace(/\u202f/g, ' ');
}

/** Returns a New York wall time HH:MM as people read it: "18:00" → "6:00 PM". */
export function clockText(wallTime: string): string {
  return formatWallTime(instantOf('2026-01-01', wallTime));
}

/** Returns true if the text is an existing calendar date (2026-02-29 isn't). */
export function isDateKey(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/**
 * Returns the instant of a New York wall time (HH:MM) on a date. In the hour that a clock change skips, returns the
 * later one.
 */
export function instantOf(dateKey: DateKey, wallTime: string): Date {
  const [year = 0, month = 1, day = 1] = dateKey.split('-').map(Number);
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number);
  return new Date(new TZDateMini(year, month - 1, day, hours, minutes, 0, serviceTimeZone).getTime());
}

/** Adds calendar days. Passed to `instantOf`, 09:00 stays 09:00 across a clock change. */
export function addDays(dateKey: DateKey, days: number): DateKey {
  const [year = 0, month = 1, day = 1] = dateKey.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Returns the weekday of a calendar date in lower case, as preferred days are stored. */
export function weekdayOf(dateKey: DateKey): Weekday {
  return weekdays[new Date(`${dateKey}T00:00:00Z`).getUTCDay()] as Weekday;
}

/** The wall times stored for a picked date and for the default date (tomorrow). */
export const pickedDateTime = '09:00';
export const defaultDateTime = '10:00';

/** Returns the default date of a booking: tomorrow at 10:00 in New York. */
export function defaultScheduledDate(now: Date): Date {
  return instantOf(addDays(dateKeyOf(now), 1), defaultDateTime);
}

/** Formats a date key for people: "Sat, Nov 21" (short) or "Saturday, November 21" (long). */
export function formatDateKey(dateKey: DateKey, length: 'short' | 'long' = 'short'): string {
  return dateKeyFormats[length].format(new Date(`${dateKey}T12:00:00Z`));
}

/** Formats an instant for people: "Sat, Nov 21 at 9:00 AM". */
export function formatMoment(instant: Date): string {
  return `${formatDateKey(dateKeyOf(instant))} at ${formatWallTime(instant)}`;
}

/** Formats a deadline for people: "9:00 AM on Sat, Nov 21". */
export function formatDeadline(instant: Date): string {
  return `${formatWallTime(instant)} on ${formatDateKey(dateKeyOf(instant))}`;
}

const dateKeyFormats = {
  short: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }),
  long: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' }),
};

/**
 * Parses a client's date: an instant (ISO 8601 with Z or an offset), a bare date (stored at 09:00), or a date and time
 * without a zone (New York wall time). Returns null for anything else.
 */
export function parseScheduledDate(text: string): Date | null {
  const local = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?)?$/.exec(text);
  if (local) {
    const [, dateKey = '', wallTime = pickedDateTime] = local;
    return isDateKey(dateKey) && /^([01]\d|2[0-3]):[0-5]\d$/.test(wallTime) ? instantOf(dateKey, wallTime) : null;
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) || !isDateKey(text.slice(0, 10)) ? null : instant;
}
