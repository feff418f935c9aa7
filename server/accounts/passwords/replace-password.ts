import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { findUnconfirmedChange } from '../mail-tokens/email-changes.store.ts';
import { forgetDevices } from '../sign-in/devices.store.ts';
import { deleteSessionsOf } from '../sign-in/store.ts';
import { setPasswordHash, type UserRow } from '../store.ts';

/**
 * Every password change uses this. It unlocks the account, and ends reset links, sessions except `exceptSid`, and what
 * the account remembers of devices except `exceptDevice`. It enqueues an email to the account's address, and to its old
 * one while a change without the password is open.
 */
export async function replacePassword(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  change: { userId: string; passwordHash: string; exceptSid?: string; exceptDevice?: string | undefined },
): Promise<UserRow> {
  const { userId, passwordHash, exceptSid, exceptDevice } = change;
  const now = clock();
  const user = await setPasswordHash(trx, userId, passwordHash, now);
  await deleteSessionsOf(trx, userId, exceptSid);
  await forgetDevices(trx, userId, exceptDevice);
  const old = await findUnconfirmedChange(trx, userId, now);
  const addresses = [user.email, ...(old ? [old.oldEmail] : [])];
  await jobs.enqueueAll(
    trx,
    'send-password-changed',
    addresses.map((email) => ({ userId, email })),
  );
  return user;
}
