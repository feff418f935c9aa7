import { graceDays } from '../../../contract/subscriptions.ts';
import { nextMonth } from '../../../contract/values/plan/billing-months.ts';
import { isHeld } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { findLastMonth, type MonthRow, setMonth } from '../credits/credits.store.ts';
import { visitsLeft } from '../credits/month-worth.ts';
import { recount } from '../credits/recount-month.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { listVisitDays } from '../occurrences/occurrences.store.ts';
import { timetableOf } from '../rules.ts';
import { changeSubscription, type SubscriptionRow } from '../subscriptions.store.ts';

/**
 * The end of a month that a pause has moved. Our books move it first; the job `sync-subscription` then moves it at the
 * provider (`renewsAt`).
 */

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Moves the end of a month that was paid late by the days without service since the plan was paused. Days of grace were
 * served, and held days are credited, so neither counts. Call it under the plan's lock, before a paused plan becomes
 * active. Does nothing if every day was served.
 */
export async function extendPaidMonth(
  services: Pick<Services, 'clock' | 'jobs' | 'settings'>,
  trx: Db,
  plan: SubscriptionRow,
): Promise<SubscriptionRow> {
  await writeDueCredits(services, trx, plan);
  const month = await findLastMonth(trx, plan.id);
  const from = unservedFromOf(plan);
  if (!month || from === null) return plan;
  const today = dateKeyOf(services.clock());
  const days = countUnserved(plan, from, today);
  if (days <= 0) return plan;
  const endsAt = new Date(month.endsAt.getTime() + days * dayMs);
  const lost = { from, endsAt: month.endsAt, known: await visitsBefore(trx, plan, from) };
  const tomorrow = addDays(today, 1);
  const added = { from: tomorrow, endsAt, known: await visitsBefore(trx, plan, tomorrow) };
  const timetable = timetableOf(plan);
  await recount(trx, month, { before: visitsLeft(timetable, lost), after: visitsLeft(timetable, added) });
  return await setEnd(trx, plan, month, endsAt);
}

/** Returns the first day that a paused plan wasn't served; null if it isn't known. */
function unservedFromOf({ unservedFrom, isPausedForPayment, pastDueSince }: SubscriptionRow): DateKey | null {
  if (unservedFrom !== null || !isPausedForPayment || pastDueSince === null) return unservedFrom;
  // A server of the previous release has paused the plan.
  return addDays(dateKeyOf(new Date(pastDueSince.getTime() + graceDays * dayMs)), 1);
}

function countUnserved(plan: SubscriptionRow, from: DateKey, until: DateKey): number {
  const timetable = timetableOf(plan);
  let count = 0;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    // A hold gives no credit while staff have paused the plan.
    if (!plan.isPausedForPayment || !isHeld(timetable, day)) count += 1;
  }
  return count;
}

/** A month that began this recently began with the request that is being handled. */
const justMs = 10 * 60 * 1000;

/**
 * Makes the month that the end of a pause has just charged begin with the plan's first service day. Call it under the
 * plan's lock, after the charge is recorded. Does nothing if no month has just begun. `keepsMonth` says that a recorded
 * month was running when the pause ended: it has begun in the pause if a process died after its charge.
 */
export async function beginWithServiceDay(
  services: Pick<Services, 'clock'>,
  trx: Db,
  plan: SubscriptionRow,
  keepsMonth: boolean,
): Promise<SubscriptionRow> {
  const now = services.clock();
  const month = await findLastMonth(trx, plan.id);
  if (!month || Math.abs(now.getTime() - month.startsAt.getTime()) >= justMs) return plan;
  const { unservedFrom } = plan;
  if (keepsMonth && (unservedFrom === null || dateKeyOf(month.startsAt) < unservedFrom)) return plan;
  const tomorrow = addDays(dateKeyOf(now), 1);
  const known = await visitsBefore(trx, plan, tomorrow);
  const timetable = timetableOf(plan);
  const [first] = visitsLeft(timetable, { from: tomorrow, endsAt: month.endsAt, known });
  if (first === undefined) return plan;
  const endsAt = nextMonth(instantOf(first, '00:00'));
  const visits = visitsLeft(timetable, { from: tomorrow, endsAt, known }).length;
  await setMonth(trx, month, { visits, recountedValue: null, recountedVisits: null, recountedCredits: null });
  return await setEnd(trx, plan, month, endsAt);
}

async function visitsBefore(trx: Db, { id }: SubscriptionRow, day: DateKey): Promise<DateKey[]> {
  return await listVisitDays(trx, id, addDays(day, -6), addDays(day, -1));
}

async function setEnd(trx: Db, plan: SubscriptionRow, month: MonthRow, endsAt: Date): Promise<SubscriptionRow> {
  await setMonth(trx, month, { endsAt });
  // A package or price that waits for the next month begins with it.
  const waits = (from: Date | null) => from?.getTime() === month.endsAt.getTime();
  return await changeSubscription(trx, plan.id, {
    ...{ currentPeriodEnd: endsAt, renewsAt: endsAt, unservedFrom: null },
    ...(waits(plan.pendingFrom) && { pendingFrom: endsAt }),
    ...(waits(plan.pendingPriceFrom) && { pendingPriceFrom: endsAt }),
  });
}
