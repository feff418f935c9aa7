import type { PlanVisit } from '../../../contract/plan/page.ts';
import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { skippedAfterMove, skippedByCustomer, skippedByDispatch } from '../../pickups/rules.ts';
import type { Services } from '../../services.ts';
import { listWrittenCredits } from '../hold/hold.store.ts';
import { ownCancelReasons } from '../occurrences/make-stop.ts';
import { listMovesFrom } from '../occurrences/visit-moves.store.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { listStopsFrom } from './plan-page.store.ts';
import { upcomingVisits } from './upcoming-visits.ts';

/** The number of scheduled visits that the plan's page and the calendar feed show. */
export const shownVisits = 5;

/**
 * Reads a plan's next `count` scheduled visits, in order of day, and the skipped, held and cancelled ones between them.
 * If `endsAt` is given, reads them as if the plan ended then. Returns none unless the plan is active.
 */
export async function readVisits(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
  { count, endsAt }: { count: number; endsAt?: Date },
): Promise<PlanVisit[]> {
  if (plan.status !== 'active') return [];
  const now = clock();
  // Stops of the last six days count toward the visits of a week.
  const stops = await listStopsFrom(db, plan.id, addDays(dateKeyOf(now), -6));
  const timetable = { ...timetableOf(plan), ...(endsAt && { endsAt }) };
  const credited = (await listWrittenCredits(db, plan.id)).map(({ day }) => day);
  const moved = await listMovesFrom(db, plan.id, dateKeyOf(now));
  const reasons = {
    planReasons: ownCancelReasons,
    skipReasons: [skippedByCustomer, skippedAfterMove, skippedByDispatch],
  };
  return upcomingVisits(
    { timetable, stops, credited, moved, changeCutoff: settings.changeCutoff, ...reasons, now },
    count,
  );
}

/** More visits than a billing month has. */
const mostInMonth = 12;

/** Reads all visits of the current month as if the plan ended at `endsAt`, in the shape of `readVisits`. */
export async function readVisitsUntil(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
  endsAt: Date,
): Promise<PlanVisit[]> {
  return await readVisits(services, db, plan, { count: mostInMonth, endsAt });
}
