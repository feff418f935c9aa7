import type { Services } from '../../services.ts';
import { deleteExpiredSessions, deleteOldAttempts } from './store.ts';

const sessionsPerStatement = 5_000;
/** Longer than any two counting windows. */
const attemptsRetentionMs = 60 * 60_000;

/** Deletes expired sessions and old rate-limit counters. */
export async function sweepExpired({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  let deleted: number;
  do {
    deleted = await deleteExpiredSessions(db, now, sessionsPerStatement);
  } while (deleted === sessionsPerStatement);
  await deleteOldAttempts(db, new Date(now.getTime() - attemptsRetentionMs));
}
