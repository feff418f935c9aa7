import { canMove } from '../../../contract/pickups.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import { lockDriver } from '../people.store.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { setDriver } from '../pickups.store.ts';
import { changedMeanwhile, driverNotActive, notPaid, refuseMove } from '../refusals.ts';

/**
 * Assigns a pending pickup to a driver, or reassigns an assigned one. Assigning the same driver again changes nothing.
 * Throws 404 (no such pickup or driver) and 409 (an inactive driver, a held pickup, or another status).
 */
export async function assignPickup(
  services: Services,
  actorId: string,
  pickupId: string,
  driverId: string,
): Promise<AdminPickupRow> {
  return await inTransaction(services.db, async (trx) => {
    const before = await requireAdminPickup(trx, pickupId);
    const driver = await lockDriver(trx, driverId);
    if (!driver) throw new Refusal(404, 'Driver not found');
    if (!driver.isActive) throw driverNotActive();
    if (before.status === 'assigned' && before.driverId === driverId) return before;

    if (!canMove(before.status, 'assign')) throw refuseMove(before, 'assigned');
    if (before.heldAt) throw notPaid();
    const assigned = await setDriver(trx, before, driverId, services.clock());
    if (!assigned) return await checkLostRace(trx, pickupId, driverId);
    const driverNames = new Map([
      [driverId, driver.username],
      [before.driverId ?? '', before.driverUsername ?? ''],
    ]);
    const change = { kind: 'assigned', actorId, before: [before], after: [assigned], driverNames } as const;
    await services.afterPickupChange(services, trx, change);
    const { username: driverUsername, firstName: driverFirstName, lastName: driverLastName } = driver;
    return { ...before, ...assigned, driverUsername, driverFirstName, driverLastName };
  });
}

/** Runs after another request won the race. Returns the pickup if it has the same driver now; throws 409 otherwise. */
async function checkLostRace(trx: Db, pickupId: string, driverId: string): Promise<AdminPickupRow> {
  const now = await requireAdminPickup(trx, pickupId);
  if (now.status === 'assigned' && now.driverId === driverId) return now;
  if (!canMove(now.status, 'assign')) throw refuseMove(now, 'assigned');
  throw changedMeanwhile('this pickup');
}
