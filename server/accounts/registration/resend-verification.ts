import { inTransaction } from '../../database/transaction.ts';
import { limitByKey } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';

import { verificationMailLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { findUser } from '../store.ts';

/** Enqueues another verification email for the signed-in user. Throws 409 when the address is already verified. */
export async function resendVerification(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  userId: string,
): Promise<{ email: string }> {
  const user = await findUser(services.db, userId);
  if (!user) throw notSignedIn();
  if (user.emailVerified) throw new Refusal(409, 'Your email is already verified', { code: 'already_verified' });
  await limitByKey(services, verificationMailLimit, userId);
  await inTransaction(services.db, (trx) => services.jobs.enqueue(trx, 'send-verification', { userId }));
  return { email: user.email };
}
