import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import { setPasswordHash, type UserRow } from '../accounts.store.ts';
import { findUnconfirmedChange } from '../mail-tokens/email-changes.store.ts';
import { forgetDevices } from '../sign-in/devices.store.ts';
import { deleteSessionsOf } from '../sign-in/sign-in.store.ts';
import { writeAccountMessage } from '../write-account-message.ts';

/** The signed-in owner, a person who followed the emailed link, or an operator on the command line. */
export type PasswordChanger = 'owner' | 'link' | 'operator';

interface PasswordChange {
  userId: string;
  passwordHash: string;
  by: PasswordChanger;
  exceptSid?: string;
  exceptDevice?: string | undefined;
}

/**
 * Replaces an account's password; every password change uses this. Unlocks the account, invalidates its reset links,
 * ends its sessions except `exceptSid`, and forgets its devices except `exceptDevice`. Records the change and emails it
 * to the account's address, and to its old address while a change of the email without the password is open.
 */
export async function replacePassword(
  services: WritesMessages,
  trx: Db,
  { userId, passwordHash, by, exceptSid, exceptDevice }: PasswordChange,
): Promise<UserRow> {
  const now = services.clock();
  const user = await setPasswordHash(trx, userId, passwordHash, now);
  await deleteSessionsOf(trx, userId, exceptSid);
  await forgetDevices(trx, userId, exceptDevice);
  const actorId = by === 'operator' ? null : userId;
  await recordChanges(services, trx, [
    { actorId, action: 'password_changed', subject: 'user', subjectId: userId, details: { by } },
  ]);
  const old = await findUnconfirmedChange(trx, userId, now);
  const addresses = [user.email, ...(old ? [old.oldEmail] : [])];
  for (const to of addresses) await writeAccountMessage(services, trx, 'password-changed', userId, { details: { to } });
  return user;
}
