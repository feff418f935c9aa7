import type { z } from 'zod/mini';
import type { ChangePasswordBody } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { KeyedQueues } from '../../limiter.ts';
import { limitAttempts, tooManyAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { hashPassword } from '../password-hash.ts';
import { lockMs, signInLimit } from '../rules.ts';
import { lockIfPasswordIs } from '../sign-in/store.ts';
import { verifyAttempt } from '../sign-in/verify-attempt.ts';
import { replacePassword } from './replace-password.ts';

/** One change at a time per account, so that an app that sends twice doesn't lock its user out. */
const changesByAccount = new KeyedQueues(30);

/**
 * Sets a new password and ends all other sessions. A wrong current password counts as a failed sign-in, so that a
 * stolen session can't be used to guess it. Throws 400 and 429.
 */
export async function changePassword(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { id: string; sid: string },
  body: z.output<typeof ChangePasswordBody>,
  ip: string,
): Promise<void> {
  await limitAttempts(services, signInLimit, ip);
  await changesByAccount.run(actor.id, async () => {
    const verdict = await verifyAttempt(services, { id: actor.id }, body.currentPassword, ip);
    if (verdict.outcome === 'unavailable') throw tooManyAttempts(lockMs / 1000);
    if (verdict.outcome === 'wrong') throw wrongPassword();
    const passwordHash = await hashPassword(body.password, ip);
    await inTransaction(services.db, async (trx) => {
      const isSame = await lockIfPasswordIs(trx, actor.id, verdict.attempt.passwordHash);
      if (!isSame) throw wrongPassword();
      await replacePassword(trx, { userId: actor.id, passwordHash, now: services.clock(), exceptSid: actor.sid });
    });
  });
}

function wrongPassword(): Refusal {
  const message = 'Current password is incorrect';
  return new Refusal(400, message, { code: 'wrong_password', errors: { currentPassword: message } });
}
