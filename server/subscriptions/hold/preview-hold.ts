import type { z } from 'zod/mini';
import type { HoldPreview } from '../../../contract/plan/hold.ts';
import { checkHold, countHoldDays, type HoldDays, type HoldProblems } from '../../../contract/values/plan/hold.ts';
import { hasService, isAfterEnd } from '../../../contract/values/plan/schedule.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listMovedAhead } from '../occurrences/visit-moves.store.ts';
import { timetableOf } from '../rules.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { requireActive } from './lock-plan.ts';
import { type CreditedVisit, creditVisits, presentVisits, readOutlook } from './outlook.ts';
import { type PlanFacts, readPlanFacts } from './read-plan-facts.ts';
import { visitsToHold } from './rules.ts';

/**
 * Returns the effects of a new hold: each held visit with its credit, the next charges, and the hold days left. Throws
 * 400 (by field), 404, and 409: `on_hold`, or the plan isn't active.
 */
export async function previewHold(
  services: Services,
  subscriptionId: string,
  hold: HoldDays,
): Promise<z.input<typeof HoldPreview>> {
  const plan = requireActive(services, await findSubscription(services.db, subscriptionId));
  const { facts, visits, staying } = await readNewHold(services, services.db, plan, hold);
  return {
    ...hold,
    days: countHoldDays(hold),
    visits: presentVisits(visits),
    staying,
    ...(await readOutlook(services.db, plan, facts, { hold, visits })),
  };
}

/**
 * Checks a new hold of an active plan. Returns the visits that it holds, and those on its days that it doesn't. Throws
 * 400 and 409 as `previewHold` does.
 */
export async function readNewHold(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
  hold: HoldDays,
): Promise<{ facts: PlanFacts; visits: CreditedVisit[]; staying: Staying }> {
  const now = services.clock();
  const impossible = checkHold(hold, { now, changeCutoff: services.settings.changeCutoff, earlier: [] });
  if (impossible) throw refusalOf(impossible);
  const facts = await readPlanFacts(services, db, plan, hold);
  const { present, timetable } = facts;
  if (present) {
    const days = `from ${formatDateKey(present.from)} until ${formatDateKey(present.until)}`;
    throw new Refusal(409, `This plan already has a hold ${days}.`, { code: 'on_hold' });
  }
  const problems = checkHold(hold, facts) ?? (isAfterEnd(timetable, hold.from) ? planEnds : null);
  if (problems) throw refusalOf(problems);
  const { held, staying } = visitsToHold(facts, hold, facts);
  const moved = await readMovedInto(services, db, plan, hold);
  const all = [...staying, ...moved].sort((a, b) => a.day.localeCompare(b.day));
  return { facts, visits: creditVisits(held, facts), staying: all };
}

type Staying = { day: string; pickupId: string | null }[];

/** Returns the visits without a stop yet that were moved into a hold from a day outside it. They will be made. */
async function readMovedInto(
  { clock }: Pick<Services, 'clock'>,
  db: Db,
  plan: SubscriptionRow,
  { from, until }: HoldDays,
): Promise<Staying> {
  const isInside = (day: string) => day >= from && day < until;
  const visits = await listMovedAhead(db, plan.id, dateKeyOf(clock()));
  const into = visits.filter(({ occurrence, day }) => isInside(day) && !isInside(occurrence));
  const made = into.filter(({ occurrence }) => hasService(timetableOf(plan), occurrence));
  return made.map(({ day }) => ({ day, pickupId: null }));
}

function refusalOf(problems: HoldProblems): Refusal {
  return new Refusal(400, problems.from ?? problems.until ?? '', { errors: { ...problems } });
}

const planEnds: HoldProblems = { from: 'The plan ends before that day.' };
