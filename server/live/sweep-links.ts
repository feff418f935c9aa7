import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Services } from '../services.ts';
import { oldestLiveDay } from './rules.ts';
import { deleteLinksBefore } from './store.ts';

/** Deletes the links that have ended. */
export async function sweepLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await deleteLinksBefore(db, oldestLiveDay(now, dateKeyOf(now)));
}
