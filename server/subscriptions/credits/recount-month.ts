import { centsToText } from '../../../contract/values/money.ts';
import { recountMonth } from '../../../contract/values/plan/credit.ts';
import { serviceDaysOn } from '../../../contract/values/plan/schedule.ts';
import { cutoffOf } from '../../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey, dateKeyOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listVisitDays } from '../occurrences/occurrences.store.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { countPriced, findMonthAt, listCreditedDays, type MonthRow, setMonth } from './credits.store.ts';
import { visitsLeft, worthOf } from './month-worth.ts';

/**
 * Counts the present month of a locked plan again from the first day on which its days are others: credits that are
 * written stay, and what is left of the charge is spread over the visits that are left. Does nothing if the days are
 * the same, or no charged month is known. The caller has written the due credits.
 */
export async function recountForDays(
  services: Pick<Services, 'clock' | 'settings'>,
  trx: Db,
  before: SubscriptionRow,
  after: SubscriptionRow,
  from: DateKey = firstChangedDay(services, before),
): Promise<void> {
  if (before.pickupDays.join() === after.pickupDays.join()) return;
  const month = await findMonthAt(trx, after.id, services.clock());
  if (!month) return;
  const span = {
    from,
    endsAt: month.endsAt,
    known: await listVisitDays(trx, after.id, addDays(from, -6), addDays(from, -1)),
  };
  await recount(trx, month, {
    before: visitsLeft(timetableOf(before), span),
    after: visitsLeft(timetableOf(after), span),
  });
}

/** Returns tomorrow, or the day after if the visit of tomorrow is past its cut-off and so is made as before. */
function firstChangedDay({ clock, settings }: Pick<Services, 'clock' | 'settings'>, before: SubscriptionRow): DateKey {
  const now = clock();
  const tomorrow = addDays(dateKeyOf(now), 1);
  const isServed = serviceDaysOn(timetableOf(before), tomorrow).includes(weekdayOf(tomorrow));
  return isServed && now >= cutoffOf(tomorrow, settings.changeCutoff) ? addDays(tomorrow, 1) : tomorrow;
}

/** Saves what the rest of a month is worth. `days` are the visits that it has left, before and after the change. */
export async function recount(
  trx: Db,
  month: MonthRow,
  days: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const { subscriptionId, startsAt } = month;
  const credited = new Set(await listCreditedDays(trx, subscriptionId));
  const written = await countPriced(trx, subscriptionId, startsAt);
  const countOf = (left: readonly string[]) => left.filter((day) => !credited.has(day)).length;
  const rest = recountMonth(worthOf(month), {
    ...{ written, leftBefore: countOf(days.before), leftAfter: countOf(days.after) },
  });
  await setMonth(trx, month, {
    recountedValue: centsToText(rest.valueCents),
    recountedVisits: rest.visits,
    recountedCredits: rest.credits,
  });
}
