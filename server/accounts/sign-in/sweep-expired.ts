import { sweepTrail } from '../../audit/sweep-trail.ts';
import { sweepAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { deleteClosedChanges } from '../mail-tokens/email-changes.store.ts';
import { passwordResetMs, pushLifetimeMs } from '../rules.ts';
import { sweepDevices } from './known-devices.ts';
import { deleteExpiredSessions } from './sign-in.store.ts';

const sessionsPerStatement = 5_000;

/** Deletes expired sessions, old rate-limit counters, old sign-ins in the trail, old devices, closed email changes. */
export async function sweepExpired(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock();
  const pushSince = new Date(now.getTime() - pushLifetimeMs);
  let deleted: number;
  do {
    deleted = await deleteExpiredSessions(services.db, { now, pushSince, most: sessionsPerStatement });
  } while (deleted === sessionsPerStatement);
  await sweepAttempts(services);
  await sweepTrail(services);
  await sweepDevices(services);
  // Deleted only once no reset link sent to an old address can still work (see `takePasswordReset`).
  await deleteClosedChanges(services.db, new Date(now.getTime() - passwordResetMs));
}
