import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** Locks a customer's own pickup; undefined for another customer's. */
export async function lockOwnPickup(trx: Db, customerId: string, id: string): Promise<PickupRow | undefined> {
  return await trx
    .selectFrom('pickups')
    .selectAll()
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Saves the rating of a completed pickup; undefined when it no longer is completed. */
export async function setRating(
  trx: Db,
  id: string,
  { now, ...rating }: Pick<PickupRow, 'customerRating' | 'ratingComment'> & { now: Date },
): Promise<PickupRow | undefined> {
  return await trx
    .updateTable('pickups')
    .set({ ...rating, ratedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .returningAll()
    .executeTakeFirst();
}
