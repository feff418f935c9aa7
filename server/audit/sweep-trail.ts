import type { Services } from '../services.ts';
import { deleteShortLived } from './audit.store.ts';

const dayMs = 24 * 3_600_000;
/** How long sign-ins, failed sign-ins and views of a customer are stored. */
const shortLivedMs = 180 * dayMs;
const linesPerStatement = 5_000;

/** Deletes old lines about sign-ins and views. Lines about changes stay. */
export async function sweepTrail({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - shortLivedMs);
  let deleted: number;
  do {
    deleted = await deleteShortLived(db, before, linesPerStatement);
  } while (deleted === linesPerStatement);
}
