import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import { nextCredits } from '../../../contract/values/plan/credit.ts';
import { earliestHoldDay } from '../../../contract/values/plan/hold.ts';
import {
  hasService,
  isAfterEnd,
  isOneTooMany,
  type PlanTimetable,
  visitTimeOf,
} from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { hadOtherStop } from '../occurrences/make-stop.store.ts';
import { ownCancelReasons } from '../occurrences/make-stop.ts';
import { listVisitDays } from '../occurrences/occurrences.store.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { closeCredits } from './close-credits.ts';
import {
  countPriced,
  findMonthAt,
  insertCredit,
  listUncreditedHolds,
  listUnpriced,
  setCreditedUntil,
  setPrice,
} from './credits.store.ts';
import { worthOf } from './month-worth.ts';

type CreditServices = Pick<Services, 'clock' | 'jobs' | 'settings'>;

/**
 * Writes the credits of held visits whose cut-off has passed, one for each visit. Every change of a plan's hold, days,
 * package or status calls it first, under the plan's lock. A visit is thus judged by the plan as it was at the cut-off,
 * and no credit is ever taken back.
 *
 * Held days give no credit if staff have paused the plan or the plan has ended, because no visit was due. Held days of
 * a plan that is paused for nonpayment give credit: either the month is paid later, or its credits are taken away when
 * the plan ends.
 */
export async function writeDueCredits(services: CreditServices, trx: Db, subscription: SubscriptionRow): Promise<void> {
  const now = services.clock();
  const firstOpenDay = earliestHoldDay(now, services.settings.changeCutoff);
  const { id: subscriptionId, customerId } = subscription;
  const isDue = subscription.status === 'active' || subscription.isPausedForPayment;
  const unheld: PlanTimetable = { ...timetableOf(subscription), holdFrom: null, heldUntil: null };
  let isWritten = false;
  for (const { id, fromDay, untilDay, creditedUntil } of await listUncreditedHolds(trx, subscriptionId)) {
    let day = creditedUntil ?? fromDay;
    for (; day < untilDay && day < firstOpenDay; day = addDays(day, 1)) {
      // The plan's end may still be undone, so these days are decided later.
      if (isAfterEnd(unheld, day)) break;
      if (!isDue || !(await hadVisit(trx, subscriptionId, unheld, day))) continue;
      await insertCredit(trx, { id: newId(), subscriptionId, customerId, serviceDay: day, createdAt: now });
      isWritten = true;
    }
    if (day !== (creditedUntil ?? fromDay)) await setCreditedUntil(trx, id, day);
  }
  if (isWritten) await priceWritten(services, trx, subscription);
}

/** Returns true if the plan would have had a visit on the day if it weren't on hold. */
async function hadVisit(trx: Db, subscriptionId: string, unheld: PlanTimetable, day: DateKey): Promise<boolean> {
  if (!hasService(unheld, day) || (await hadOtherStop(trx, subscriptionId, day, ownCancelReasons))) return false;
  return !isOneTooMany(unheld, day, await listVisitDays(trx, subscriptionId, addDays(day, -6), addDays(day, 6)));
}

/** Prices the credits that were just written. If a credit's month has begun but isn't recorded, a job records it. */
export async function priceWritten(services: CreditServices, trx: Db, subscription: SubscriptionRow): Promise<void> {
  await priceCredits(services, trx, subscription);
  const { id: subscriptionId } = subscription;
  if (await lacksMonth(trx, subscription)) await services.jobs.enqueue(trx, 'sync-billing', { subscriptionId });
}

/** Returns true if a credit waits for a month that has begun but isn't recorded. */
async function lacksMonth(trx: Db, { id, currentPeriodEnd }: SubscriptionRow): Promise<boolean> {
  const unpriced = await listUnpriced(trx, id);
  return unpriced.some(({ serviceDay }) => currentPeriodEnd === null || visitTimeOf(serviceDay) < currentPeriodEnd);
}

/**
 * Sets the amounts of the credits whose month is invoiced by now: the k-th credit of a month gets the k-th share of its
 * price. A job gives each credit to the provider. If the plan has already ended, its credit is closed again.
 */
export async function priceCredits(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
): Promise<void> {
  const priced: string[] = [];
  for (const { id, serviceDay } of await listUnpriced(trx, subscription.id)) {
    const month = await findMonthAt(trx, subscription.id, visitTimeOf(serviceDay));
    if (!month) continue;
    const { startsAt: monthStartsAt } = month;
    const written = await countPriced(trx, subscription.id, monthStartsAt);
    const [cents = 0] = nextCredits(worthOf(month), written, 1);
    await setPrice(trx, id, { amount: centsToText(cents), monthStartsAt });
    if (cents > 0) priced.push(id);
  }
  if (priced.length === 0) return;
  await services.jobs.enqueueAll(
    trx,
    'apply-credit',
    priced.map((creditId) => ({ creditId })),
  );
  if (subscription.status === 'cancelled') await closeCredits(services, trx, subscription);
}
