import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/**
 * Counts an attempt. Returns the counts of this window and the one before. The count stops at `max`, so that refused
 * attempts add no wait.
 */
export async function countAttempt(
  db: Db,
  key: string,
  windows: { current: Date; previous: Date },
  max: number,
): Promise<{ current: number; previous: number }> {
  const { rows } = await sql<{ current: number; previous: number }>`
    WITH counted AS (
      INSERT INTO rate_limits AS known ("key", "windowStart", "count") VALUES (${key}, ${windows.current}, 1)
      ON CONFLICT ("key", "windowStart") DO UPDATE SET "count" = least(known."count" + 1, ${max}::integer)
      RETURNING "count"
    )
    SELECT counted."count" AS current, coalesce(
      (SELECT "count" FROM rate_limits WHERE "key" = ${key} AND "windowStart" = ${windows.previous}), 0
    ) AS previous FROM counted`.execute(db);
  return rows[0] as { current: number; previous: number };
}

/** Returns the same counts as `countAttempt`, without counting an attempt. */
export async function readAttempts(
  db: Db,
  key: string,
  windows: { current: Date; previous: Date },
): Promise<{ current: number; previous: number }> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['windowStart', 'count'])
    .where('key', '=', key)
    .where('windowStart', 'in', [windows.current, windows.previous])
    .execute();
  const countOf = (start: Date) => rows.find((row) => row.windowStart.getTime() === start.getTime())?.count ?? 0;
  return { current: countOf(windows.current), previous: countOf(windows.previous) };
}

/** Reverts one counted attempt. */
export async function uncountAttempt(db: Db, key: string, windowStart: Date): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('windowStart', '=', windowStart)
    .where('count', '>', 0)
    .execute();
}

export async function deleteAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('windowStart', '<', before).execute();
}
