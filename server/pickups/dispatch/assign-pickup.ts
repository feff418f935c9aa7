import { bagsText, canMove } from '../../../contract/pickups.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { describeDay, refuseMove, requireAdminPickup } from '../change-status.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { enqueueDayCounts } from '../stops/enqueue-day-counts.ts';
import { lockDriver, setDriver } from '../store.ts';

/**
 * Gives a pending pickup to a driver, or moves an assigned one to another (PICKUP-10). The same driver again
 * changes nothing. Throws 404 (no such pickup or driver), 409 (the driver is not active, or the pickup's status does
 * not allow it).
 */
export async function assignPickup(
  services: Services,
  actorId: string,
  pickupId: string,
  driverId: string,
): Promise<AdminPickupRow> {
  return await inTransaction(services.db, (trx) => assignWithin(services, trx, actorId, pickupId, driverId));
}

/** The same inside a transaction of the caller, such as one that plans a whole day. */
export async function assignWithin(
  services: Services,
  trx: Db,
  actorId: string,
  pickupId: string,
  driverId: string,
): Promise<AdminPickupRow> {
  const before = await requireAdminPickup(trx, pickupId);
  const driver = await lockDriver(trx, driverId);
  if (!driver) throw new Refusal(404, 'Driver not found');
  if (!driver.isActive) throw new Refusal(409, 'This driver is not active any more.');
  if (before.status === 'assigned' && before.driverId === driverId) return before;

  if (!canMove(before.status, 'assign')) throw refuseMove(before, 'assigned');
  const assigned = await setDriver(trx, before, driverId, services.clock());
  if (!assigned) return await lostRace(trx, pickupId, driverId);
  await updateRoutes(services, trx, [before]);
  await enqueueDayCounts(services, trx, [before, assigned]);
  await recordChanges(services, trx, [
    {
      actorId,
      action: 'assigned',
      subject: 'pickup',
      subjectId: pickupId,
      details: { driver: driver.username, ...(before.driverUsername && { before: before.driverUsername }) },
    },
  ]);
  await enqueueNotices(services, trx, assigned, before.driverId);
  return { ...before, ...assigned, driverUsername: driver.username };
}

/** Somebody was quicker: with the same driver all is well, otherwise the dispatcher has to look again. */
async function lostRace(trx: Db, pickupId: string, driverId: string): Promise<AdminPickupRow> {
  const now = await requireAdminPickup(trx, pickupId);
  if (now.status === 'assigned' && now.driverId === driverId) return now;
  if (!canMove(now.status, 'assign')) throw refuseMove(now, 'assigned');
  throw new Refusal(409, 'Somebody else has just changed this pickup.', { code: 'changed_meanwhile' });
}

async function enqueueNotices(
  services: Services,
  trx: Db,
  pickup: PickupRow,
  earlierDriverId: string | null,
): Promise<void> {
  const day = describeDay(pickup);
  const notices = [
    {
      userId: pickup.customerId,
      title: 'Pickup scheduled',
      message: `A driver takes your bags on ${day}.`,
      actionUrl: '/pickup-history',
    },
    {
      userId: pickup.driverId,
      title: 'New stop',
      message: `${pickup.address}, ${bagsText(pickup.bagCount)} on ${day}.`,
      actionUrl: '/driver',
    },
    {
      userId: earlierDriverId,
      title: 'Stop moved',
      message: `${pickup.address} on ${day} goes to another driver.`,
      actionUrl: '/driver',
    },
  ];
  for (const { userId, ...notice } of notices) {
    if (userId) await services.jobs.enqueue(trx, 'notify-person', { userId, type: 'pickup_assigned', ...notice });
  }
}
