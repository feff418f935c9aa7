import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import { isWithinLimit, limitAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';

import { findIdByEmail } from '../mail-tokens/store.ts';
import { forgotPasswordLimit, resetMailLimits } from '../rules.ts';

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
