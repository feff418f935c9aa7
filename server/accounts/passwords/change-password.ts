import type { z } from 'zod/mini';
import type { ChangePasswordBody } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Lanes } from '../../limiter.ts';
import { limitAttempts, tooManyAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { hashPassword } from '../password-hash.ts';
import { lockMs, signInLimit } from '../rules.ts';
import { holdPassword } from '../sign-in/store.ts';
import { verifyAttempt } from '../sign-in/verify-attempt.ts';
import { replacePassword } from './replace-password.ts';

/** One at a time an account, so that an app that sends twice does not lock its person out. */
const lanes = new Lanes(30);

/**
 * Sets a new password for whoever knows the present one, and ends all other sessions. A wrong present one counts as a
 * failed sign-in: a stolen session must not be a place to guess at.
 */
export async function changePassword(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { id: string; sid: string },
  body: z.output<typeof ChangePasswordBody>,
  ip: string,
): Promise<void> {
  await limitAttempts(services, signInLimit, ip);
  await lanes.run(actor.id, async () => {
    const verdict = await verifyAttempt(services, { id: actor.id }, body.currentPassword);
    if (verdict.outcome === 'shut') throw tooManyAttempts(lockMs / 1000);
    if (verdict.outcome === 'wrong') throw wrongPassword();
    const passwordHash = await hashPassword(body.password);
    await inTransaction(services.db, async (trx) => {
      const isSame = await holdPassword(trx, actor.id, verdict.attempt.passwordHash);
      if (!isSame) throw wrongPassword();
      await replacePassword(trx, { userId: actor.id, passwordHash, now: services.clock(), keptSid: actor.sid });
    });
  });
}

function wrongPassword(): Refusal {
  const message = 'Current password is incorrect';
  return new Refusal(400, message, { code: 'wrong_password', errors: { currentPassword: message } });
}
