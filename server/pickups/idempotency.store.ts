import type { Db } from '../database/transaction.ts';

/** The SQL of the keys under which a person's request was done: the same key again is the same request. */

export async function findIdempotencyKey(
  db: Db,
  userId: string,
  key: string,
): Promise<{ requestHash: string; pickupId: string } | undefined> {
  return await db
    .selectFrom('idempotency_keys')
    .select(['requestHash', 'pickupId'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertIdempotencyKey(
  db: Db,
  entry: { userId: string; key: string; requestHash: string; pickupId: string },
): Promise<void> {
  await db.insertInto('idempotency_keys').values(entry).execute();
}

/** The same where nothing keeps two requests with one key apart: false when the other one has it. */
export async function claimIdempotencyKey(
  db: Db,
  entry: { userId: string; key: string; requestHash: string; pickupId: string },
): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function deleteOldIdempotencyKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('createdAt', '<', before).execute();
}
