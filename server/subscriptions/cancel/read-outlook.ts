import type { PlanVisit } from '../../../contract/plan/page.ts';
import { earliestHoldDay } from '../../../contract/values/plan/hold.ts';
import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { cancelledByCustomer } from '../../pickups/rules.ts';
import type { Services } from '../../services.ts';
import { readCredits } from '../credits/read-credits.ts';
import { creditVisits, sumOf } from '../hold/outlook.ts';
import { readPlanFacts } from '../hold/read-plan-facts.ts';
import { visitsHeld } from '../hold/rules.ts';
import { listWrittenCredits } from '../hold/store.ts';
import { takenAway } from '../occurrences/make-stop.ts';
import { listStopsFrom } from '../plan-page/store.ts';
import { upcomingVisits } from '../plan-page/upcoming-visits.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../store.ts';

/** More visits than a billing month has. */
const mostVisits = 12;

/**
 * Returns the visits of a plan before `endsAt`, in order of day, including skipped and held ones. Empty unless the plan
 * is active.
 */
export async function readVisitsUntil(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
  endsAt: Date,
): Promise<PlanVisit[]> {
  if (plan.status !== 'active') return [];
  const now = clock();
  // Stops of the last six days count toward the visits of a week.
  const stops = await listStopsFrom(db, plan.id, addDays(dateKeyOf(now), -6));
  const timetable = { ...timetableOf(plan), endsAt };
  const reasons = { planReasons: takenAway, skipReasons: [cancelledByCustomer] };
  const credited = (await listWrittenCredits(db, plan.id)).map(({ day }) => day);
  const { changeCutoff } = settings;
  return upcomingVisits({ timetable, stops, credited, changeCutoff, ...reasons, now }, mostVisits);
}

/**
 * Returns a plan's credit at its end, in cents: the unused credit, and the credit of visits held until then that isn't
 * written yet. `endsAt` is null if the plan ends immediately.
 */
export async function readCreditAtEnd(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
  endsAt: Date | null,
): Promise<number> {
  const { balanceCents } = await readCredits(db, plan);
  const { holdFrom: from, heldUntil } = timetableOf(plan);
  if (plan.status !== 'active' || !from || !heldUntil || !plan.currentPeriodEnd) return Math.max(0, balanceCents);
  // A held visit whose cut-off has passed is credited even if the plan ends before the visit.
  const firstOpen = earliestHoldDay(services.clock(), services.settings.changeCutoff);
  const until = endsAt === null && firstOpen < heldUntil ? firstOpen : heldUntil;
  const facts = await readPlanFacts(services, db, { ...plan, cancellationDate: endsAt }, { from, until });
  const inBooks = new Set(facts.written.filter(({ cents }) => cents !== null).map(({ day }) => day));
  const visits = creditVisits(visitsHeld(facts, { from, until }), facts);
  return Math.max(0, balanceCents + sumOf(visits.filter(({ day }) => !inBooks.has(day))));
}
