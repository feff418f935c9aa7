import { inTransaction } from '../../database/transaction.ts';
import { limitTimes } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { verificationMailLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { findUser } from '../store.ts';

/** Has another link mailed that verifies the signed-in person's address. Throws 409 when it is verified already. */
export async function resendVerification(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  userId: string,
): Promise<{ email: string }> {
  const user = await findUser(services.db, userId);
  if (!user) throw notSignedIn();
  if (user.emailVerified) throw new Refusal(409, 'Your email is already verified', { code: 'already_verified' });
  await limitTimes(services, verificationMailLimit, userId);
  await inTransaction(services.db, (trx) => services.jobs.enqueue(trx, 'send-verification', { userId }));
  return { email: user.email };
}
