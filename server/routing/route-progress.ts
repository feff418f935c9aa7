import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { countStopsBefore, findRouteStart, insertRouteStart, listProgress } from './route-starts.store.ts';

/**
 * Records that the drivers of these resolved stops have started their days, in the transaction that resolved the stops.
 * The first record of a driver's day stays, even when the driver undoes the press. A stop resolved before its day
 * starts nothing.
 */
export async function recordRouteStarts(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  resolved: readonly Pick<PickupRow, 'driverId' | 'scheduledDay'>[],
): Promise<void> {
  const today = dateKeyOf(clock());
  const days = new Map(resolved.map((stop) => [`${stop.driverId} ${stop.scheduledDay}`, stop]));
  for (const [, { driverId, scheduledDay: date }] of [...days].sort(([a], [b]) => a.localeCompare(b))) {
    if (driverId && date && date <= today) await insertRouteStart(trx, { driverId, date, startedAt: clock() });
  }
}

/**
 * Returns a stop's progress: `hasStarted` is true if its driver has started the stop's day, and `stopsAhead` is the
 * number of open stops before it. Without a driver, no day has started and `stopsAhead` is null.
 */
export async function readRouteProgress(
  db: Db,
  stop: Pick<PickupRow, 'id' | 'driverId' | 'scheduledDay' | 'routeOrder' | 'createdAt'>,
): Promise<{ hasStarted: boolean; stopsAhead: number | null }> {
  const { driverId, scheduledDay: date } = stop;
  if (!driverId || !date) return { hasStarted: false, stopsAhead: null };
  return {
    hasStarted: (await findRouteStart(db, driverId, date)) !== undefined,
    stopsAhead: await countStopsBefore(db, { ...stop, driverId, date }),
  };
}

/** Returns the same as `readRouteProgress` for many stops, by their IDs. Stops without a driver are left out. */
export async function listRouteProgress(
  db: Db,
  pickupIds: readonly string[],
): Promise<ReadonlyMap<string, { hasStarted: boolean; stopsAhead: number }>> {
  return new Map((await listProgress(db, pickupIds)).map(({ id, ...progress }) => [id, progress]));
}
