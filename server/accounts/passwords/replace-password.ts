import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { deleteSessionsOf } from '../sign-in/store.ts';
import { setPasswordHash, type UserRow } from '../store.ts';

/** The owner while signed in, whoever followed the emailed link, or an operator on the command line. */
export type PasswordChanger = 'owner' | 'link' | 'operator';

/** Every password change uses this. It unlocks the account, ends reset links and sessions except `exceptSid`, and is recorded. */
export async function replacePassword(
  trx: Db,
  change: { userId: string; passwordHash: string; by: PasswordChanger; now: Date; exceptSid?: string },
): Promise<UserRow> {
  const user = await setPasswordHash(trx, change.userId, change.passwordHash, change.now);
  await deleteSessionsOf(trx, change.userId, change.exceptSid);
  const { userId, by, now } = change;
  const actorId = by === 'operator' ? null : userId;
  await recordChanges({ clock: () => now }, trx, [
    { actorId, action: 'password_changed', subject: 'user', subjectId: userId, details: { by } },
  ]);
  return user;
}
