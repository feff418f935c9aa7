import { createHash } from 'node:crypto';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { forgetRefusal, isRefusedEmail, sendAnyway } from '../../mail/send-to-address.ts';
import { isWithinLimit, limitAttempts, limitByKey } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { verificationMail } from '../mail-tokens/mails.ts';
import { markEmailVerified, saveVerification } from '../mail-tokens/store.ts';
import { mailedAddressLimit, mailedTokenLimit, verificationMailLimit } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { findUser } from '../store.ts';

/**
 * Emails a new verification link, unless the address is already verified and takes email. One that was emailed too often is
 * skipped: someone else may be entering it in many accounts.
 */
export async function sendVerification(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const { db, settings } = services;
  const user = await findUser(db, userId);
  if (!user || !(await needsVerification(db, user))) return;
  const key = createHash('sha256').update(user.email.toLowerCase()).digest('base64url');
  if (!(await isWithinLimit(services, mailedAddressLimit, key))) return;
  const token = newSecretToken();
  const recipient = await saveVerification(db, userId, hashOfToken(token));
  if (recipient) await sendAnyway(services, verificationMail(settings, recipient, token));
}

/** An address that the mail server has refused since it was verified is verified again. */
async function needsVerification(
  db: Db,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<boolean> {
  return !emailVerified || (await isRefusedEmail(db, email));
}

/** Enqueues another verification email for the signed-in user. Throws 409 when the address is already verified. */
export async function resendVerification(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  userId: string,
): Promise<{ email: string }> {
  const user = await findUser(services.db, userId);
  if (!user) throw notSignedIn();
  if (!(await needsVerification(services.db, user)))
    throw new Refusal(409, 'Your email is already verified', { code: 'already_verified' });
  await limitByKey(services, verificationMailLimit, userId);
  await inTransaction(services.db, (trx) => services.jobs.enqueue(trx, 'send-verification', { userId }));
  return { email: user.email };
}

/** Verifies the address that the token was emailed to; repeating it succeeds. Throws 400 for any other token. */
export async function verifyEmail(services: Pick<Services, 'db' | 'clock'>, token: string, ip: string): Promise<void> {
  await limitAttempts(services, mailedTokenLimit, ip);
  const verified = await markEmailVerified(services.db, hashOfToken(token), services.clock());
  if (verified !== undefined) return await forgetRefusal(services.db, verified);
  const message = 'This link is no longer valid. Please request a new one.';
  throw new Refusal(400, message, { code: 'invalid_verification_token' });
}
