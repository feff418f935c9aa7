import { nextServiceDays, visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { timetableOf } from '../rules.ts';
import { changeSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { listEndedHolds } from './hold.store.ts';

const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/** Clears the holds that are over, after writing their last credits. Running it again changes nothing. */
export async function clearEndedHolds(services: Services): Promise<void> {
  const until = visitTimeOf(dateKeyOf(services.clock()));
  for (let afterId = beforeEveryId; ; ) {
    const ids = await listEndedHolds(services.db, { until, afterId, limit: batchSize });
    for (const id of ids) await clearOne(services, id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return;
    afterId = last;
  }
}

async function clearOne(services: Services, subscriptionId: string): Promise<void> {
  try {
    await inTransaction(services.db, async (trx) => {
      // Lock order: stops before their subscription, as when a stop is completed.
      await lockOpenStops(trx, subscriptionId);
      const plan = await lockSubscription(trx, subscriptionId);
      if (!plan) return;
      await writeDueCredits(services, trx, plan);
      await clearEndedHold(services, trx, plan);
    });
  } catch (error) {
    // One failure must not stop the others; the next sweep tries this plan again.
    services.log.error({ err: error, subscriptionId }, 'could not clear the hold of a plan');
  }
}

/** Clears the hold of a locked plan once its first day of service has come. The caller has written the due credits. */
export async function clearEndedHold(services: Services, trx: Db, plan: SubscriptionRow): Promise<SubscriptionRow> {
  const now = services.clock();
  const today = dateKeyOf(now);
  const timetable = timetableOf(plan);
  if (timetable.heldUntil === null || timetable.heldUntil > today) return plan;
  const [next] = nextServiceDays(timetable, addDays(timetable.heldUntil, -1), 1);
  if (plan.status === 'active' && next !== undefined) {
    await services.messages.notify(services, trx, [
      {
        userId: plan.customerId,
        title: 'Your hold is over',
        message: `Your next pickup is on ${formatDateKey(next)}.`,
        type: 'subscription_hold',
        actionUrl: '/plan',
      },
    ]);
  }
  return await changeSubscription(trx, plan.id, { holdFrom: null, pausedUntil: null, updatedAt: now });
}
