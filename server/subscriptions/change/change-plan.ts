import type { z } from 'zod/mini';
import type { ChangePreview, changePlan as endpoint } from '../../../contract/plan/change.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { recountForDays } from '../credits/recount-month.ts';
import { describeEdit } from '../describe-edit.ts';
import { changeServiceDays, notifyNewDays } from '../occurrences/change-service-days.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { changeSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { applyPending } from './apply-pending.ts';
import { notifyChange } from './notify-change.ts';
import { lockPlan, type PlanChange, presentChange, readChange } from './read-change.ts';
import { hasOtherPending } from './rules.ts';

type Body = z.output<(typeof endpoint)['body']>;

interface Request {
  readonly subscriptionId: string;
  readonly actorId: string;
  readonly body: Body;
}

/**
 * Changes a plan's package, day or preferred time, and its stops accordingly. A job sends the new price to the
 * provider, which charges it from the next month on. Repeating the request changes nothing. Throws 404, what
 * `readChange` throws, and 409 `preview_changed`.
 */
export async function changePlan(
  services: Services,
  { subscriptionId, actorId, body }: Request,
): Promise<SubscriptionRow> {
  return await inTransaction(services.db, async (trx) => {
    const current = await applyPending(services, trx, await lockPlan(services, trx, subscriptionId));
    const change = await readChange(services, trx, current, body);
    requireExpected(presentChange(change), body);
    return await makeChange(services, trx, change, actorId);
  });
}

/** Drops a plan's pending package. Does nothing if there is none. Throws 404, and what `readChange` throws. */
export async function undoChange(
  services: Services,
  { subscriptionId, actorId }: Omit<Request, 'body'>,
): Promise<SubscriptionRow> {
  return await inTransaction(services.db, async (trx) => {
    const current = await applyPending(services, trx, await lockPlan(services, trx, subscriptionId));
    const change = await readChange(services, trx, current, { packageType: current.packageType });
    return await makeChange(services, trx, change, actorId);
  });
}

/** Throws 409 `preview_changed` if the effects of the change differ from those that were confirmed. */
function requireExpected(now: z.input<typeof ChangePreview>, body: Body): void {
  const { expectedPrice, expectedFrom, expectedFirstDays } = body;
  const isExpected =
    (expectedPrice === undefined || textToCents(expectedPrice) === textToCents(now.price)) &&
    (expectedFrom === undefined || timeOf(expectedFrom) === timeOf(now.from)) &&
    (expectedFirstDays === undefined || expectedFirstDays.join() === now.firstDays.join());
  if (isExpected) return;
  const message = 'Something has just changed. Please check the dates and the price, and confirm again.';
  const errors = { expectedPrice: now.price, expectedFrom: now.from ?? '', expectedFirstDays: now.firstDays.join() };
  throw new Refusal(409, message, { code: 'preview_changed', errors });
}

function timeOf(timestamp: string | null): number | null {
  return timestamp === null ? null : new Date(timestamp).getTime();
}

async function makeChange(
  services: Services,
  trx: Db,
  { before, after: wished, service }: PlanChange,
  actorId: string,
): Promise<SubscriptionRow> {
  const details = describeEdit(before, wished);
  if (Object.keys(details).length === 0) return before;
  const { id } = before;
  const { packageType, pickupDays, earlierDays, frequency, preferredDay, preferredTime } = wished;
  const { pendingPackageType, pendingPackagePrice, pendingPreferredDay, pendingFrom } = wished;
  const after = await changeSubscription(trx, id, {
    ...{ packageType, pickupDays, earlierDays, frequency, preferredDay, preferredTime },
    ...{ pendingPackageType, pendingPackagePrice, pendingPreferredDay, pendingFrom, updatedAt: services.clock() },
  });
  const hasOtherDays = before.pickupDays.join() !== after.pickupDays.join();
  await recountForDays(services, trx, before, after);
  const isOtherPending = hasOtherPending(before, after);
  if (hasOtherDays || isOtherPending) await changeServiceDays(services, trx, after, service);
  const refreshed = await refreshPlanStops(services, trx, after);
  await recordChanges(services, trx, [{ actorId, action: 'edited', subject: 'subscription', subjectId: id, details }]);
  if (isOtherPending) await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId: id });
  if (hasOtherDays) await notifyNewDays(services, trx, after, service);
  if (isOtherPending || !hasOtherDays) await notifyChange(services, trx, { before, after, service });
  return refreshed;
}
