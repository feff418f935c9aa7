import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { lockDriver } from '../people.store.ts';
import { changedMeanwhile, driverNotActive } from '../refusals.ts';
import { findDriverNames, lockPickups, setDrivers } from './stops.store.ts';

/**
 * Assigns or reassigns many open pickups to their drivers, in the caller's transaction. Notifies each customer who had
 * no driver before, and each driver once. Throws 409 when a driver isn't active or a pickup isn't open anymore.
 */
export async function assignStops(
  services: Services,
  trx: Db,
  actorId: string,
  pairs: readonly { pickupId: string; driverId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const driverNames = new Map<string, string>();
  for (const driverId of [...new Set(pairs.map((pair) => pair.driverId))].sort()) {
    const driver = await lockDriver(trx, driverId);
    if (!driver?.isActive) throw driverNotActive();
    driverNames.set(driverId, driver.username);
  }
  const locked = await lockPickups(
    trx,
    pairs.map(({ pickupId }) => pickupId),
  );
  const before = locked.filter(({ status }) => status === 'assigned');
  const earlier = [...new Set(before.flatMap(({ driverId }) => driverId ?? []))];
  for (const [id, name] of await findDriverNames(trx, earlier)) driverNames.set(id, name);
  const after = await setDrivers(trx, pairs, services.clock());
  if (after.length < pairs.length) throw changedMeanwhile('these pickups');
  await services.afterPickupChange(services, trx, { kind: 'assigned', actorId, before, after, driverNames });
}
