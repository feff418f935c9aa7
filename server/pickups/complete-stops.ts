import { dateKeyOf } from '../../contract/dates.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { followRoute } from '../routing/follow-route.ts';
import type { Services } from '../services.ts';
import { followPickup } from '../subscriptions/follow-pickup.ts';
import { leaveDayCounts } from './leave-day-counts.ts';
import { leaveNotice } from './move-pickup.ts';
import type { PickupRow } from './pickup-row.ts';
import { judgePressedAt, pressedByOurClock } from './rules.ts';
import { findCompletedIds, lockDueStops, setCompleted } from './stops.store.ts';

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
    const pressed = Map.groupBy(due, ({ scheduledDay }) => judgePressedAt(pressedAt, scheduledDay, now).getTime());
    const completed: PickupRow[] = [];
    for (const [at, stops] of pressed) {
      const stopIds = stops.map(({ id }) => id);
      completed.push(...(await setCompleted(trx, stopIds, { completedAt: new Date(at), now })));
    }
    await leaveDayCounts(services, trx, completed);
    const nextWeekPickups = await followAll(services, trx, completed);
    await followRoute(services, trx, completed);
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
async function followAll(services: Services, trx: Db, completed: PickupRow[]): Promise<PickupRow[]> {
  const inOrder = completed.toSorted((a, b) => (a.subscriptionId ?? '').localeCompare(b.subscriptionId ?? ''));
  const nextWeekPickups: PickupRow[] = [];
  for (const pickup of inOrder) {
    await leaveNotice(services, trx, pickup, 'complete');
    nextWeekPickups.push(...(await followPickup(services, trx, pickup, 'completed')));
  }
  return nextWeekPickups;
}
