import type { Db } from '../../database/transaction.ts';
import { deleteSessionsOf } from '../sign-in/store.ts';
import { setPasswordHash } from '../store.ts';
import type { UserRow } from '../user-row.ts';

/**
 * Sets a new password, unlocks the account, and ends what the old one had opened: links that are on their way, and every
 * session but the one that asks, if one does. Every way of setting a password comes through here.
 */
export async function replacePassword(
  trx: Db,
  change: { userId: string; passwordHash: string; now: Date; keptSid?: string },
): Promise<UserRow> {
  const user = await setPasswordHash(trx, change.userId, change.passwordHash, change.now);
  await deleteSessionsOf(trx, change.userId, change.keptSid);
  return user;
}
