import type { Db } from '../database/transaction.ts';

export async function findKey(
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

/** Inserts a key; false when it exists. */
export async function insertKey(
  db: Db,
  entry: { userId: string; key: string; requestHash: string; pickupId: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('createdAt', '<', before).execute();
}
