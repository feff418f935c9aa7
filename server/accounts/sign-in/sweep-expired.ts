import { sweepTrail } from '../../audit/sweep-trail.ts';
import { sweepAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { deleteClosedChanges } from '../mail-tokens/email-changes.store.ts';
import { passwordResetMs } from '../rules.ts';
import { sweepDevices } from './known-devices.ts';
import { deleteExpiredSessions } from './store.ts';

const sessionsPerStatement = 5_000;

/**
 * Deletes expired sessions, old rate-limit counters, the trail's old sign-ins, unused devices, closed email changes.
 */
export async function sweepExpired(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock();
  let deleted: number;
  do {
    deleted = await deleteExpiredSessions(services.db, now, sessionsPerStatement);
  } while (deleted === sessionsPerStatement);
  await sweepAttempts(services);
  await sweepTrail(services);
  await sweepDevices(services);
  // Kept a little longer: a reset link that was sent to an old address outlives the change (see `takePasswordReset`).
  await deleteClosedChanges(services.db, new Date(now.getTime() - passwordResetMs));
}
