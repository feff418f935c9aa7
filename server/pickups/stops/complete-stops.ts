import { dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { claimKeys, findEarlierPickups } from '../../idempotency/claim-key.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { checkPressedAt, minutesTaken, pressedByOurClock } from '../rules.ts';
import { recordLateWork, type TakenStop } from './record-late-work.ts';
import { requestHashOf } from './run-stop-action-once.ts';
import { findPreviousPress, lockDueStops, setCompleted, takeOverCompleted } from './stops.store.ts';

export interface CompletedStops {
  /** The stops that this call completed. */
  completed: PickupRow[];
  /** The ids that were ignored: not this driver's stop, not due, or neither assigned nor completed. */
  ignoredIds: string[];
  /** The ignored stops that were taken away from this driver. */
  takenAway: TakenStop[];
  /** The plans' next stops, made because these stops were completed. */
  nextWeekPickups: PickupRow[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Said {
  pickupIds: readonly string[];
  /** When the driver pressed, by the phone's clock, if that was before the request. */
  pressedAt?: Date | undefined;
  /** When the phone sent the request, by its own clock. */
  sentAt?: Date | undefined;
  /** The phone's key of each press, by pickup id. A client that knows only the specification sends none. */
  keys?: Readonly<Record<string, string>> | undefined;
}

/**
 * Completes a driver's stops in one transaction: only the driver's own assigned stops that are not in the future. When
 * a phone sends the same presses again, nothing is completed and nothing counts as ignored, even if a press was undone
 * in the meantime. Work for stops that were taken away from the driver is recorded for the dispatcher.
 */
export async function completeStops(services: Services, driverId: string, said: Said): Promise<CompletedStops> {
  const ids = [...new Set(said.pickupIds.map((id) => id.toLowerCase()).filter((id) => uuid.test(id)))];
  const now = services.clock();
  const pressedAt = pressedByOurClock(said.pressedAt, said.sentAt, now);
  const presses = pressesOf(driverId, ids, said.keys ?? {});
  const { completed, doneIds, takenAway, nextWeekPickups } = await inTransaction(services.db, async (trx) => {
    if (ids.length === 0) return { completed: [], doneIds: [], takenAway: [], nextWeekPickups: [] };
    const locked = await lockDueStops(trx, { driverId, ids, today: dateKeyOf(now) });
    // After the lock, so that the second of two simultaneous requests sees the keys of the first.
    const sentBefore = await sentBeforeOf(trx, driverId, presses);
    const pressedNow = locked.filter(({ id }) => !sentBefore.has(id));
    const due = pressedNow.filter(({ status }) => status === 'assigned');
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
    const nowIds = pressedNow.map(({ id }) => id);
    await takeOverCompleted(trx, nowIds, driverId, checkPressedAt(pressedAt, null, now));
    await claimKeys(
      trx,
      presses.filter(({ pickupId }) => nowIds.includes(pickupId)),
    );
    const doneIds = [...nowIds, ...sentBefore];
    const late = ids.filter((id) => !doneIds.includes(id));
    const takenAway = await recordLateWork(services, trx, { driverId, pickupIds: late, kind: 'complete' });
    return { completed, doneIds, takenAway, nextWeekPickups };
  });
  const done = new Set(doneIds);
  const ignoredIds = [...new Set(said.pickupIds)].filter((id) => !done.has(id.toLowerCase()));
  return { completed, ignoredIds, takenAway, nextWeekPickups };
}

/** Returns the minutes since the driver's previous press of that day on the stop's route, or null (`minutesTaken`). */
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

type KeyedPress = ReturnType<typeof pressesOf>[number];

function pressesOf(userId: string, ids: readonly string[], keys: Readonly<Record<string, string>>) {
  const keyOf = new Map(Object.entries(keys).map(([id, key]) => [id.toLowerCase(), key]));
  return ids.flatMap((pickupId) => {
    const key = keyOf.get(pickupId);
    return key ? [{ userId, key, pickupId, requestHash: requestHashOf('complete', pickupId) }] : [];
  });
}

/** Returns the ids of the stops whose press arrived earlier or was undone before it arrived. */
async function sentBeforeOf(trx: Db, driverId: string, presses: readonly KeyedPress[]): Promise<ReadonlySet<string>> {
  const keys = presses.map(({ key }) => key);
  const earlier = new Set(await findEarlierPickups(trx, driverId, keys));
  return new Set(presses.map(({ pickupId }) => pickupId).filter((id) => earlier.has(id)));
}
