import { v7 as newId } from 'uuid';
import { defaultPreferredDay, defaultPreferredTime } from '../../../contract/subscriptions.ts';
import { planBagLimit, planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey, instantOf, pickedDateTime } from '../../../contract/values/time/dates.ts';
import { firstServiceDays } from '../../../contract/values/time/service-days.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupChangeServices } from '../../services.ts';
import { makeStop } from '../occurrences/make-stop.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { termsOf } from '../rules.ts';
import {
  insertSubscription,
  lockCustomer,
  type SubscriptionRow,
  setSubscriptionOfUser,
} from '../subscriptions.store.ts';
import { findOrderRow, type OrderRow } from './subscribe.store.ts';

/**
 * Creates the subscription of an order whose first payment succeeded, with its first stops, inside the transaction that
 * records the payment. Returns undefined if the customer already has a live subscription or is no longer an active
 * customer.
 */
export async function activateSubscription(
  services: PickupChangeServices,
  trx: Db,
  orderId: string | null,
  stripeSubscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const order = await findOrder(trx, orderId);
  const { customerId, pricePerMonth, address, specialInstructions } = order;
  if (!(await lockCustomer(trx, customerId))) return undefined;
  const plan = planOf(order.packageType);
  const preferredDay = order.preferredDay ?? defaultPreferredDay;
  const terms = termsOf(plan, preferredDay);
  const now = services.clock();
  const days = firstServiceDays(terms.pickupDays, dateKeyOf(now));
  const firstDay = days[0] ?? dateKeyOf(now);
  const made = await insertSubscription(trx, {
    ...{ id: newId(), stripeSubscriptionId, createdAt: now, updatedAt: now },
    ...{ customerId, pricePerMonth, address, specialInstructions, preferredDay },
    preferredTime: order.preferredTime ?? defaultPreferredTime,
    ...terms,
    bagCountLimit: planBagLimit,
    nextLawnMowingDate: plan.includesLawnMowing ? instantOf(firstDay, pickedDateTime) : null,
  });
  if (!made) return undefined;
  for (const day of days) await makeStop(services, trx, made, day);
  const subscription = await refreshPlanStops(services, trx, made);
  await setSubscriptionOfUser(trx, customerId, stripeSubscriptionId);
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Subscription active',
      message: `${plan.name}: your first pickup is on ${formatDateKey(firstDay)}.`,
      type: 'subscription_activated',
      actionUrl: '/plan',
    },
  ]);
  return subscription;
}

/** Returns the order of a plan's payment. Throws if there is none, because a plan's payment always has one. */
export async function findOrder(db: Db, orderId: string | null): Promise<OrderRow> {
  const order = orderId ? await findOrderRow(db, orderId) : undefined;
  if (!order) throw new Error(`there is no subscription order ${orderId}`);
  return order;
}
