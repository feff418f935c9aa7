import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { type DateKey, weekdayOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { listWithoutStop } from './make-stop.store.ts';
import { ownCancelReasons } from './make-stop.ts';
import { listMovedVisits, listVisitsMovedTo, type MovedVisit } from './visit-moves.store.ts';

const beforeEveryId = '00000000-0000-0000-0000-000000000000';
/** More plans than are served on any day. */
const mostPlans = 20_000;

/**
 * Returns the visits that may be on a day and have no stop yet: the day's own visits that weren't moved, and visits
 * that were moved to the day. The caller checks their timetables.
 */
export async function listUnmadeVisits(db: Db, day: DateKey): Promise<MovedVisit[]> {
  const due = { day, visitAt: visitTimeOf(day), weekday: weekdayOf(day), planReasons: ownCancelReasons };
  const subscriptionIds = await listWithoutStop(db, { ...due, afterId: beforeEveryId, limit: mostPlans });
  const moved = await listMovedVisits(db, { subscriptionIds, from: day, to: day });
  const isMoved = new Set(moved.map(({ subscriptionId }) => subscriptionId));
  const own = subscriptionIds.filter((id) => !isMoved.has(id));
  return [
    ...own.map((subscriptionId) => ({ subscriptionId, occurrence: day, day })),
    ...(await listVisitsMovedTo(db, day)),
  ];
}
