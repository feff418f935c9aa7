import type { Plan } from '../prices.ts';
import { addDays, type DateKey, type Weekday, weekdayOf } from './dates.ts';

/** The service days of a plan. The server makes stops from them, and the screens show them in advance. */

/** Returns the weekdays of a package: its fixed days, or the customer's preferred day. */
export function serviceDaysOf(plan: Pick<Plan, 'fixedDays'>, preferredDay: Weekday): Weekday[] {
  return plan.fixedDays ? [...plan.fixedDays] : [preferredDay];
}

/** Returns weekdays in words: "Monday and Thursday". */
export function daysText(days: readonly string[]): string {
  return days.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1)).join(' and ');
}

/** Returns the next date after today for each weekday, earliest first. */
export function firstServiceDays(days: readonly string[], today: DateKey): DateKey[] {
  const week = [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(today, ahead));
  return week.filter((day) => days.includes(weekdayOf(day)));
}
