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

/** Inserts a key. Returns false if it exists. */
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

/** Returns the pickup ids of those keys that exist. */
export async function listPickupsOfKeys(db: Db, userId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('idempotency_keys')
    .select('pickupId')
    .where('userId', '=', userId)
    .where('key', 'in', keys)
    .execute();
  return rows.map((row) => row.pickupId);
}

/** Inserts the keys that don't exist yet. */
export async function insertKeys(
  db: Db,
  entries: readonly { userId: string; key: string; requestHash: string; pickupId: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('idempotency_keys')
    .values(entries)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('createdAt', '<', before).execute();
}
