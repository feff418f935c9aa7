import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { AdminPickupRow, PickupRow } from './pickup-row.ts';
import { findAdminPickup, findPickup, listAdminPickups } from './store.ts';

/** A pickup that another row references. Throws when it doesn't exist. */
export async function getPickup(db: Db, id: string): Promise<PickupRow> {
  const pickup = await findPickup(db, id);
  if (!pickup) throw new Error(`pickup ${id} is referenced and does not exist`);
  return pickup;
}

/** A pickup with the names of its customer and driver. Throws 404 when there is no such pickup. */
export async function requireAdminPickup(db: Db, id: string): Promise<AdminPickupRow> {
  const pickup = await findAdminPickup(db, id);
  if (!pickup) throw new Refusal(404, 'Pickup not found');
  return pickup;
}

/** The pickups with these ids, with the names of their customers and drivers, in no order. */
export async function listAdminPickupsById(db: Db, ids: readonly string[]): Promise<AdminPickupRow[]> {
  return ids.length === 0 ? [] : await listAdminPickups(db, ids);
}
