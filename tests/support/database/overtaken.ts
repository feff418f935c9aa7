import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Db, inTransaction } from '../../../server/database/transaction.ts';

/**
 * Runs `request` while another transaction has changed the same row and not yet committed: the request has read the old
 * row and waits to write. Returns the result of `request` after the other transaction has committed.
 */
export async function overtaken<T>(
  db: Db,
  request: () => Promise<T>,
  otherChange: (trx: Db) => Promise<unknown>,
): Promise<T> {
  const { response } = await inTransaction(db, async (trx) => {
    await otherChange(trx);
    const waiting = request();
    await expect.poll(() => isWaitingForLock(db)).toBe(true);
    // In an object, because a returned promise would be awaited inside the transaction and keep it open.
    return { response: waiting };
  });
  return await response;
}

/** Returns true if a transaction waits for another one's lock. */
export async function isWaitingForLock(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
