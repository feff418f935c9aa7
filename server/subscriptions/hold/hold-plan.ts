import { v7 as newId } from 'uuid';
import { centsToText, textToCents } from '../../../contract/values/money.ts';
import { earliestHoldDay, type HoldDays } from '../../../contract/values/plan/hold.ts';
import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { OwnCancelReason } from '../occurrences/make-stop.ts';
import { cancelStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { timetableOf } from '../rules.ts';
import { changeSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { insertHold } from './hold.store.ts';
import { lockActivePlan } from './lock-plan.ts';
import { type CreditedVisit, sumOf } from './outlook.ts';
import { readNewHold } from './preview-hold.ts';

interface Request extends HoldDays {
  subscriptionId: string;
  actorId: string;
  /** The credit in dollars that the preview showed. */
  expectedCredit: string | number;
  expectedVisits?: readonly DateKey[] | undefined;
}

/**
 * Puts an active plan on hold: no stop is made on the held days, and each held visit is credited when its cut-off
 * passes. Repeating the same hold changes nothing. Throws 400, 404 and 409: `on_hold`, `preview_changed` with the new
 * facts, or the plan isn't active.
 */
export async function holdPlan(services: Services, request: Request): Promise<SubscriptionRow> {
  const { subscriptionId, from, until, actorId } = request;
  const hold = { from, until };
  return await inTransaction(services.db, async (trx) => {
    const plan = await lockActivePlan(services, trx, subscriptionId);
    const { holdFrom, heldUntil } = timetableOf(plan);
    if (holdFrom === from && heldUntil === until) return plan;
    // The first day was possible at the preview, so a cut-off that has passed since is 409, not 400.
    requireOpen(services, from);
    const { visits } = await readNewHold(services, trx, plan, hold);
    requireExpected(request, visits);

    const now = services.clock();
    const days = { fromDay: from, untilDay: until };
    await insertHold(trx, { id: newId(), subscriptionId, ...days, actorId, createdAt: now });
    const held = await changeSubscription(trx, plan.id, {
      ...{ holdFrom: from, pausedUntil: visitTimeOf(until), updatedAt: now },
    });
    await takeStops(services, trx, visits);
    const after = await refreshPlanStops(services, trx, held);
    const details = { from: formatDateKey(from), until: formatDateKey(until) };
    const subject = { actorId, subject: 'subscription', subjectId: plan.id } as const;
    await recordChanges(services, trx, [{ ...subject, action: 'put_on_hold', details }]);
    await services.messages.notify(services, trx, [{ userId: plan.customerId, ...noticeOf(hold, visits) }]);
    return after;
  });
}

function requireOpen({ clock, settings }: Pick<Services, 'clock' | 'settings'>, from: DateKey): void {
  const earliest = earliestHoldDay(clock(), settings.changeCutoff);
  if (from >= earliest) return;
  const message = `It's too late to hold the visits of ${formatDateKey(from)}. A hold can start on ${formatDateKey(earliest)}.`;
  throw new Refusal(409, message, { code: 'preview_changed', errors: { from: earliest } });
}

function requireExpected({ expectedCredit, expectedVisits }: Request, visits: readonly CreditedVisit[]): void {
  const expectedCents = textToCents(expectedCredit);
  if (expectedCents === null || expectedCents < 0) {
    const message = 'Please enter an amount such as 45.00';
    throw new Refusal(400, message, { errors: { expectedCredit: message } });
  }
  const days = visits.map(({ day }) => day).join();
  const hasSameDays = expectedVisits === undefined || expectedVisits.join() === days;
  const credit = centsToText(sumOf(visits));
  if (textToCents(credit) === expectedCents && hasSameDays) return;
  const count = visits.length === 1 ? '1 visit' : `${visits.length} visits`;
  throw new Refusal(409, `The plan has changed. This hold now takes ${count} and credits $${credit}.`, {
    code: 'preview_changed',
    errors: { expectedCredit: credit, expectedVisits: days },
  });
}

async function takeStops(services: Services, trx: Db, visits: readonly CreditedVisit[]): Promise<void> {
  const reason: OwnCancelReason = 'On hold';
  const ids = visits.flatMap(({ pickupId }) => pickupId ?? []);
  const after = await cancelStops(trx, ids, { reason, now: services.clock() });
  await services.afterPickupChange(services, trx, { kind: 'cancelled-by-plan', after, reason });
}

function noticeOf({ from, until }: HoldDays, visits: readonly CreditedVisit[]) {
  const days = `No pickups from ${formatDateKey(from)}; they start again on ${formatDateKey(until)}.`;
  const credit = `You'll get up to $${centsToText(sumOf(visits))} in credit for the visits on hold.`;
  return {
    title: 'Your plan is on hold',
    message: visits.length > 0 ? `${days} ${credit}` : days,
    type: 'subscription_hold',
    actionUrl: '/plan',
  };
}
