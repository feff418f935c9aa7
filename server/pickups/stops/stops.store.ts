import { sql } from 'kysely';
import type { IncompleteReason } from '../../../contract/drivers.ts';
import { pickupMoves } from '../../../contract/pickups.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../pickup-row.ts';
import { unroutedOnDay } from '../unrouted-on-day.store.ts';

/** The SQL of a driver's stops. Statements on many stops lock them in the order of their ids, to avoid deadlocks. */

/**
 * Locks a driver's own stops that are due by `today` or have no date, in the order of their ids: assigned stops, and
 * completed stops, so that nobody can undo these while the driver completes them too.
 */
export async function lockDueStops(
  trx: Db,
  stops: { driverId: string; ids: readonly string[]; today: string },
): Promise<Pick<PickupRow, 'id' | 'status' | 'scheduledDay'>[]> {
  return await trx
    .selectFrom('pickups')
    .select(['id', 'status', 'scheduledDay'])
    .where('id', 'in', stops.ids)
    .where('driverId', '=', stops.driverId)
    .where((eb) => {
      const isDue = eb.or([eb('scheduledDay', 'is', null), eb('scheduledDay', '<=', stops.today)]);
      return eb.and([eb('status', 'in', ['completed', 'assigned']), isDue]);
    })
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Finds when the driver last resolved a stop of the route of `scheduledDay`, from `from` on and before `press`;
 * undefined if `press` is the first.
 */
export async function findPreviousPress(
  trx: Db,
  { driverId, scheduledDay, from, press }: { driverId: string; scheduledDay: string; from: Date; press: Date },
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('pickups')
    .select((eb) => eb.fn.max('settledAt').as('at'))
    .where('driverId', '=', driverId)
    .where('scheduledDay', '=', scheduledDay)
    .where('settledAt', '>=', from)
    .where('settledAt', '<', press)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Completes assigned stops and returns those that this call completed. `actualDuration` is in minutes. */
export async function setCompleted(
  trx: Db,
  ids: readonly string[],
  { completedAt, actualDuration, now }: { completedAt: Date; actualDuration: number | null; now: Date },
): Promise<PickupRow[]> {
  if (ids.length === 0) return [];
  return await trx
    .updateTable('pickups')
    .set((eb) => ({
      ...({ status: 'completed', completedAt, settledAt: completedAt, actualDuration, updatedAt: now } as const),
      ...{ resolvedBy: eb.ref('driverId'), resolvedAt: completedAt },
    }))
    .where('id', 'in', ids)
    .where('status', '=', 'assigned')
    .returningAll()
    .execute();
}

/** Finds and locks a driver's own stop; undefined when it isn't theirs. */
export async function lockOwnStop(trx: Db, driverId: string, id: string): Promise<PickupRow | undefined> {
  return await trx
    .selectFrom('pickups')
    .selectAll()
    .where('id', '=', id)
    .where('driverId', '=', driverId)
    .forUpdate()
    .executeTakeFirst();
}

/** Saves a driver's report on a stop that the caller has locked. */
export async function changeOwnStop(
  trx: Db,
  id: string,
  change: {
    status?: 'incomplete';
    incompleteReason?: IncompleteReason;
    settledAt?: Date;
    problemAt?: Date;
    resolvedBy?: string;
    resolvedAt?: Date;
    driverNotes?: string | null;
    countedBags?: number | null;
    updatedAt: Date;
  },
): Promise<PickupRow> {
  return await trx.updateTable('pickups').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Makes a driver the person who may undo these completed stops, because the driver has completed them too. The caller
 * has locked them.
 */
export async function takeOverCompleted(
  trx: Db,
  ids: readonly string[],
  driverId: string,
  pressedAt: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('pickups')
    .set({ resolvedBy: driverId, resolvedAt: pressedAt })
    .where('id', 'in', ids)
    .where('resolvedBy', '<>', driverId)
    .execute();
}

/** Locks pickups in the order of their ids, and returns them. */
export async function lockPickups(trx: Db, ids: readonly string[]): Promise<PickupRow[]> {
  if (ids.length === 0) return [];
  return await trx.selectFrom('pickups').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Returns the ids of those drivers who are active, and locks their accounts against a change of role. */
export async function listActiveOf(trx: Db, driverIds: readonly string[]): Promise<string[]> {
  if (driverIds.length === 0) return [];
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', driverIds)
    .where('role', '=', 'driver')
    .where('isActive', '=', true)
    .orderBy('id')
    .forShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns pairs of id and username of these drivers. */
export async function findDriverNames(db: Db, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute();
  return rows.map(({ id, username }) => [id, username]);
}

/**
 * Assigns those pickups that are pending or assigned, and not held, to their drivers. Returns the assigned pickups. The
 * caller has locked the pickups.
 */
export async function setDrivers(
  trx: Db,
  pairs: readonly { pickupId: string; driverId: string }[],
  now: Date,
): Promise<PickupRow[]> {
  const assigned: PickupRow[] = [];
  for (const [driverId, own] of Map.groupBy(pairs, (pair) => pair.driverId)) {
    const ids = own.map((pair) => pair.pickupId);
    const rows = await trx
      .updateTable('pickups')
      .set({ ...unroutedOnDay, driverId, status: 'assigned', updatedAt: now })
      .where('id', 'in', ids)
      .where('status', 'in', pickupMoves.assign.from)
      .where('heldAt', 'is', null)
      .returningAll()
      .execute();
    assigned.push(...rows);
  }
  return assigned;
}

/**
 * Unassigns all assigned stops of a driver, or the assigned stops with these ids, and removes them from their routes.
 * Returns the rows as they were before.
 */
export async function clearDriver(
  trx: Db,
  which: { driverId: string } | { ids: readonly string[] },
): Promise<PickupRow[]> {
  if ('ids' in which && which.ids.length === 0) return [];
  const open = await trx
    .selectFrom('pickups')
    .selectAll()
    .where((eb) => ('ids' in which ? eb('id', 'in', which.ids) : eb('driverId', '=', which.driverId)))
    .where('status', '=', 'assigned')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.length === 0) return [];
  const ids = open.map((stop) => stop.id);
  const change = { ...unroutedOnDay, driverId: null, status: 'pending', updatedAt: sql<Date>`now()` } as const;
  await trx.updateTable('pickups').set(change).where('id', 'in', ids).execute();
  return open;
}

/** Reopens a cancelled pickup that the caller has locked. Returns undefined when it isn't cancelled. */
export async function setRestored(
  trx: Db,
  id: string,
  { driverId, now }: { driverId: string | null; now: Date },
): Promise<PickupRow | undefined> {
  const status = driverId === null ? 'pending' : 'assigned';
  return await trx
    .updateTable('pickups')
    .set({ status, driverId, cancellationReason: null, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'cancelled')
    .returningAll()
    .executeTakeFirst();
}
