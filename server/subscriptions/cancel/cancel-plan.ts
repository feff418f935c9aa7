import { firstDayFrom } from '../../../contract/values/plan/schedule.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { isEnding } from '../end-rules.ts';
import type { OwnCancelReason } from '../occurrences/make-stop.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { hasEnded } from '../require-subscription.ts';
import { noPending } from '../rules.ts';
import { setStatus } from '../set-status.ts';
import { changeSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { cancelStopsFrom } from './cancel.store.ts';
import { decideCancel } from './rules.ts';
import { syncCurrentMonth } from './sync-current-month.ts';

interface Request {
  subscriptionId: string;
  actorId: string;
  /** The end that the preview showed; null when the plan ends immediately. */
  expectedEnd: Date | null;
  reason: string | null;
}

/**
 * Cancels a plan. It is served until the end of its paid month, and a job stops further charges at the provider. A plan
 * that is paused or unpaid ends immediately. Repeating it with the same end changes nothing. Throws 404, and 409:
 * `ended`, `renewing`, or `preview_changed` when the plan would end at another time than expected.
 */
export async function cancelPlan(services: Services, request: Request): Promise<SubscriptionRow> {
  const { subscriptionId } = request;
  await syncCurrentMonth(services, subscriptionId);
  return await inTransaction(services.db, async (trx) => {
    // Lock order: stops before their subscription, as when a stop is completed.
    await lockOpenStops(trx, subscriptionId);
    const locked = await lockSubscription(trx, subscriptionId);
    if (!locked) throw new Refusal(404, 'Subscription not found');
    const endsAt = requireEnd(locked, services.clock());
    if (endsAt?.getTime() !== request.expectedEnd?.getTime()) throw previewChanged(endsAt);
    if (isEnding(locked)) return locked;
    await writeDueCredits(services, trx, locked);
    const after = endsAt
      ? await endLater(services, trx, locked, { ...request, endsAt })
      : await endNow(services, trx, locked, request);
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId });
    return after;
  });
}

/** Returns when a plan ends if it is cancelled now; null for immediately. Throws 409 `ended` or `renewing`. */
export function requireEnd(subscription: SubscriptionRow, now: Date): Date | null {
  const decision = decideCancel(subscription, now);
  if (decision.kind === 'ended') throw hasEnded();
  if (decision.kind === 'renewing') {
    throw new Refusal(409, 'Your plan is renewing right now. Please try again in an hour.', { code: 'renewing' });
  }
  return decision.kind === 'at-end' ? decision.endsAt : null;
}

function previewChanged(endsAt: Date | null): Refusal {
  const end = endsAt ? `on ${formatDateKey(dateKeyOf(endsAt))}` : 'immediately';
  return new Refusal(409, `The plan would now end ${end}. Please check and confirm again.`, {
    code: 'preview_changed',
    errors: { expectedEnd: endsAt?.toISOString() ?? 'immediately' },
  });
}

async function endLater(
  services: Services,
  trx: Db,
  before: SubscriptionRow,
  { endsAt, actorId, reason }: Request & { endsAt: Date },
): Promise<SubscriptionRow> {
  const { id, customerId, packageType } = before;
  const now = services.clock();
  const changed = await changeSubscription(trx, id, {
    ...{ cancellationDate: endsAt, cancellationReason: reason, autoRenewal: false, ...noPending },
    updatedAt: now,
  });
  const why: OwnCancelReason = 'Subscription cancelled';
  const stops = await cancelStopsFrom(trx, id, { fromDay: firstDayFrom(endsAt), reason: why, now });
  await services.afterPickupChange(services, trx, { kind: 'cancelled-by-plan', after: stops, reason: why });
  const end = formatDateKey(dateKeyOf(endsAt));
  const about = { actorId, subject: 'subscription', subjectId: id } as const;
  const details = { end, ...(reason && { reason }) };
  await recordChanges(services, trx, [{ ...about, action: 'cancel_scheduled', details }]);
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Plan cancelled',
      message: `${planOf(packageType).name} ends on ${end}. Your pickups continue until then, and you won't be charged again.`,
      type: 'subscription_cancelled',
      actionUrl: '/plan',
    },
  ]);
  return await refreshPlanStops(services, trx, changed);
}

async function endNow(
  services: Services,
  trx: Db,
  before: SubscriptionRow,
  { actorId, reason }: Request,
): Promise<SubscriptionRow> {
  const after = await setStatus(services, trx, before, 'cancelled');
  const about = { actorId, subject: 'subscription', subjectId: before.id, action: 'cancelled' } as const;
  await recordChanges(services, trx, [{ ...about, ...(reason && { details: { reason } }) }]);
  return await changeSubscription(trx, after.id, { cancellationReason: reason });
}
