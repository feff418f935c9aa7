import { openStatuses, unfinishedStatuses } from '../../../contract/pickups.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../pickup-row.ts';
import { unrouted } from '../unrouted.ts';

/** The SQL of a customer's open pickups and their addresses. */

/** Lists a customer's open pickups, earliest first. */
export async function listOpenOf(db: Db, customerId: string, limit: number): Promise<PickupRow[]> {
  return await db
    .selectFrom('pickups')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('status', 'in', openStatuses)
    .orderBy('scheduledDate')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks a customer's own pickups, in the order of their ids: those with `ids` and all open ones. */
export async function lockOwn(trx: Db, customerId: string, ids: readonly string[]): Promise<PickupRow[]> {
  return await trx
    .selectFrom('pickups')
    .selectAll()
    .where('customerId', '=', customerId)
    .where((eb) => eb.or([eb('status', 'in', openStatuses), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Lists a customer's pickups that aren't completed or cancelled, earliest first. Locks them in order of their ids. */
export async function lockUnfinishedOf(trx: Db, customerId: string): Promise<PickupRow[]> {
  const rows = await trx
    .selectFrom('pickups')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('status', 'in', unfinishedStatuses)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.sort((a, b) => (a.scheduledDate?.getTime() ?? 0) - (b.scheduledDate?.getTime() ?? 0));
}

/** Moves open pickups that the caller has locked to another address and removes them from their routes. */
export async function setAddress(
  trx: Db,
  ids: readonly string[],
  place: Pick<PickupRow, 'address' | 'fullAddress' | 'coordinates' | 'coordinatesPrecision'>,
  now: Date,
): Promise<PickupRow[]> {
  return await trx
    .updateTable('pickups')
    .set({ ...unrouted, ...place, updatedAt: now })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
}
