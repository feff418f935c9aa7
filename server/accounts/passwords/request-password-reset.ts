import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import { hasRoom, limitAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { findIdByEmail } from '../mail-tokens/store.ts';
import { forgotPasswordLimit, resetMailLimits } from '../rules.ts';

/**
 * Has a link for a new password mailed. Nobody learns whether the address has an account: an unknown one does the same
 * work and leaves a job too, for nobody. Asked again too soon, the mail that is on its way has to do.
 */
export async function requestPasswordReset(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  email: string,
  ip: string,
): Promise<void> {
  await limitAttempts(services, forgotPasswordLimit, ip);
  // Counted under a hash: the counters need not be a list of who forgot a password.
  const key = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  for (const limit of resetMailLimits) {
    if (!(await hasRoom(services, limit, key))) return;
  }
  await inTransaction(services.db, async (trx) => {
    const userId = (await findIdByEmail(trx, email)) ?? newId();
    await services.jobs.enqueue(trx, 'send-password-reset', { userId });
  });
}
