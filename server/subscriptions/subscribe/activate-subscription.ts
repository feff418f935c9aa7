import { v7 as newId } from 'uuid';
import { defaultPreferredDay, defaultPreferredTime } from '../../../contract/subscriptions.ts';
import { dateKeyOf, formatDateKey, instantOf, pickedDateTime } from '../../../contract/values/dates.ts';
import { planBagLimit, planOf } from '../../../contract/values/prices.ts';
import { firstServiceDays, serviceDaysOf } from '../../../contract/values/service-days.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupChangeServices } from '../../services.ts';
import { ensureOccurrence, refreshPlanStops } from '../occurrences/ensure-occurrence.ts';
import { insertSubscription, lockCustomer, type SubscriptionRow, setSubscriptionOfUser } from '../store.ts';
import { findOrderRow, type OrderRow } from './store.ts';

/**
 * Creates the subscription of an order whose first payment succeeded, with its first stops, inside the transaction that records
 * the payment. Undefined when the customer already has a live one or is no longer an active customer.
 */
export async function activateSubscription(
  services: PickupChangeServices,
  trx: Db,
  orderId: string | null,
  stripeSubscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const order = await findOrder(trx, orderId);
  if (!(await lockCustomer(trx, order.customerId))) return undefined;
  const plan = planOf(order.packageType);
  const preferredDay = order.preferredDay ?? defaultPreferredDay;
  const pickupDays = serviceDaysOf(plan, preferredDay);
  const now = services.clock();
  const days = firstServiceDays(pickupDays, dateKeyOf(now));
  const firstDay = days[0] ?? dateKeyOf(now);
  const made = await insertSubscription(trx, {
    id: newId(),
    customerId: order.customerId,
    stripeSubscriptionId,
    packageType: plan.id,
    frequency: pickupDays.length > 1 ? 'twice-weekly' : 'weekly',
    preferredDay,
    preferredTime: order.preferredTime ?? defaultPreferredTime,
    pickupDays,
    bagCountLimit: planBagLimit,
    pricePerMonth: order.pricePerMonth,
    includesFurniturePickup: plan.includesFurniturePickup,
    includesBinWashing: plan.includesBinWashing,
    includesLawnMowing: plan.includesLawnMowing,
    nextLawnMowingDate: plan.includesLawnMowing ? instantOf(firstDay, pickedDateTime) : null,
    address: order.address,
    specialInstructions: order.specialInstructions,
    createdAt: now,
    updatedAt: now,
  });
  if (!made) return undefined;
  for (const day of days) await ensureOccurrence(services, trx, made, day);
  const subscription = await refreshPlanStops(services, trx, made);
  await setSubscriptionOfUser(trx, order.customerId, stripeSubscriptionId);
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: order.customerId,
    title: 'Subscription active',
    message: `${plan.name}: your first pickup is on ${formatDateKey(firstDay)}.`,
    type: 'subscription_activated',
    actionUrl: '/dashboard',
  });
  return subscription;
}

/** The order that a plan's payment is for. Throws when there is none: such a payment can't exist without it. */
export async function findOrder(db: Db, orderId: string | null): Promise<OrderRow> {
  const order = orderId ? await findOrderRow(db, orderId) : undefined;
  if (!order) throw new Error(`there is no subscription order ${orderId}`);
  return order;
}
