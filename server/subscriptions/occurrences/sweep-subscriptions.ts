import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, dateKeyOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { lockSubscription } from '../subscriptions.store.ts';
import { listWithoutStop } from './make-stop.store.ts';
import { makeStop, ownCancelReasons } from './make-stop.ts';
import { refreshPlanStops } from './refresh-plan-stops.ts';

const daysAhead = 7;
const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/**
 * Makes the missing stops of the coming week. Usually a completion makes the next stop, but a stop that is never
 * completed must not end the service. A stop that the plan itself has cancelled is made again once the plan serves that
 * day again. Reads only subscriptions that lack a stop. Safe to repeat and to run in parallel. Returns the number of
 * stops that it made.
 */
export async function sweepSubscriptions(services: Services): Promise<number> {
  const today = dateKeyOf(services.clock());
  let made = 0;
  for (let ahead = 1; ahead <= daysAhead; ahead += 1) made += await fillDay(services, addDays(today, ahead));
  return made;
}

async function fillDay(services: Services, day: string): Promise<number> {
  const due = { day, visitAt: visitTimeOf(day), weekday: weekdayOf(day), planReasons: ownCancelReasons };
  let made = 0;
  let afterId = beforeEveryId;
  for (;;) {
    const ids = await listWithoutStop(services.db, { ...due, afterId, limit: batchSize });
    for (const id of ids) if (await fillOne(services, id, day)) made += 1;
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return made;
    afterId = last;
  }
}

async function fillOne(services: Services, subscriptionId: string, day: string): Promise<boolean> {
  try {
    return await inTransaction(services.db, async (trx) => {
      const subscription = await lockSubscription(trx, subscriptionId);
      if (!subscription) return false;
      const stop = await makeStop(services, trx, subscription, day);
      if (stop) await refreshPlanStops(services, trx, subscription);
      return stop !== undefined;
    });
  } catch (error) {
    // One failure must not stop the others; the next sweep tries this subscription again.
    services.log.error({ err: error, subscriptionId }, 'could not make the next stop of a subscription');
    return false;
  }
}
