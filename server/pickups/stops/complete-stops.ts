import { dateKeyOf } from '../../../contract/values/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { updatePlanAfterPickup } from '../../subscriptions/occurrences/update-plan-after-pickup.ts';
import { enqueueNotice } from '../change-status.ts';
import type { PickupRow } from '../pickup-row.ts';
import { checkPressedAt, pressedByOurClock } from '../rules.ts';
import { enqueueDayCounts } from './enqueue-day-counts.ts';
import { findCompletedIds, lockDueStops, setCompleted } from './store.ts';

export interface CompletedStops {
  /** The stops that this call completed. */
  completed: PickupRow[];
  /** What names no stop of this driver that is due, or done already. */
  ignoredIds: string[];
  /** The stops of next week that follow from them. */
  nextWeekPickups: PickupRow[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Completes a driver's stops in one transaction (DRIVER-12): only the caller's own assigned ones that are not in
 * the future. A phone may send the same stops twice; the second time completes nothing and ignores nothing. `pressedAt` is
 * when the driver pressed, where the phone could send it only later, and `sentAt` when it did, both by the phone's clock.
 */
export async function completeStops(
  services: Services,
  driverId: string,
  { pickupIds, ...said }: { pickupIds: readonly string[]; pressedAt?: Date | undefined; sentAt?: Date | undefined },
): Promise<CompletedStops> {
  const ids = [...new Set(pickupIds.map((id) => id.toLowerCase()).filter((id) => uuid.test(id)))];
  const now = services.clock();
  const pressedAt = pressedByOurClock(said.pressedAt, said.sentAt, now);
  const { completed, doneIds, nextWeekPickups } = await inTransaction(services.db, async (trx) => {
    if (ids.length === 0) return { completed: [], doneIds: [], nextWeekPickups: [] };
    const due = await lockDueStops(trx, { driverId, ids, today: dateKeyOf(now) });
    const pressed = Map.groupBy(due, ({ scheduledDay }) => checkPressedAt(pressedAt, scheduledDay, now).getTime());
    const completed: PickupRow[] = [];
    for (const [at, stops] of pressed) {
      const stopIds = stops.map(({ id }) => id);
      completed.push(...(await setCompleted(trx, stopIds, { completedAt: new Date(at), now })));
    }
    await enqueueDayCounts(services, trx, completed);
    const nextWeekPickups = await syncAll(services, trx, completed);
    await updateRoutes(services, trx, completed);
    await recordChanges(
      services,
      trx,
      completed.map(({ id }) => ({ actorId: driverId, action: 'completed', subject: 'pickup', subjectId: id })),
    );
    return { completed, doneIds: await findCompletedIds(trx, driverId, ids), nextWeekPickups };
  });
  const done = new Set(doneIds);
  const ignoredIds = [...new Set(pickupIds)].filter((id) => !done.has(id.toLowerCase()));
  return { completed, ignoredIds, nextWeekPickups };
}

/** Subscriptions in the order of their ids, so that two completions never wait for each other's. */
async function syncAll(services: Services, trx: Db, completed: PickupRow[]): Promise<PickupRow[]> {
  const inOrder = completed.toSorted((a, b) => (a.subscriptionId ?? '').localeCompare(b.subscriptionId ?? ''));
  const nextWeekPickups: PickupRow[] = [];
  for (const pickup of inOrder) {
    await enqueueNotice(services, trx, pickup, 'complete');
    nextWeekPickups.push(...(await updatePlanAfterPickup(services, trx, pickup, 'completed')));
  }
  return nextWeekPickups;
}
