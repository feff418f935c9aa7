import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { AdminPickupRow, PickupRow } from './pickup-row.ts';
import { findAdminPickup, findPickup, listAdminPickups, lockPickup } from './pickups.store.ts';

/** Returns a pickup that another row references. Throws an Error when it doesn't exist. */
export async function getPickup(db: Db, id: string): Promise<PickupRow> {
  const pickup = await findPickup(db, id);
  if (!pickup) throw new Error(`pickup ${id} is referenced and does not exist`);
  return pickup;
}

/** Finds a customer's own pickup; with `lock`, locks it until the transaction ends. Throws 404 for any other id. */
export async function findOwnPickup(db: Db, customerId: string, id: string, lock?: 'lock'): Promise<PickupRow> {
  const pickup = lock ? await lockPickup(db, id) : await findPickup(db, id);
  if (pickup?.customerId !== customerId) throw new Refusal(404, 'Pickup not found');
  return pickup;
}

/** Locks a pickup that another row references, until the transaction ends. Throws an Error when it doesn't exist. */
export async function lockReferenced(trx: Db, id: string): Promise<PickupRow> {
  const pickup = await lockPickup(trx, id);
  if (!pickup) throw new Error(`pickup ${id} is referenced and does not exist`);
  return pickup;
}

/** Returns a pickup with the names of its customer and driver. Throws 404 when there is no such pickup. */
export async function requireAdminPickup(db: Db, id: string): Promise<AdminPickupRow> {
  const pickup = await findAdminPickup(db, id);
  if (!pickup) throw new Refusal(404, 'Pickup not found');
  return pickup;
}

/** Lists the pickups with these ids, with the names of their customers and drivers, in no particular order. */
export async function listAdminPickupsById(db: Db, ids: readonly string[]): Promise<AdminPickupRow[]> {
  return ids.length === 0 ? [] : await listAdminPickups(db, ids);
}
