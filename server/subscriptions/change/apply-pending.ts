import { planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { PickupChangeServices, Services } from '../../services.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { describeEdit } from '../describe-edit.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { appliedPending } from '../rules.ts';
import { changeSubscription, listPending, lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';

/**
 * Makes a plan's pending package or price its present one once the new billing month has begun. Call it under the subscription's
 * lock, before anything else is computed. Makes no stops, because the new package's stops are made ahead; the caller
 * refreshes them. Does nothing if neither is pending.
 */
export async function applyPending(
  services: PickupChangeServices,
  trx: Db,
  subscription: SubscriptionRow,
): Promise<SubscriptionRow> {
  const now = services.clock();
  const { id, customerId, status, pastDueSince, pendingFrom } = subscription;
  const changes = appliedPending(subscription, now);
  if (status === 'cancelled' || Object.keys(changes).length === 0) return subscription;
  // The end of a month that is paid late moves by the pause, and the new package or price begins then.
  if (status === 'paused' && pastDueSince !== null) return subscription;
  // Held visits before the change are credited by the weekdays that the plan had then.
  await writeDueCredits(services, trx, subscription);
  const applied = await changeSubscription(trx, id, { ...changes, updatedAt: now });
  const about = { actorId: null, subject: 'subscription', subjectId: id, action: 'edited' } as const;
  await recordChanges(services, trx, [{ ...about, details: describeEdit(subscription, applied) }]);
  // A new price was announced when it was set; a new package also has new days.
  if (applied.packageType === subscription.packageType || pendingFrom === null) return applied;
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Your new plan has started',
      message: `${planOf(applied.packageType).name} started on ${formatDateKey(dateKeyOf(pendingFrom))}. Your pickups are on ${daysText(applied.pickupDays)}.`,
      type: 'subscription_changed',
      actionUrl: '/plan',
    },
  ]);
  return applied;
}

const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/** Applies every pending package and price whose billing month has begun. Safe to repeat and to run in parallel. */
export async function applyDuePending(services: Services): Promise<void> {
  const now = services.clock();
  for (let afterId = beforeEveryId; ; ) {
    const ids = await listPending(services.db, { now, afterId, limit: batchSize });
    for (const id of ids) await applyOne(services, id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return;
    afterId = last;
  }
}

async function applyOne(services: Services, subscriptionId: string): Promise<void> {
  try {
    await inTransaction(services.db, async (trx) => {
      // Lock order: stops before their subscription, as when a stop is completed.
      await lockOpenStops(trx, subscriptionId);
      const subscription = await lockSubscription(trx, subscriptionId);
      if (!subscription) return;
      await refreshPlanStops(services, trx, await applyPending(services, trx, subscription));
    });
  } catch (error) {
    // One failure must not stop the others; the next sweep tries this subscription again.
    services.log.error({ err: error, subscriptionId }, 'could not start the new package of a subscription');
  }
}
