import { earliestHoldDay } from '../../contract/values/plan/hold.ts';
import { serviceDaysOfWeek } from '../../contract/values/plan/schedule.ts';
import { planOf } from '../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { closeCredits } from './credits/close-credits.ts';
import { findLastMonth } from './credits/credits.store.ts';
import { writeDueCredits } from './credits/write-due-credits.ts';
import { endOf } from './end-rules.ts';
import { cutHolds } from './hold/hold.store.ts';
import { makeStop, type OwnCancelReason } from './occurrences/make-stop.ts';
import { cancelOpenStops } from './occurrences/occurrences.store.ts';
import { refreshPlanStops } from './occurrences/refresh-plan-stops.ts';
import { noPending, noPendingPrice, timetableOf } from './rules.ts';
import { changeSubscription, type SubscriptionRow } from './subscriptions.store.ts';

type Status = SubscriptionRow['status'];

/**
 * Sets the status of a locked subscription and updates its stops. Pausing or cancelling cancels the open stops from
 * today on; activating makes the next stops again. Does nothing if the subscription already has the status.
 */
export async function setStatus(
  services: Services,
  trx: Db,
  before: SubscriptionRow,
  status: Status,
): Promise<SubscriptionRow> {
  if (before.status === status) return before;
  const now = services.clock();
  await writeDueCredits(services, trx, before);
  const subscription = await changeSubscription(trx, before.id, {
    status,
    updatedAt: now,
    ...changesWith({ ...before, currentPeriodEnd: await paidUntil(trx, before) }, status, now),
  });
  const nextDays = status === 'active' ? serviceDaysOfWeek(timetableOf(subscription), dateKeyOf(now)) : [];
  for (const day of nextDays) await makeStop(services, trx, subscription, day);
  if (status !== 'active') {
    const unservedFrom = await cancelStops(services, trx, subscription);
    if (status === 'paused') await changeSubscription(trx, before.id, { unservedFrom });
  }
  if (status === 'cancelled') {
    await cutHolds(trx, subscription.id, earliestHoldDay(now, services.settings.changeCutoff));
    await closeCredits(services, trx, subscription);
  }
  await services.messages.notify(services, trx, [{ userId: subscription.customerId, ...noticeOf(subscription) }]);
  return await refreshPlanStops(services, trx, subscription);
}

/** Returns the columns that change with the status. A pause keeps the scheduled end of a cancelled plan. */
function changesWith(before: SubscriptionRow, status: Status, now: Date): Partial<SubscriptionRow> {
  if (status === 'cancelled') {
    const ended = { ...endOf(before, now), autoRenewal: false, holdFrom: null, pausedUntil: null, ...noPending };
    return {
      ...{ ...ended, ...noPendingPrice, pastDueSince: null, isPausedForPayment: false },
      ...{ unservedFrom: null, renewsAt: null },
    };
  }
  const served = { unservedFrom: null };
  if (before.status !== 'cancelled') return served;
  return { ...served, cancellationDate: null, cancellationReason: null, autoRenewal: true };
}

/**
 * Returns the end of the period that a plan has paid. Months that began during a pause aren't charged, so a paused
 * plan's period may go on beyond the last month that was.
 */
async function paidUntil(trx: Db, { id, status, currentPeriodEnd }: SubscriptionRow): Promise<Date | null> {
  const month = status === 'paused' ? await findLastMonth(trx, id) : undefined;
  return month && currentPeriodEnd && month.endsAt < currentPeriodEnd ? month.endsAt : currentPeriodEnd;
}

/** Cancels the open stops from today on. Returns the first day without a visit: today, if that had an open stop. */
async function cancelStops(services: Services, trx: Db, subscription: SubscriptionRow): Promise<DateKey> {
  const now = services.clock();
  const today = dateKeyOf(now);
  const reason: OwnCancelReason = subscription.status === 'paused' ? 'Subscription paused' : 'Subscription cancelled';
  const after = await cancelOpenStops(trx, subscription.id, { fromDay: today, reason, now });
  await services.afterPickupChange(services, trx, { kind: 'cancelled-by-plan', after, reason });
  return after.some(({ scheduledDay }) => scheduledDay === today) ? today : addDays(today, 1);
}

function noticeOf({ status, packageType, pastDueSince }: SubscriptionRow) {
  const plan = planOf(packageType).name;
  const owed = pastDueSince ? " The month we couldn't charge is still due." : '';
  const words: Record<Status, { title: string; message: string }> = {
    active: { title: 'Subscription active', message: `${plan} is active again.` },
    paused: {
      title: 'Subscription paused',
      message: `${plan} is paused: no pickups, and no charge for months that start during the pause.${owed}`,
    },
    cancelled: { title: 'Subscription cancelled', message: `${plan} has ended. You won't be charged again.` },
  };
  return { ...words[status], type: `subscription_${status}`, actionUrl: '/plan' };
}
