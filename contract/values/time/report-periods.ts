import { addDays, type DateKey } from './dates.ts';

/** Spans of New York days, both ends included, and the periods that a report divides them into. Weeks start Monday. */

export interface DaySpan {
  readonly from: DateKey;
  readonly to: DateKey;
}

/** The maximum number of days in a report: a leap year. */
export const mostReportDays = 366;

export function daysIn({ from, to }: DaySpan): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

/** Returns 0 for Monday to 6 for Sunday. */
function weekdayIndex(day: DateKey): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

const startOfWeek = (day: DateKey) => addDays(day, -weekdayIndex(day));
const startOfMonth = (day: DateKey) => `${day.slice(0, 'YYYY-MM'.length)}-01`;
const startOfNextMonth = (day: DateKey) => startOfMonth(addDays(startOfMonth(day), 31));

export const spanPresets = ['this-week', 'last-week', 'this-month', 'last-month'] as const;
export type SpanPreset = (typeof spanPresets)[number];

/**
 * Returns the span of a preset as of a day. This week and this month include their future days, which already have
 * stops.
 */
export function presetSpan(preset: SpanPreset, today: DateKey): DaySpan {
  const monday = startOfWeek(today);
  const first = startOfMonth(today);
  switch (preset) {
    case 'this-week':
      return { from: monday, to: addDays(monday, 6) };
    case 'last-week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'this-month':
      return { from: first, to: addDays(startOfNextMonth(today), -1) };
    case 'last-month':
      return { from: startOfMonth(addDays(first, -1)), to: addDays(first, -1) };
  }
}

/** A span of up to `mostDays` is divided into days, one of up to `mostDaysOfWeeks` into weeks, others into months. */
const mostDays = 31;
const mostDaysOfWeeks = 183;

/** Returns the days, weeks or months of a span. The first and last periods are cut to the span. */
export function periodsOf({ from, to }: DaySpan): DaySpan[] {
  const days = daysIn({ from, to });
  const next = (day: DateKey) => {
    if (days <= mostDays) return addDays(day, 1);
    return days <= mostDaysOfWeeks ? addDays(startOfWeek(day), 7) : startOfNextMonth(day);
  };
  const periods: DaySpan[] = [];
  for (let day = from; day <= to; day = next(day)) {
    const last = addDays(next(day), -1);
    periods.push({ from: day, to: last < to ? last : to });
  }
  return periods;
}
