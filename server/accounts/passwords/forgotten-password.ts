import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import { sendAnyway } from '../../mail/send-to-address.ts';
import { isWithinLimit, limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findUnconfirmedChange } from '../mail-tokens/email-changes.store.ts';
import { passwordResetMail } from '../mail-tokens/mails.ts';
import { findIdByEmail, findPasswordReset, savePasswordReset, takePasswordReset } from '../mail-tokens/store.ts';
import { hashPassword, verifyPassword } from '../password-hash.ts';
import { forgotPasswordLimit, mailedTokenLimit, passwordResetMs, resetMailLimits } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { lockUser } from '../store.ts';
import { replacePassword } from './replace-password.ts';
import { requireUncommonPassword, samePassword } from './require-new-password.ts';

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
    const userId = (await findIdByEmail(trx, email, services.clock())) ?? newId();
    await services.jobs.enqueue(trx, 'send-password-reset', { userId });
  });
}

/**
 * Emails a reset link to the account's address, or to its old one while a change without the password is open. The token
 * is created here, so that no job row contains it. A retry creates a new one.
 */
export async function sendPasswordReset(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const { db, clock, settings } = services;
  const token = newSecretToken();
  const now = clock();
  const expires = new Date(now.getTime() + passwordResetMs);
  const sent = await inTransaction(db, async (trx) => {
    // Locked first: a concurrent change of the email decides where the link goes.
    await lockUser(trx, userId);
    const change = await findUnconfirmedChange(trx, userId, now);
    const account = await savePasswordReset(trx, userId, { hash: hashOfToken(token), expires });
    return account && { account, oldEmail: change?.oldEmail };
  });
  if (sent) await sendAnyway(services, passwordResetMail(settings, sent.account, token, sent.oldEmail));
}

/**
 * Sets a new, validated password with an emailed token, once. Returns the account's id. Throws 400 for any other token, a
 * common password, and the current one.
 */
export async function redeemPasswordReset(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'jobs'>,
  { token, password }: { token: string; password: string },
  ip: string,
): Promise<string> {
  await limitAttempts(services, mailedTokenLimit, ip);
  const { db, clock } = services;
  const hash = hashOfToken(token);
  // Checked first, so that an invalid token doesn't cost a password hash.
  const owner = await findPasswordReset(db, hash, clock());
  if (!owner) throw invalidToken();
  await requireUncommonPassword(services, password, owner);
  if (await verifyPassword(owner.passwordHash, password, ip)) throw samePassword();
  const passwordHash = await hashPassword(password, ip);
  return await inTransaction(db, async (trx) => {
    const now = clock();
    const oldAddressSince = new Date(now.getTime() - passwordResetMs);
    const userId = await takePasswordReset(trx, hash, { now, oldAddressSince });
    if (userId === undefined) throw invalidToken();
    await replacePassword(services, trx, { userId, passwordHash, by: 'link' });
    return userId;
  });
}

function invalidToken(): Refusal {
  const message = 'This link has expired or was already used. Please request a new one.';
  return new Refusal(400, message, { code: 'invalid_reset_token' });
}
