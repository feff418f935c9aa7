import type { z } from 'zod/mini';
import { dateKeyOf, instantOf, pickedDateTime, type Weekday } from '../../contract/dates.ts';
import { planOf } from '../../contract/prices.ts';
import { firstServiceDays, serviceDaysOf } from '../../contract/service-days.ts';
import type { confirmSubscriptionPayment as endpoint } from '../../contract/subscriptions.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { settleSubscriptionPayment } from '../payments/subscription-payment.ts';
import type { Services } from '../services.ts';
import { ensureOccurrence, refreshSeries } from './ensure-occurrence.ts';
import { cancelOpenStops, lockOpenStops } from './occurrences.store.ts';
import { statePreference } from './orders.store.ts';
import { changeSubscription, findSubscription, lockSubscription, type SubscriptionRow } from './store.ts';

type Body = z.output<(typeof endpoint)['body']>;

/**
 * Makes sure that a paid plan runs. It trusts the provider's record alone and may be repeated: whoever heard first of the
 * payment has started the plan. A client that knows only the spec states the preferred day no earlier than here: the first
 * time it is taken, and the series starts on that day. Throws as settleSubscriptionPayment does.
 */
export async function confirmSubscription(
  services: Services,
  customerId: string,
  body: Body,
): Promise<SubscriptionRow> {
  const { orderId, subscriptionId } = await settleSubscriptionPayment(services, customerId, body.subscriptionId);
  const { preferredDay, preferredTime = null } = body;
  if (preferredDay) {
    const now = services.clock();
    await inTransaction(services.db, async (trx) => {
      const stated = await statePreference(trx, orderId, { preferredDay, preferredTime }, now);
      if (stated) await startOn(services, trx, subscriptionId, preferredDay, preferredTime);
    });
  }
  return (await findSubscription(services.db, subscriptionId)) as SubscriptionRow;
}

/** Starts the series over on another day; a plan that sets its days itself only notes the wish. */
async function startOn(
  services: Services,
  trx: Db,
  subscriptionId: string,
  preferredDay: Weekday,
  preferredTime: string | null,
): Promise<void> {
  await lockOpenStops(trx, subscriptionId);
  const before = await lockSubscription(trx, subscriptionId);
  if (before?.status !== 'active') return;
  const now = services.clock();
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
  await cancelOpenStops(trx, subscriptionId, { fromDay: today, reason: 'Another day was preferred', now });
  for (const day of days) await ensureOccurrence(services, trx, subscription, day, 'again');
  await refreshSeries(services, trx, subscription);
}
