import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import { isWithinLimit, limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { passwordResetMail } from '../mail-tokens/mails.ts';
import { findIdByEmail, isPasswordResetOpen, savePasswordReset, takePasswordReset } from '../mail-tokens/store.ts';
import { hashPassword } from '../password-hash.ts';
import { forgotPasswordLimit, mailedTokenLimit, passwordResetMs, resetMailLimits } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { replacePassword } from './replace-password.ts';

/**
 * Enqueues a reset email. The response doesn't reveal whether the address has an account: an unknown address does the
 * same work and enqueues a job too. Requests beyond the limit are ignored; the earlier email must do.
 */
export async function requestPasswordReset(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  email: string,
  ip: string,
): Promise<void> {
  await limitAttempts(services, forgotPasswordLimit, ip);
  // Counted under a hash, so that the counters don't list who forgot a password.
  const key = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  for (const limit of resetMailLimits) {
    if (!(await isWithinLimit(services, limit, key))) return;
  }
  await inTransaction(services.db, async (trx) => {
    const userId = (await findIdByEmail(trx, email)) ?? newId();
    await services.jobs.enqueue(trx, 'send-password-reset', { userId });
  });
}

/** Emails a reset link. The token is created here, so that no job row contains it. A retry creates a new one. */
export async function sendPasswordReset(
  { db, clock, settings, mail }: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const token = newSecretToken();
  const expires = new Date(clock().getTime() + passwordResetMs);
  const recipient = await savePasswordReset(db, userId, { hash: hashOfToken(token), expires });
  if (recipient) await mail.send(passwordResetMail(settings, recipient, token));
}

/** Sets a new, validated password with an emailed token, once. Throws 400 for any other token. */
export async function redeemPasswordReset(
  services: Pick<Services, 'db' | 'clock'>,
  { token, password }: { token: string; password: string },
  ip: string,
): Promise<void> {
  await limitAttempts(services, mailedTokenLimit, ip);
  const { db, clock } = services;
  const hash = hashOfToken(token);
  // Checked first, so that an invalid token doesn't cost a password hash.
  if (!(await isPasswordResetOpen(db, hash, clock()))) throw invalidToken();
  const passwordHash = await hashPassword(password, ip);
  await inTransaction(db, async (trx) => {
    const now = clock();
    const userId = await takePasswordReset(trx, hash, now);
    if (userId === undefined) throw invalidToken();
    await replacePassword(trx, { userId, passwordHash, now });
  });
}

function invalidToken(): Refusal {
  const message = 'This link has expired or was already used. Please request a new one.';
  return new Refusal(400, message, { code: 'invalid_reset_token' });
}
