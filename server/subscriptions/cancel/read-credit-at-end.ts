import { earliestHoldDay } from '../../../contract/values/plan/hold.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { readCredits } from '../credits/read-credits.ts';
import { creditVisits, sumOf } from '../hold/outlook.ts';
import { readPlanFacts } from '../hold/read-plan-facts.ts';
import { visitsHeld } from '../hold/rules.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';

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
