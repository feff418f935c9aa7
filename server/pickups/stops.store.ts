import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from './pickup-row.ts';
import { unrouted } from './store.ts';

/** The SQL of a driver's stops, many at once. Each locks in the order of the ids, so that no two wait for each other. */

/**
 * Completes a driver's own assigned stops that are due by `today`, and returns those that this call completed. They are
 * locked in the order of their ids, so that two phones sending the same stops cannot wait for each other.
 */
export async function completeStops(
  trx: Db,
  stops: { driverId: string; ids: readonly string[]; today: string; now: Date },
): Promise<PickupRow[]> {
  const due = await trx
    .selectFrom('pickups')
    .select('id')
    .where('id', 'in', stops.ids)
    .where('driverId', '=', stops.driverId)
    .where('status', '=', 'assigned')
    .where('scheduledDay', '<=', stops.today)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (due.length === 0) return [];
  return await trx
    .updateTable('pickups')
    .set({ status: 'completed', completedAt: stops.now, updatedAt: stops.now })
    .where(
      'id',
      'in',
      due.map((stop) => stop.id),
    )
    .where('status', '=', 'assigned')
    .returningAll()
    .execute();
}

/** Which of these pickups the driver has completed, now or earlier. */
export async function findCompletedIds(db: Db, driverId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('pickups')
    .select('id')
    .where('id', 'in', ids)
    .where('driverId', '=', driverId)
    .where('status', '=', 'completed')
    .execute();
  return rows.map((row) => row.id);
}

/** Takes every open stop off a driver, back to pending and out of the route, and answers their ids. */
export async function clearDriver(trx: Db, driverId: string): Promise<string[]> {
  // In the order of the ids, as completeStops does, so that the two never wait for each other.
  const open = await trx
    .selectFrom('pickups')
    .select('id')
    .where('driverId', '=', driverId)
    .where('status', '=', 'assigned')
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = open.map((stop) => stop.id);
  if (ids.length === 0) return [];
  await trx
    .updateTable('pickups')
    .set({ ...unrouted, driverId: null, status: 'pending', updatedAt: sql`now()` })
    .where('id', 'in', ids)
    .execute();
  return ids;
}
