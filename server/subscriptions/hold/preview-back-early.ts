import type { z } from 'zod/mini';
import type { BackEarlyPreview } from '../../../contract/plan/hold.ts';
import { checkBackEarly } from '../../../contract/values/plan/hold.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { timetableOf } from '../rules.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import type { HoldRow } from './hold.store.ts';
import { requireActive } from './lock-plan.ts';
import { creditVisits, presentVisits, readOutlook } from './outlook.ts';
import { type PlanFacts, readPlanFacts } from './read-plan-facts.ts';
import { visitsHeld } from './rules.ts';

/**
 * Returns the effects of coming back on the day `on`: the visits that are made after all, and those that stay held with
 * their credits. Throws 400 (the day), 404, and 409: `not_on_hold`, or the plan isn't active.
 */
export async function previewBackEarly(
  services: Services,
  subscriptionId: string,
  on: DateKey,
): Promise<z.input<typeof BackEarlyPreview>> {
  const { db } = services;
  const plan = requireActive(services, await findSubscription(db, subscriptionId));
  const { facts, present } = await readPresentHold(services, db, plan);
  const problem = checkBackEarly(on, present, facts);
  if (problem !== null) throw new Refusal(400, problem, { errors: { on: problem } });
  const hold = { from: present.from, until: on };
  const visits = creditVisits(visitsHeld(facts, hold), facts);
  return {
    on,
    hold: { from: present.from, until: present.until },
    visits: freedVisits(facts, present, on),
    held: presentVisits(visits),
    ...(await readOutlook(db, plan, facts, { hold, visits })),
  };
}

/**
 * Returns the planned or running hold of a plan, with the facts that decide about its days. Throws 409 `not_on_hold`
 * if there is no hold.
 */
export async function readPresentHold(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
): Promise<{ facts: PlanFacts; present: HoldRow }> {
  const { holdFrom: from, heldUntil: until } = timetableOf(plan);
  const facts = from && until ? await readPlanFacts(services, db, plan, { from, until }) : undefined;
  if (!facts?.present) throw new Refusal(409, "This plan isn't on hold.", { code: 'not_on_hold' });
  return { facts, present: facts.present };
}

/** Returns the service days whose visits are made after all if the plan comes back on the day `on`. */
export function freedVisits(facts: PlanFacts, { until }: HoldRow, on: DateKey): DateKey[] {
  return visitsHeld(facts, { from: on, until }).map(({ day }) => day);
}
