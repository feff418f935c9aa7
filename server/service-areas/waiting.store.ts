import { type Insertable, sql } from 'kysely';
import type { WaitingListTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the waiting list. */

/** Returns the number of people waiting for each ZIP code, highest first, for at most `most` ZIP codes. */
export async function countWaiting(db: Db, most: number) {
  return await db
    .selectFrom('waiting_list')
    .select(['zip', sql<number>`count(*)::integer`.as('count')])
    .select((eb) => eb.fn.max('createdAt').as('latestAt'))
    .groupBy('zip')
    .orderBy('count', 'desc')
    .orderBy('zip')
    .limit(most)
    .execute();
}

/** Adds an entry, unless the address already waits for the ZIP code. */
export async function insertWaiting(trx: Db, entry: Omit<Insertable<WaitingListTable>, 'claimedAt'>): Promise<void> {
  await trx
    .insertInto('waiting_list')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listWaitingFor(trx: Db, zips: readonly string[]): Promise<string[]> {
  if (zips.length === 0) return [];
  const rows = await trx.selectFrom('waiting_list').select('id').where('zip', 'in', zips).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function findWaiting(db: Db, id: string): Promise<{ email: string; zip: string } | undefined> {
  return await db.selectFrom('waiting_list').select(['email', 'zip']).where('id', '=', id).executeTakeFirst();
}

export async function deleteWaiting(db: Db, id: string): Promise<void> {
  await db.deleteFrom('waiting_list').where('id', '=', id).execute();
}

/** Deletes every entry of an email address. Returns the number of deleted entries. */
export async function deleteWaitingOf(db: Db, email: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('waiting_list').where('email', '=', email).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
