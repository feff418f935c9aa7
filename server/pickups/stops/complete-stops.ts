import { dateKeyOf, instantOf } from '../../../contract/values/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { checkPressedAt, minutesTaken, pressedByOurClock } from '../rules.ts';
import { findCompletedIds, findPreviousPress, lockDueStops, setCompleted } from './store.ts';

export interface CompletedStops {
  /** The stops that this call completed. */
  completed: PickupRow[];
  /** Ids that name no stop of this driver that is due or already completed. */
  ignoredIds: string[];
  /** The stops of next week that were made because these were completed. */
  nextWeekPickups: PickupRow[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Completes a driver's stops in one transaction: only the driver's own assigned ones that are not in the future. A phone may
 * send the same stops twice; the second time completes nothing and ignores nothing. `pressedAt` is when the driver pressed, if
 * the phone could only send it later; `sentAt` is when it sent it. Both are by the phone's clock.
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
    const byInstant = Map.groupBy(due, ({ scheduledDay }) => checkPressedAt(pressedAt, scheduledDay, now).getTime());
    const completed: PickupRow[] = [];
    for (const [at, stops] of byInstant) {
      const stopIds = stops.map(({ id }) => id);
      const completedAt = new Date(at);
      const actualDuration = due.length === 1 ? await readMinutesTaken(trx, driverId, stops[0], completedAt) : null;
      completed.push(...(await setCompleted(trx, stopIds, { completedAt, actualDuration, now })));
    }
    const change = { kind: 'completed', actorId: driverId, after: completed } as const;
    const nextWeekPickups = await services.afterPickupChange(services, trx, change);
    return { completed, doneIds: await findCompletedIds(trx, driverId, ids), nextWeekPickups };
  });
  const done = new Set(doneIds);
  const ignoredIds = [...new Set(pickupIds)].filter((id) => !done.has(id.toLowerCase()));
  return { completed, ignoredIds, nextWeekPickups };
}

/** The minutes since the driver's previous press of that day on the stop's route; null for the first one (`minutesTaken`). */
async function readMinutesTaken(
  trx: Db,
  driverId: string,
  stop: Pick<PickupRow, 'scheduledDay'> | undefined,
  press: Date,
): Promise<number | null> {
  const scheduledDay = stop?.scheduledDay;
  if (!scheduledDay) return null;
  const from = instantOf(dateKeyOf(press), '00:00');
  return minutesTaken(await findPreviousPress(trx, { driverId, scheduledDay, from, press }), press);
}
