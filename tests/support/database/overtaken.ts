import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Db, inTransaction } from '../../../server/database/transaction.ts';

/**
 * Runs `request` while another transaction has changed the same row and not yet committed, so that the request has read the old
 * row and waits to write. Returns what the request returns once the other has committed.
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
    // In an object, because an awaited promise would keep the transaction open.
    return { response: waiting };
  });
  return await response;
}

/** Whether a transaction waits for another's lock. */
export async function isWaitingForLock(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
