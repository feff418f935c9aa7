import { addDays, type DateKey, type Weekday, weekdayOf } from './dates.ts';
import type { Plan } from './prices.ts';

/** When a plan is collected: the server makes the stops by it, and the screens tell it beforehand. */

/** The weekdays of a plan: its own, else the preferred one. */
export function serviceDaysOf(plan: Pick<Plan, 'fixedDays'>, preferredDay: Weekday): Weekday[] {
  return plan.fixedDays ? [...plan.fixedDays] : [preferredDay];
}

/** The first date after today for each of the weekdays, the earliest first. */
export function firstServiceDays(days: readonly string[], today: DateKey): DateKey[] {
  const week = [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(today, ahead));
  return week.filter((day) => days.includes(weekdayOf(day)));
}
