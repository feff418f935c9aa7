import type { Db } from '../../database/transaction.ts';
import { deleteSessionsOf } from '../sign-in/store.ts';
import { setPasswordHash, type UserRow } from '../store.ts';

/** Every password change uses this. It unlocks the account, and ends reset links and sessions except `exceptSid`. */
export async function replacePassword(
  trx: Db,
  change: { userId: string; passwordHash: string; now: Date; exceptSid?: string },
): Promise<UserRow> {
  const user = await setPasswordHash(trx, change.userId, change.passwordHash, change.now);
  await deleteSessionsOf(trx, change.userId, change.exceptSid);
  return user;
}
