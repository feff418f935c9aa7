import { inTransaction } from '../../database/transaction.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { isPasswordResetOpen, takePasswordReset } from '../mail-tokens/store.ts';
import { hashPassword } from '../password-hash.ts';
import { mailedTokenLimit } from '../rules.ts';
import { hashOfToken } from '../secret-token.ts';
import { replacePassword } from './replace-password.ts';

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
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const now = clock();
    const userId = await takePasswordReset(trx, hash, now);
    if (userId === undefined) throw invalidToken();
    await replacePassword(trx, { userId, passwordHash, now });
  });
}

function invalidToken(): Refusal {
  return new Refusal(400, 'This link has expired or was already used. Please request a new one.', {
    code: 'invalid_reset_token',
  });
}
