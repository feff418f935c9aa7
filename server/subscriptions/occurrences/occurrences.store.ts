import type { NotNull } from 'kysely';
import type { PickupStatus } from '../../../contract/pickups.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';

/**
 * SQL of a plan's stops: the pickups with the plan's id, one per occurrence. make-stop.store.ts has the SQL that makes
 * them.
 */

/** Returns the occurrences from `from` to `to` inclusive that have a stop that isn't cancelled, or a credit. */
export async function listVisitDays(trx: Db, subscriptionId: string, from: string, to: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('pickups')
    .select((eb) => eb.ref('occurrenceDate').$notNull().as('day'))
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '>=', from)
    .where('occurrenceDate', '<=', to)
    .where('status', '<>', 'cancelled')
    .unionAll(
      trx
        .selectFrom('plan_credits')
        .select('serviceDay as day')
        .where('subscriptionId', '=', subscriptionId)
        .where('serviceDay', '>=', from)
        .where('serviceDay', '<=', to),
    )
    .execute();
  return rows.map((row) => row.day);
}

/** Returns a plan's stops, including cancelled ones, with an occurrence from `from` to `to` inclusive. */
export async function listStopsBetween(
  db: Db,
  subscriptionId: string,
  from: string,
  to: string,
): Promise<{ id: string; occurrence: string; day: string; status: PickupStatus }[]> {
  return await db
    .selectFrom('pickups')
    .select(['id', 'status'])
    .select((eb) => [
      eb.ref('occurrenceDate').$notNull().as('occurrence'),
      eb.fn.coalesce('scheduledDay', 'occurrenceDate').$notNull().as('day'),
    ])
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '>=', from)
    .where('occurrenceDate', '<=', to)
    .execute();
}

export type OpenStop = PickupRow & { scheduledDate: Date; occurrenceDate: string };

/** Returns the plan's open stops, earliest first. */
export async function listOpenStops(trx: Db, subscriptionId: string): Promise<OpenStop[]> {
  return await trx
    .selectFrom('pickups')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['pending', 'assigned'])
    .orderBy('scheduledDate')
    .orderBy('id')
    .$narrowType<{ scheduledDate: NotNull; occurrenceDate: NotNull }>()
    .execute();
}

export async function countStops(db: Db, subscriptionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('pickups')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns true if the plan has another stop on a New York day that isn't cancelled. */
export async function hasStopOn(trx: Db, subscriptionId: string, day: string, exceptId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('pickups')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('scheduledDay', '=', day)
    .where('status', '<>', 'cancelled')
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the plan's first occurrence that has or had a stop; null if there is none. */
export async function findFirstOccurrence(trx: Db, subscriptionId: string): Promise<string | null> {
  const { first } = await trx
    .selectFrom('pickups')
    .select((eb) => eb.fn.min('occurrenceDate').as('first'))
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return first;
}

/** Changes a stop if it is still open. */
export async function changeStop(
  trx: Db,
  id: string,
  change: { specialInstructions: string | null; bagCount: number; updatedAt: Date },
): Promise<void> {
  await trx
    .updateTable('pickups')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'assigned'])
    .execute();
}

/** Saves on a completed stop how its completion has moved the plan's mowing date. */
export async function setMowing(trx: Db, id: string, mowing: { mowingBefore: Date; mowingAfter: Date }): Promise<void> {
  await trx.updateTable('pickups').set(mowing).where('id', '=', id).where('status', '=', 'completed').execute();
}

/** Replaces the earlier mowing date `from` with `to` on the completed stop that has moved it. */
export async function changeMowingBefore(
  trx: Db,
  subscriptionId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await trx
    .updateTable('pickups')
    .set({ mowingBefore: to })
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'completed')
    .where('mowingBefore', '=', from)
    .execute();
}

/** Locks the plan's open stops in the order of their ids, as a driver's completion does, to avoid deadlocks. */
export async function lockOpenStops(trx: Db, subscriptionId: string): Promise<void> {
  await trx
    .selectFrom('pickups')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['pending', 'assigned'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Cancels the open stops from a day on. Returns them with the driver and route that they still have. */
export async function cancelOpenStops(
  trx: Db,
  subscriptionId: string,
  { fromDay, reason, now }: { fromDay: string; reason: string; now: Date },
): Promise<PickupRow[]> {
  return await trx
    .updateTable('pickups')
    .set({ status: 'cancelled', cancellationReason: reason, updatedAt: now })
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['pending', 'assigned'])
    .where('scheduledDay', '>=', fromDay)
    .returningAll()
    .execute();
}

/**
 * Cancels those of the stops that are still open. The caller has locked them. Returns them as `cancelOpenStops` does.
 */
export async function cancelStops(
  trx: Db,
  ids: readonly string[],
  { reason, now }: { reason: string; now: Date },
): Promise<PickupRow[]> {
  if (ids.length === 0) return [];
  return await trx
    .updateTable('pickups')
    .set({ status: 'cancelled', cancellationReason: reason, updatedAt: now })
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'assigned'])
    .returningAll()
    .execute();
}
