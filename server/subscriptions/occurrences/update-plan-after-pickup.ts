import { dateKeyOf, instantOf, pickedDateTime, weekdayOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Services } from '../../services.ts';
import { followingMowing, followingOccurrence } from '../rules.ts';
import { changeSubscription, lockSubscription, type SubscriptionRow } from '../store.ts';
import { ensureOccurrence, refreshSeries } from './ensure-occurrence.ts';

/**
 * What a subscription does when one of its stops was completed, moved or cancelled, in the transaction that did so.
 * Completing one makes the stop of the same weekday of the next week, counted from the day of the series; that stop comes
 * back. A pickup without a subscription is none of its business.
 */
export async function updatePlanAfterPickup(
  services: Pick<Services, 'clock' | 'geocoder' | 'jobs'>,
  trx: Db,
  pickup: PickupRow,
  change: 'completed' | 'changed',
): Promise<PickupRow[]> {
  const subscription = pickup.subscriptionId ? await lockSubscription(trx, pickup.subscriptionId) : undefined;
  if (!subscription) return [];
  if (change === 'changed') {
    await refreshSeries(services, trx, subscription);
    return [];
  }
  const mown = await noteMowing(services, trx, subscription, pickup);
  const next = await continueSeries(services, trx, mown, pickup);
  await refreshSeries(services, trx, mown);
  return next ? [next] : [];
}

async function continueSeries(
  services: Pick<Services, 'clock' | 'geocoder' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
  { occurrenceDate }: PickupRow,
): Promise<PickupRow | undefined> {
  // A stop of a weekday that the plan no longer has is the last one of its kind.
  if (!occurrenceDate || !subscription.pickupDays.includes(weekdayOf(occurrenceDate))) return undefined;
  const day = followingOccurrence(occurrenceDate, dateKeyOf(services.clock()));
  return await ensureOccurrence(services, trx, subscription, day);
}

/** A stop on or after the day the lawn is due has mown it: the date moves on (PLAN-25). */
async function noteMowing(
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
