import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

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
