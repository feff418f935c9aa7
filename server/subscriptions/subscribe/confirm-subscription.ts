import type { z } from 'zod/mini';
import { defaultPreferredDay, type confirmSubscriptionPayment as endpoint } from '../../../contract/subscriptions.ts';
import { planOf } from '../../../contract/values/prices.ts';
import {
  addDays,
  dateKeyOf,
  formatDateKey,
  instantOf,
  pickedDateTime,
  type Weekday,
} from '../../../contract/values/time/dates.ts';
import { firstServiceDays, serviceDaysOf } from '../../../contract/values/time/service-days.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { settleSubscriptionPayment } from '../../payments/settle/subscription-payment.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { recountForDays } from '../credits/recount-month.ts';
import { makeStop, type OwnCancelReason } from '../occurrences/make-stop.ts';
import { cancelOpenStops, listOpenStops, lockOpenStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import {
  changeSubscription,
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
} from '../subscriptions.store.ts';
import { saveFirstPreference } from './subscribe.store.ts';

type Body = z.output<(typeof endpoint)['body']>;

/**
 * Makes sure that a paid plan has started. Trusts only the provider, and is safe to repeat: the first request that
 * learns of the payment starts the plan. Some clients send the preferred day only here. It is applied once, and the
 * plan's first stops are made again on that day. Throws what `settleSubscriptionPayment` throws, and 409 if the plan
 * was cancelled since.
 */
export async function confirmSubscription(
  services: Services,
  customerId: string,
  body: Body,
): Promise<SubscriptionRow> {
  const { orderId, subscriptionId } = await settleSubscriptionPayment(services, customerId, body.subscriptionId);
  const { preferredDay, preferredTime = null } = body;
  if (preferredDay) {
    await inTransaction(services.db, async (trx) => {
      await startOn(services, trx, { orderId, subscriptionId }, preferredDay, preferredTime ?? null);
    });
  }
  const subscription = (await findSubscription(services.db, subscriptionId)) as SubscriptionRow;
  if (subscription.status === 'cancelled') throw new Refusal(409, 'This subscription was cancelled.');
  return subscription;
}

/** After this time, a preferred day needs a change of the plan (`change/change-plan.ts`). */
const preferenceWindowMs = 60 * 60 * 1000;

/**
 * Moves a new plan's stops to another weekday, once, unless a stop is assigned or was moved. If the package has fixed
 * days, only saves the preference.
 */
async function startOn(
  services: Services,
  trx: Db,
  { orderId, subscriptionId }: { orderId: string; subscriptionId: string },
  preferredDay: Weekday,
  preferredTime: string | null,
): Promise<void> {
  await lockOpenStops(trx, subscriptionId);
  const before = await lockSubscription(trx, subscriptionId);
  const now = services.clock();
  if (before?.status !== 'active' || now.getTime() - before.createdAt.getTime() > preferenceWindowMs) return;
  // The customer has already chosen another day or package.
  if (before.preferredDay !== defaultPreferredDay || before.pendingFrom !== null) return;
  const open = await listOpenStops(trx, subscriptionId);
  if (open.some((stop) => stop.status === 'assigned' || dateKeyOf(stop.scheduledDate) !== stop.occurrenceDate)) return;
  if (!(await saveFirstPreference(trx, orderId, { preferredDay, preferredTime }, now))) return;

  const today = dateKeyOf(now);
  const pickupDays = serviceDaysOf(planOf(before.packageType), preferredDay);
  const hasMoved = pickupDays.join() !== before.pickupDays.join();
  const days = firstServiceDays(pickupDays, today);
  const subscription = await changeSubscription(trx, subscriptionId, {
    preferredDay,
    pickupDays,
    updatedAt: now,
    ...(preferredTime && { preferredTime }),
    ...(hasMoved && before.nextLawnMowingDate && { nextLawnMowingDate: instantOf(days[0] ?? today, pickedDateTime) }),
  });
  if (!hasMoved) return;
  await recountForDays(services, trx, before, subscription, addDays(today, 1));
  const reason: OwnCancelReason = 'Another day was preferred';
  const after = await cancelOpenStops(trx, subscriptionId, { fromDay: today, reason, now });
  await services.afterPickupChange(services, trx, { kind: 'cancelled-by-plan', after, reason });
  for (const day of days) await makeStop(services, trx, subscription, day);
  await refreshPlanStops(services, trx, subscription);
  await services.messages.notify(services, trx, [
    {
      userId: subscription.customerId,
      title: 'First pickup',
      message: `Your first pickup is on ${formatDateKey(days[0] ?? today)}, as you requested.`,
      type: 'subscription_activated',
      actionUrl: '/plan',
    },
  ]);
}
