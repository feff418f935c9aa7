import { checkBackEarly, earliestBackDay } from '../../../contract/values/plan/hold.ts';
import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { makeStop } from '../occurrences/make-stop.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { timetableOf } from '../rules.ts';
import { changeSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { type HoldRow, listHolds, setHoldEnd } from './hold.store.ts';
import { lockActivePlan } from './lock-plan.ts';
import { freedVisits, readPresentHold } from './preview-back-early.ts';
import type { PlanFacts } from './read-plan-facts.ts';

interface Request {
  subscriptionId: string;
  actorId: string;
  /** The first day on which the plan is served again. */
  on: DateKey;
  /** The visits that the preview showed. */
  expectedVisits?: readonly DateKey[] | undefined;
}

/**
 * Ends a hold early: visits from the day `on` are made after all, and visits held before it stay credited. Choosing the
 * first day of a hold that hasn't begun cancels the whole hold. Repeating it with the same day changes nothing.
 *
 * Throws 400, 404 and 409: `not_on_hold`, `preview_changed` with the new facts, or the plan isn't active.
 */
export async function comeBackEarly(services: Services, request: Request): Promise<SubscriptionRow> {
  const { subscriptionId, actorId, on } = request;
  return await inTransaction(services.db, async (trx) => {
    const plan = await lockActivePlan(services, trx, subscriptionId);
    if (await wasDone(trx, plan, on)) return plan;
    const { facts, present } = await readPresentHold(services, trx, plan);
    requireOpen(facts, present, on);
    const freed = freedVisits(facts, present, on);
    requireExpected(request, freed);

    const now = services.clock();
    const isTakenBack = on === present.from;
    await setHoldEnd(trx, present.id, on);
    const ended = isTakenBack ? { holdFrom: null, pausedUntil: null } : { pausedUntil: visitTimeOf(on) };
    const back = await changeSubscription(trx, plan.id, { ...ended, updatedAt: now });
    // Makes the stops within a week and those that the hold cancelled. Completions and the sweep make the stops of
    // later days.
    for (const day of freed) {
      if (isNear(facts, day)) await makeStop(services, trx, back, day);
    }
    const after = await refreshPlanStops(services, trx, back);
    const next = after.nextPickupDate ? dateKeyOf(after.nextPickupDate) : freed[0];
    const details = { on: formatDateKey(on), until: formatDateKey(present.until) };
    const subject = { actorId, subject: 'subscription', subjectId: plan.id } as const;
    await recordChanges(services, trx, [{ ...subject, action: 'hold_ended', details }]);
    await services.messages.notify(services, trx, [
      {
        userId: plan.customerId,
        title: isTakenBack ? 'Your hold is cancelled' : 'Your hold ends early',
        message: next ? `Your next pickup is on ${formatDateKey(next)}.` : 'Your pickups continue as before.',
        type: 'subscription_hold',
        actionUrl: '/plan',
      },
    ]);
    return after;
  });
}

/** Returns true if the plan already comes back on the day, because the same request came before. */
async function wasDone(trx: Db, plan: SubscriptionRow, on: DateKey): Promise<boolean> {
  const { heldUntil } = timetableOf(plan);
  if (heldUntil !== null) return heldUntil === on;
  const last = (await listHolds(trx, plan.id)).at(-1);
  return last?.from === on && last.until === on;
}

/**
 * Throws 400 for a day that isn't before the end of the hold. Any other day was possible at the preview, so if it no
 * longer is, throws 409 `preview_changed` with the first possible day.
 */
function requireOpen(facts: PlanFacts, present: HoldRow, on: DateKey): void {
  const problem = checkBackEarly(on, present, facts);
  if (problem === null) return;
  if (on >= present.until) throw new Refusal(400, problem, { errors: { on: problem } });
  const earliest = earliestBackDay(present, facts.now, facts.changeCutoff);
  const isTooLate = earliest >= present.until;
  throw new Refusal(409, problem, { code: 'preview_changed', errors: { on: isTooLate ? present.until : earliest } });
}

function requireExpected({ expectedVisits }: Request, freed: readonly DateKey[]): void {
  if (expectedVisits === undefined || expectedVisits.join() === freed.join()) return;
  throw new Refusal(409, 'The plan has changed. Please check the visits again.', {
    code: 'preview_changed',
    errors: { expectedVisits: freed.join() },
  });
}

const daysAhead = 7;

/** Returns true if the day should have a stop by now: it is within a week, or it had a stop that the hold cancelled. */
function isNear({ stops, now }: PlanFacts, day: DateKey): boolean {
  return day <= addDays(dateKeyOf(now), daysAhead) || stops.some(({ occurrence }) => occurrence === day);
}
