import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** Saves the rating of a pickup that the caller has locked. */
export async function setRating(
  trx: Db,
  id: string,
  { now, ...rating }: Pick<PickupRow, 'customerRating' | 'ratingComment'> & { now: Date },
): Promise<PickupRow> {
  return await trx
    .updateTable('pickups')
    .set({ ...rating, ratedAt: now, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
