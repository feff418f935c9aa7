import { centsOf } from '../../../contract/values/money.ts';
import type { MonthWorth } from '../../../contract/values/plan/credit.ts';
import { nextServiceDays, type PlanTimetable, visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';
import type { MonthRow } from './credits.store.ts';

/** Pure decisions about what a recorded month is worth, and the visits that it has left. */

type WorthColumns = Pick<MonthRow, 'price' | 'visits' | 'recountedValue' | 'recountedVisits' | 'recountedCredits'>;

export function worthOf(month: WorthColumns): MonthWorth {
  const { price, visits, recountedValue, recountedVisits, recountedCredits } = month;
  const charged = { priceCents: centsOf(price), visits };
  if (recountedValue === null) return charged;
  const rest = { visits: recountedVisits ?? 0, credits: recountedCredits ?? 0 };
  return { ...charged, recount: { valueCents: centsOf(recountedValue), ...rest } };
}

/** More visits than any month has, also one whose end has moved. */
const mostVisits = 60;

/**
 * Returns the service days from `from` on whose visits come before `endsAt`. Held days are among them, because they are
 * credited. `known` are the plan's visits in the six days before.
 */
export function visitsLeft(
  timetable: PlanTimetable,
  { from, endsAt, known }: { from: DateKey; endsAt: Date; known: readonly DateKey[] },
): DateKey[] {
  const unheld = { ...timetable, holdFrom: null, heldUntil: null, endsAt: null };
  const days = nextServiceDays(unheld, addDays(from, -1), mostVisits, known);
  return days.filter((day) => visitTimeOf(day) < endsAt);
}
