import { firstDayFrom, serviceDaysOfWeek } from '../../../contract/values/plan/schedule.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { endDuePlan } from '../billing/end-due-plan.ts';
import { syncBilling } from '../billing/sync-billing.ts';
import { isEnding, isOver } from '../end-rules.ts';
import { makeStop, type OwnCancelReason } from '../occurrences/make-stop.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { hasEnded } from '../require-subscription.ts';
import { timetableOf } from '../rules.ts';
import {
  changeSubscription,
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
} from '../subscriptions.store.ts';
import { listDaysCancelledFor } from './cancel.store.ts';

/**
 * Undoes the cancellation of a plan that hasn't ended yet: it renews again, and the stops that the cancellation
 * cancelled are made again. Calls the provider first, because a plan that has ended there can't continue. Does nothing
 * if the plan isn't cancelled. Throws 404, 409 `ended`, and 503 while the provider is unavailable.
 */
export async function undoCancel(
  services: Services,
  { subscriptionId, actorId }: { subscriptionId: string; actorId: string },
): Promise<SubscriptionRow> {
  const known = await findSubscription(services.db, subscriptionId);
  if (!known) throw new Refusal(404, 'Subscription not found');
  if (known.status === 'cancelled' || (await endDuePlan(services, subscriptionId))) throw hasEnded();
  if (!isEnding(known)) return known;
  // If this process dies before our row is saved, the job schedules the end at the provider again.
  await enqueueSync(services, subscriptionId, { afterSeconds: syncDelaySeconds });
  const theirs = await services.payments.keepRenewing(known.stripeSubscriptionId);
  if (theirs.status === 'canceled') {
    await syncBilling(services, subscriptionId);
    throw hasEnded();
  }
  const after = await inTransaction(services.db, async (trx) => {
    // Lock order: stops before their subscription, as when a stop is completed.
    await lockOpenStops(trx, subscriptionId);
    const locked = await lockSubscription(trx, subscriptionId);
    if (!locked || locked.status === 'cancelled' || isOver(locked, services.clock())) return undefined;
    return isEnding(locked) ? await keep(services, trx, locked, actorId) : locked;
  });
  if (after) return after;
  await enqueueSync(services, subscriptionId);
  throw hasEnded();
}

/** Longer than the provider's calls take. A sync during those calls would schedule the end again. */
const syncDelaySeconds = 90;

async function enqueueSync(services: Services, subscriptionId: string, when?: { afterSeconds: number }): Promise<void> {
  await services.jobs.enqueue(services.db, 'sync-subscription', { subscriptionId }, when);
}

async function keep(services: Services, trx: Db, before: SubscriptionRow, actorId: string): Promise<SubscriptionRow> {
  const { id, customerId, packageType, currentPeriodEnd } = before;
  const now = services.clock();
  const changes = { cancellationDate: null, cancellationReason: null, autoRenewal: true, updatedAt: now };
  const kept = await changeSubscription(trx, id, changes);
  const reason: OwnCancelReason = 'Subscription cancelled';
  const lost = await listDaysCancelledFor(trx, id, { fromDay: firstDayFrom(now), reason });
  const days = new Set([...lost, ...serviceDaysOfWeek(timetableOf(kept), dateKeyOf(now))]);
  for (const day of [...days].sort()) await makeStop(services, trx, kept, day);
  const about = { actorId, subject: 'subscription', subjectId: id, action: 'cancel_withdrawn' } as const;
  await recordChanges(services, trx, [about]);
  const renewal = currentPeriodEnd ? ` It renews on ${formatDateKey(dateKeyOf(currentPeriodEnd))}.` : '';
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Plan continues',
      message: `${planOf(packageType).name} continues, and your pickups with it.${renewal}`,
      type: 'subscription_active',
      actionUrl: '/plan',
    },
  ]);
  return await refreshPlanStops(services, trx, kept);
}
