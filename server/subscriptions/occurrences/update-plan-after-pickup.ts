import { dateKeyOf, instantOf, pickedDateTime } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { PickupChangeServices, Services } from '../../services.ts';
import { followingOccurrence } from '../rules.ts';
import { changeSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { followingMowing, mowingDateOn } from './instructions.ts';
import { makeStop } from './make-stop.ts';
import { changeMowingBefore, setMowing } from './occurrences.store.ts';
import { refreshPlanStops } from './refresh-plan-stops.ts';

export const planEffects = ['completed', 'changed', 'undone'] as const;
/** How a change of a stop concerns its plan. */
export type PlanEffect = (typeof planEffects)[number];

/**
 * Updates the plan whose stop was completed or otherwise changed, in the same transaction. A completion makes and
 * returns the stop on the same weekday of the next week, counted from the occurrence date. Undoing a completion
 * restores the mowing date; the stop that the completion made stays. Does nothing for a pickup without a subscription.
 */
export async function updatePlanAfterPickup(
  services: PickupChangeServices,
  trx: Db,
  pickup: PickupRow,
  effect: PlanEffect,
): Promise<PickupRow[]> {
  const subscription = pickup.subscriptionId ? await lockSubscription(trx, pickup.subscriptionId) : undefined;
  if (!subscription) return [];
  if (effect !== 'completed') {
    const now = effect === 'undone' ? await restoreMowingDate(services, trx, subscription, pickup) : subscription;
    await refreshPlanStops(services, trx, now);
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
  if (!occurrenceDate) return undefined;
  const day = followingOccurrence(occurrenceDate, dateKeyOf(services.clock()));
  return await makeStop(services, trx, subscription, day);
}

/** Moves the mowing date by whole intervals if the stop is on or after it, because the lawn was mowed at this stop. */
async function moveMowingDate(
  services: Pick<Services, 'clock'>,
  trx: Db,
  subscription: SubscriptionRow,
  { id, scheduledDay, occurrenceDate }: PickupRow,
): Promise<SubscriptionRow> {
  const dueAt = occurrenceDate && mowingDateOn(subscription, occurrenceDate);
  if (!dueAt || !scheduledDay) return subscription;
  const due = dateKeyOf(dueAt);
  if (scheduledDay < due) return subscription;
  const next = instantOf(followingMowing(due, subscription.lawnMowingInterval, scheduledDay), pickedDateTime);
  await setMowing(trx, id, { mowingBefore: dueAt, mowingAfter: next });
  return await changeSubscription(trx, subscription.id, { nextLawnMowingDate: next, updatedAt: services.clock() });
}

/**
 * Restores the mowing date that an undone completion has moved. If a later completion or the dispatcher has changed the
 * date since, it stays; undoing the later completion then restores the date before both.
 */
async function restoreMowingDate(
  services: Pick<Services, 'clock'>,
  trx: Db,
  subscription: SubscriptionRow,
  { mowingBefore, mowingAfter }: PickupRow,
): Promise<SubscriptionRow> {
  if (!mowingBefore || !mowingAfter) return subscription;
  if (subscription.nextLawnMowingDate?.getTime() !== mowingAfter.getTime()) {
    await changeMowingBefore(trx, subscription.id, { from: mowingAfter, to: mowingBefore });
    return subscription;
  }
  return await changeSubscription(trx, subscription.id, {
    nextLawnMowingDate: mowingBefore,
    updatedAt: services.clock(),
  });
}
