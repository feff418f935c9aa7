import { v7 as newId } from 'uuid';
import { type DateKey, dateKeyOf, instantOf, pickedDateTime } from '../../../contract/values/dates.ts';
import { locateAddress } from '../../addresses/locate-address.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { enqueueDayCounts } from '../../pickups/stops/enqueue-day-counts.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { instructionsOf } from '../rules.ts';
import { changeSubscription, findAddressOf, type SubscriptionRow } from '../store.ts';
import {
  changeStop,
  findFirstOccurrence,
  hadOccurrence,
  insertOccurrence,
  listOpenStops,
  lockLastDriver,
} from './store.ts';

/** Why a series itself cancels its stops: such a stop comes back when the series goes on. */
export const takenAway = ['Subscription paused', 'Subscription cancelled', 'Another day was preferred'] as const;
export type TakenAway = (typeof takenAway)[number];

/**
 * Makes the stop of one day of a series, in the transaction that holds the subscription's lock: for an active one only, and
 * once a day. The driver of that weekday keeps it. A stop that was cancelled stays so; when the series starts
 * `again`, those come back that it took away itself.
 */
export async function ensureOccurrence(
  services: Pick<Services, 'clock' | 'geocoder' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
  day: DateKey,
  again?: 'again',
): Promise<PickupRow | undefined> {
  if (subscription.status !== 'active') return undefined;
  if (await hadOccurrence(trx, subscription.id, day, again ? takenAway : [])) return undefined;
  const address = subscription.address ?? (await findAddressOf(trx, subscription.customerId));
  if (!address) throw new Error(`subscription ${subscription.id} has no address`);
  const made = await insertOccurrence(trx, {
    id: newId(),
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    occurrenceDate: day,
    scheduledDate: instantOf(day, pickedDateTime),
    address,
    ...(await locateAddress(services, trx, address)),
    bagCount: subscription.bagCountLimit,
    driverId: await lockLastDriver(trx, subscription.id, day),
    now: services.clock(),
  });
  if (made) await enqueueDayCounts(services, trx, [made]);
  return made;
}

/**
 * Brings what follows from a series in line with it: what its open stops say and how many bags they take, and when the
 * next one is. To be called by whatever changed the subscription or one of its stops, under the subscription's lock.
 */
export async function refreshSeries(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
): Promise<SubscriptionRow> {
  const now = services.clock();
  const stops = await listOpenStops(trx, subscription.id);
  const { nextLawnMowingDate, bagCountLimit } = subscription;
  const firstOccurrence = (await findFirstOccurrence(trx, subscription.id)) ?? dateKeyOf(now);
  const mowingDue = subscription.includesLawnMowing && nextLawnMowingDate ? dateKeyOf(nextLawnMowingDate) : null;
  const days = stops.map((stop) => stop.occurrenceDate);
  const instructions = instructionsOf({ ...subscription, mowingDue, firstOccurrence }, days);
  for (const [index, stop] of stops.entries()) {
    const specialInstructions = instructions[index] ?? null;
    if (stop.specialInstructions === specialInstructions && stop.bagCount === bagCountLimit) continue;
    await changeStop(trx, stop.id, { specialInstructions, bagCount: bagCountLimit, updatedAt: now });
  }
  // More bags take longer: the stops behind it are reached later.
  const resized = stops.filter((stop) => stop.bagCount !== bagCountLimit);
  await updateRoutes(services, trx, resized);
  const nextPickupDate = subscription.status === 'active' ? (stops[0]?.scheduledDate ?? null) : null;
  if (nextPickupDate?.getTime() === subscription.nextPickupDate?.getTime()) return subscription;
  return await changeSubscription(trx, subscription.id, { nextPickupDate, updatedAt: now });
}
