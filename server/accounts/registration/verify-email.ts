import { createHash } from 'node:crypto';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { forgetRefusal, isRefusedEmail } from '../../mail/send-to-address.ts';
import { isWithinLimit, limitAttempts, limitByKey } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { findUser } from '../accounts.store.ts';
import { markEmailVerified, type Recipient, saveVerification } from '../mail-tokens/mail-tokens.store.ts';
import { mailedAddressLimit, mailedTokenLimit, verificationMailLimit } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { writeAccountMessage } from '../write-account-message.ts';

/**
 * Makes a verification link, or returns why there is none: the address is verified and isn't refused, the account is
 * deactivated, or the address was emailed too often (someone may be entering it in many accounts). Called when the
 * email is sent. A retry makes a new link.
 */
export async function makeVerificationLink(
  services: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<(Recipient & { token: string }) | { whyNone: string }> {
  const { db } = services;
  const user = await findUser(db, userId);
  if (!user || !(await needsVerification(db, user))) return { whyNone: 'the address is verified' };
  const key = createHash('sha256').update(user.email.toLowerCase()).digest('base64url');
  if (!(await isWithinLimit(services, mailedAddressLimit, key)))
    return { whyNone: 'the address was emailed too often' };
  const token = newSecretToken();
  const recipient = await saveVerification(db, userId, hashOfToken(token));
  return recipient ? { ...recipient, token } : { whyNone: 'the account is deactivated' };
}

/** Returns whether an address must be verified: it never was, or the mail server has refused it since. */
async function needsVerification(
  db: Db,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<boolean> {
  return !emailVerified || (await isRefusedEmail(db, email));
}

/** Has another verification link emailed to the signed-in user. Throws 409 (already verified) and 429. */
export async function resendVerification(
  services: Pick<Services, 'db'> & WritesMessages,
  userId: string,
): Promise<{ email: string }> {
  const user = await findUser(services.db, userId);
  if (!user) throw notSignedIn();
  if (!(await needsVerification(services.db, user)))
    throw new Refusal(409, 'Your email is already verified', { code: 'already_verified' });
  await limitByKey(services, verificationMailLimit, userId);
  await inTransaction(services.db, (trx) => writeAccountMessage(services, trx, 'verification', userId));
  return { email: user.email };
}

/** Verifies the address that the token was emailed to. Repeating it succeeds. Throws 400 (invalid token) and 429. */
export async function verifyEmail(services: Pick<Services, 'db' | 'clock'>, token: string, ip: string): Promise<void> {
  await limitAttempts(services, mailedTokenLimit, ip);
  const verified = await markEmailVerified(services.db, hashOfToken(token), services.clock());
  if (verified !== undefined) return await forgetRefusal(services.db, verified);
  const message = 'This link is no longer valid. Please request a new one.';
  throw new Refusal(400, message, { code: 'invalid_verification_token' });
}
