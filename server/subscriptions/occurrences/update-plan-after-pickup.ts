import { dateKeyOf, instantOf, pickedDateTime, weekdayOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { PickupChangeServices, Services } from '../../services.ts';
import { followingMowing, followingOccurrence } from '../rules.ts';
import { changeSubscription, lockSubscription, type SubscriptionRow } from '../store.ts';
import { ensureOccurrence, refreshPlanStops } from './ensure-occurrence.ts';

/**
 * Updates the plan whose stop was completed, or changed in another way, in the transaction that did so. Completing a stop makes
 * the one of the same weekday of the next week, counted from its occurrence date; returns that stop. Does nothing for a pickup
 * without a subscription.
 */
export async function updatePlanAfterPickup(
  services: PickupChangeServices,
  trx: Db,
  pickup: PickupRow,
  change: 'completed' | 'changed',
): Promise<PickupRow[]> {
  const subscription = pickup.subscriptionId ? await lockSubscription(trx, pickup.subscriptionId) : undefined;
  if (!subscription) return [];
  if (change === 'changed') {
    await refreshPlanStops(services, trx, subscription);
    return [];
  }
  const mown = await moveMowingDate(services, trx, subscription, pickup);
  const next = await makeNextStop(services, trx, mown, pickup);
  await refreshPlanStops(services, trx, mown);
  return next ? [next] : [];
}

async function makeNextStop(
  services: PickupChangeServices,
  trx: Db,
  subscription: SubscriptionRow,
  { occurrenceDate }: PickupRow,
): Promise<PickupRow | undefined> {
  // No stop follows on a weekday that the plan no longer has.
  if (!occurrenceDate || !subscription.pickupDays.includes(weekdayOf(occurrenceDate))) return undefined;
  const day = followingOccurrence(occurrenceDate, dateKeyOf(services.clock()));
  return await ensureOccurrence(services, trx, subscription, day);
}

/** A stop on or after the day that the lawn is due has mowed it, so the date moves by whole intervals. */
async function moveMowingDate(
  services: Pick<Services, 'clock'>,
  trx: Db,
  subscription: SubscriptionRow,
  { scheduledDay }: PickupRow,
): Promise<SubscriptionRow> {
  const { includesLawnMowing, nextLawnMowingDate, lawnMowingInterval } = subscription;
  if (!includesLawnMowing || !nextLawnMowingDate || !scheduledDay) return subscription;
  const due = dateKeyOf(nextLawnMowingDate);
  if (scheduledDay < due) return subscription;
  const next = followingMowing(due, lawnMowingInterval, scheduledDay);
  return await changeSubscription(trx, subscription.id, {
    nextLawnMowingDate: instantOf(next, pickedDateTime),
    updatedAt: services.clock(),
  });
}
