import type { z } from 'zod/mini';
import type { ChangePasswordBody } from '../../../contract/accounts/forms.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { findUser } from '../accounts.store.ts';
import { hashPassword } from '../password-hash.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { clearAttempts, lockIfPasswordIs } from '../sign-in/sign-in.store.ts';
import type { Origin } from '../sign-in/verify-attempt.ts';
import { replacePassword } from './replace-password.ts';
import { requireUncommonPassword, samePassword } from './require-new-password.ts';
import { withOwnPassword, wrongPassword } from './verify-own-password.ts';

/**
 * Sets a new password and ends all other sessions. Throws 400 for a wrong current password, a common new one, or an
 * unchanged one, and 429.
 */
export async function changePassword(
  services: Pick<Services, 'db'> & WritesMessages,
  actor: { id: string; sid: string },
  body: z.output<typeof ChangePasswordBody>,
  origin: Origin,
): Promise<void> {
  // Checked before the current password, because a refused new password must not count as a failed sign-in.
  if (body.password.normalize('NFC') === body.currentPassword.normalize('NFC')) throw samePassword();
  const owner = await findUser(services.db, actor.id);
  if (!owner) throw notSignedIn();
  await requireUncommonPassword(services, body.password, owner);
  const claim = { ...origin, userId: actor.id, password: body.currentPassword };
  await withOwnPassword(services, claim, async (attempt) => {
    const passwordHash = await hashPassword(body.password, origin.ip);
    await inTransaction(services.db, async (trx) => {
      const isSame = await lockIfPasswordIs(trx, actor.id, attempt.passwordHash);
      if (!isSame) throw wrongPassword();
      await clearAttempts(trx, attempt);
      const kept = { exceptSid: actor.sid, exceptDevice: origin.device };
      await replacePassword(services, trx, { userId: actor.id, passwordHash, by: 'owner', ...kept });
    });
  });
}
