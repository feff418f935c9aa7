import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import { isWithinLimit, limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { lockUser } from '../accounts.store.ts';
import { findUnconfirmedChange } from '../mail-tokens/email-changes.store.ts';
import {
  findIdByEmail,
  findPasswordReset,
  type Recipient,
  savePasswordReset,
  takePasswordReset,
} from '../mail-tokens/mail-tokens.store.ts';
import { hashPassword, verifyPassword } from '../password-hash.ts';
import { forgotPasswordLimit, mailedTokenLimit, passwordResetMs, resetMailLimits } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { writeAccountMessage } from '../write-account-message.ts';
import { replacePassword } from './replace-password.ts';
import { requireUncommonPassword, samePassword } from './require-new-password.ts';

/**
 * Has a reset link emailed. The response doesn't reveal whether the address has an account: for an unknown address the
 * same work is done, and the worker deletes the message. Ignores requests for an address beyond its limit: the earlier
 * email is enough. Throws 429 for an IP address beyond its limit.
 */
export async function requestPasswordReset(
  services: Pick<Services, 'db'> & WritesMessages,
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
    await writeAccountMessage(services, trx, 'password-reset', userId);
  });
}

/** The token of a reset link, and its recipient. If `oldEmail` is set, the email goes to that address instead. */
interface ResetLink extends Recipient {
  oldEmail: string | undefined;
  token: string;
}

/**
 * Makes the reset link of an account, for its address, or for its old address while a change without the password is
 * open. Called when the email is sent, so that no stored message contains the token. A retry makes a new token. Returns
 * undefined for an account that is gone or deactivated.
 */
export async function makeResetLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<ResetLink | undefined> {
  const token = newSecretToken();
  const now = clock();
  const expires = new Date(now.getTime() + passwordResetMs);
  return await inTransaction(db, async (trx) => {
    // Locked first: a concurrent change of the email decides where the link goes.
    await lockUser(trx, userId);
    const change = await findUnconfirmedChange(trx, userId, now);
    const account = await savePasswordReset(trx, userId, { hash: hashOfToken(token), expires });
    return account && { ...account, oldEmail: change?.oldEmail, token };
  });
}

/**
 * Sets a new, validated password with an emailed token, which works once. Returns the account's id. Throws 400 for an
 * invalid token, a common password or the current password, and 429.
 */
export async function redeemPasswordReset(
  services: Pick<Services, 'db'> & WritesMessages,
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
