import { type DateKey, weekdayOf } from '../../../contract/values/dates.ts';
import { visitTimeOf } from '../../../contract/values/plan-schedule.ts';
import type { Db } from '../../database/transaction.ts';
import { listWithoutStop } from './make-stops.store.ts';

const beforeEveryId = '00000000-0000-0000-0000-000000000000';
/** More plans than there are on a day. */
const mostPlans = 20_000;

/** Returns the plans that may have a visit on a day and have no stop for it yet. The caller checks their timetables. */
export async function listUnmadeVisits(db: Db, day: DateKey): Promise<string[]> {
  const due = { day, visitAt: visitTimeOf(day), weekday: weekdayOf(day) };
  return await listWithoutStop(db, { ...due, afterId: beforeEveryId, limit: mostPlans });
}
