import { type NotNull, sql } from 'kysely';
import type { PickupStatus } from '../../../contract/pickups.ts';
import type { Weekday } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';

/** The SQL of a plan's stops: the pickups that carry its id, one per occurrence. */

type NewOccurrence = Pick<PickupRow, 'id' | 'customerId' | 'address' | 'coordinates' | 'coordinatesPrecision'> &
  Pick<PickupRow, 'fullAddress' | 'bagCount' | 'driverId' | 'changeCutoff' | 'lateRefundPercent'> &
  Pick<OpenStop, 'scheduledDate' | 'occurrenceDate'> & { subscriptionId: string; now: Date };

/** Inserts the stop of an occurrence; undefined when it has one that is not cancelled. */
export async function insertOccurrence(trx: Db, { now, ...stop }: NewOccurrence): Promise<PickupRow | undefined> {
  return await trx
    .insertInto('pickups')
    .values({
      ...stop,
      status: stop.driverId ? 'assigned' : 'pending',
      amount: '0.00',
      paymentStatus: 'paid',
      serviceType: 'subscription',
      requestedDate: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether the occurrence has or had a stop. One that was cancelled for one of the `excepted` reasons doesn't count. */
export async function hadOccurrence(
  trx: Db,
  subscriptionId: string,
  occurrenceDate: string,
  excepted: readonly string[],
): Promise<boolean> {
  const found = await trx
    .selectFrom('pickups')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '=', occurrenceDate)
    .$if(excepted.length > 0, (stops) =>
      stops.where((eb) =>
        eb.or([
          eb('status', '<>', 'cancelled'),
          eb(eb.fn.coalesce('cancellationReason', eb.val('')), 'not in', excepted),
        ]),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** The occurrences from one day to another that have a stop which isn't cancelled. */
export async function listVisitDays(trx: Db, subscriptionId: string, from: string, to: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('pickups')
    .select((eb) => eb.ref('occurrenceDate').$notNull().as('day'))
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '>=', from)
    .where('occurrenceDate', '<=', to)
    .where('status', '<>', 'cancelled')
    .execute();
  return rows.map((row) => row.day);
}

/** The stops of a plan, also cancelled ones, whose occurrences are from one day to another. */
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

/** The plan's open stops, the earliest first. */
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

/** Whether another stop of the plan, not cancelled, is on a New York day. */
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

/** The plan's first occurrence that had a stop. */
export async function findFirstOccurrence(trx: Db, subscriptionId: string): Promise<string | null> {
  const { first } = await trx
    .selectFrom('pickups')
    .select((eb) => eb.fn.min('occurrenceDate').as('first'))
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return first;
}

/** Changes an open stop; one that has been resolved meanwhile stays as it was. */
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

/** Saves how a completion has moved the plan's mowing date. */
export async function setMowing(trx: Db, id: string, mowing: { mowingBefore: Date; mowingAfter: Date }): Promise<void> {
  await trx.updateTable('pickups').set(mowing).where('id', '=', id).where('status', '=', 'completed').execute();
}

/** When a completion moved the mowing date from `from`, that completion now counts as having moved it from `to`. */
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

/** Locks the plan's open stops in the order of their ids, as a driver's completion does. */
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

/** Cancels the open stops from a day on. Returns them with the driver and the route that they still carry. */
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
 * Cancels the open stops after a day that belong to a weekday which the plan doesn't have any more, also those that were moved.
 * Returns them as `cancelOpenStops` does.
 */
export async function cancelStopsOfOtherDays(
  trx: Db,
  { id, pickupDays }: { id: string; pickupDays: readonly string[] },
  { afterDay, reason, now }: { afterDay: string; reason: string; now: Date },
): Promise<PickupRow[]> {
  return await trx
    .updateTable('pickups')
    .set({ status: 'cancelled', cancellationReason: reason, updatedAt: now })
    .where('subscriptionId', '=', id)
    .where('status', 'in', ['pending', 'assigned'])
    .where('occurrenceDate', '>', afterDay)
    .where('scheduledDay', '>', afterDay)
    .where(sql<boolean>`to_char("occurrenceDate", 'FMday') <> ALL (${[...pickupDays]}::text[])`)
    .returningAll()
    .execute();
}

/** The driver of the plan's last stop on this weekday, locked until the transaction ends; null when not an active driver any more. */
export async function lockLastDriver(trx: Db, subscriptionId: string, occurrenceDate: string): Promise<string | null> {
  const last = await trx
    .selectFrom('pickups')
    .select('driverId')
    .where('subscriptionId', '=', subscriptionId)
    .where('driverId', 'is not', null)
    .where(sql<boolean>`extract(isodow from "occurrenceDate") = extract(isodow from ${occurrenceDate}::date)`)
    .orderBy('occurrenceDate', 'desc')
    .executeTakeFirst();
  if (!last?.driverId) return null;
  const driver = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', last.driverId)
    .where('role', '=', 'driver')
    .where('isActive', '=', true)
    .forShare()
    .executeTakeFirst();
  return driver?.id ?? null;
}

/** Active subscriptions of the weekday without a stop, past or present, on the day: at most `limit`, after an id. */
export async function listWithoutStop(
  db: Db,
  { day, weekday, afterId, limit }: { day: string; weekday: Weekday; afterId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where('status', '=', 'active')
    .where(sql<boolean>`${weekday} = ANY("pickupDays")`)
    .where('subscriptions.id', '>', afterId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('pickups')
            .select('pickups.id')
            .whereRef('pickups.subscriptionId', '=', 'subscriptions.id')
            .where('pickups.occurrenceDate', '=', day),
        ),
      ),
    )
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
