import type { Services } from '../../services.ts';
import { deleteExpiredSessions, deleteOldAttempts } from './store.ts';

const sessionsPerStatement = 5_000;
/** Longer than any counting window and the one before it. */
const keptAttemptsMs = 60 * 60_000;

/** Deletes what has no effect any more: expired sessions and counters of windows long past. */
export async function sweepExpired({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  let deleted: number;
  do {
    deleted = await deleteExpiredSessions(db, now, sessionsPerStatement);
  } while (deleted === sessionsPerStatement);
  await deleteOldAttempts(db, new Date(now.getTime() - keptAttemptsMs));
}
