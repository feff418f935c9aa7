import { v7 as newId } from 'uuid';
import { hasService, heldServiceDays, isOneTooMany, visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { locateAddress } from '../../addresses/locate-address.ts';
import type { Db } from '../../database/transaction.ts';
import { storedTerms } from '../../pickups/change-terms.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { PickupChangeServices } from '../../services.ts';
import { timetableOf } from '../rules.ts';
import { findAddressOf, type SubscriptionRow } from '../subscriptions.store.ts';
import { applyVisitMove } from './apply-visit-move.ts';
import { hadOtherStop, insertOccurrence, isCredited, lockLastDriver } from './make-stop.store.ts';
import { listVisitDays } from './occurrences.store.ts';

/** The reasons for which a plan cancels its own stops. The stop is made again when the plan serves its day again. */
export const ownCancelReasons = [
  'Subscription paused',
  'Subscription cancelled',
  'Another day was preferred',
  'The plan has other service days',
  'On hold',
] as const;
export type OwnCancelReason = (typeof ownCancelReasons)[number];

/**
 * Makes the stop of one occurrence of an active plan. The caller has locked the subscription. Makes none, and returns
 * undefined, if the day isn't one of the plan's service days, has a credit, or has or had a stop that the plan didn't
 * cancel itself, or if the stop would be one visit too many within seven days.
 *
 * The stop is assigned to the driver of the plan's last stop on that weekday. If closed days have moved the visit, the
 * stop goes to its new day.
 */
export async function makeStop(
  services: PickupChangeServices,
  trx: Db,
  subscription: SubscriptionRow,
  day: DateKey,
): Promise<PickupRow | undefined> {
  const timetable = timetableOf(subscription);
  if (subscription.status !== 'active' || !hasService(timetable, day)) return undefined;
  if (await hadOtherStop(trx, subscription.id, day, ownCancelReasons)) return undefined;
  if (await isCredited(trx, subscription.id, day)) return undefined;
  const [from, to] = [addDays(day, -6), addDays(day, 6)];
  // Held days before today count only if they have a credit.
  const held = heldServiceDays(timetable, dateKeyOf(services.clock()), to);
  const others = [...(await listVisitDays(trx, subscription.id, from, to)), ...held];
  if (isOneTooMany(timetable, day, others)) return undefined;
  const made = await insertStop(services, trx, subscription, day, await lockLastDriver(trx, subscription.id, day));
  if (!made) return undefined;
  await services.afterPickupChange(services, trx, { kind: 'added-by-plan', after: [made] });
  return await applyVisitMove(services, trx, made, day);
}

/**
 * Inserts the stop of the service day `day`, scheduled on the day `on`. The caller has locked the subscription. Returns
 * undefined if the service day already has a stop that isn't cancelled.
 */
export async function insertStop(
  services: PickupChangeServices,
  trx: Db,
  subscription: SubscriptionRow,
  day: DateKey,
  driverId: string | null,
  on = day,
): Promise<PickupRow | undefined> {
  const address = subscription.address ?? (await findAddressOf(trx, subscription.customerId));
  if (!address) throw new Error(`subscription ${subscription.id} has no address`);
  return await insertOccurrence(trx, {
    id: newId(),
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    occurrenceDate: day,
    scheduledDate: visitTimeOf(on),
    address,
    ...(await locateAddress(services, trx, address)),
    bagCount: subscription.bagCountLimit,
    driverId,
    ...storedTerms(services.settings),
    now: services.clock(),
  });
}
