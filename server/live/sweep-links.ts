import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Services } from '../services.ts';
import { deleteLinksBefore } from './live.store.ts';
import { oldestLiveDay } from './rules.ts';

/** Deletes the links that have ended. */
export async function sweepLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await deleteLinksBefore(db, oldestLiveDay(now, dateKeyOf(now)));
}
