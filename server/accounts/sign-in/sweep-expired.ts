import { sweepTrail } from '../../audit/sweep-trail.ts';
import { sweepAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { deleteExpiredSessions } from './store.ts';

const sessionsPerStatement = 5_000;

/** Deletes expired sessions, old rate-limit counters and old sign-ins of the trail. */
export async function sweepExpired(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock();
  let deleted: number;
  do {
    deleted = await deleteExpiredSessions(services.db, now, sessionsPerStatement);
  } while (deleted === sessionsPerStatement);
  await sweepAttempts(services);
  await sweepTrail(services);
}
