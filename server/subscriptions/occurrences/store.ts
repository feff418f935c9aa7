import { sql } from 'kysely';
import type { Weekday } from '../../../contract/values/dates.ts';
import type { Precision } from '../../../contract/values/places.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';

/** SQL of a subscription's stops: the pickups that carry its id, one for each day of the series. */

export interface NewOccurrence {
  id: string;
  customerId: string;
  subscriptionId: string;
  occurrenceDate: string;
  scheduledDate: Date;
  address: string;
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  bagCount: number;
  driverId: string | null;
  now: Date;
}

/** Makes the stop of a day; undefined when the series has one there that is not cancelled. */
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

/** Whether the series has, or had, a stop on the day; one that was cancelled for one of the `excepted` reasons does not count. */
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

export type OpenStop = Pick<
  PickupRow,
  'id' | 'specialInstructions' | 'bagCount' | 'status' | 'routeId' | 'driverId' | 'scheduledDay'
> & {
  scheduledDate: Date;
  occurrenceDate: string;
};

/** The stops still to be done, the earliest first. */
export async function listOpenStops(trx: Db, subscriptionId: string): Promise<OpenStop[]> {
  return await trx
    .selectFrom('pickups')
    .select(['id', 'specialInstructions', 'bagCount', 'status', 'routeId', 'driverId', 'scheduledDay'])
    .select((eb) => [eb.ref('scheduledDate').$notNull().as('scheduledDate')])
    .select((eb) => [eb.ref('occurrenceDate').$notNull().as('occurrenceDate')])
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['pending', 'assigned'])
    .orderBy('scheduledDate')
    .orderBy('id')
    .execute();
}

/** How many stops the series has had and has, without cancelled ones. */
export async function countStops(db: Db, subscriptionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('pickups')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether another stop of the series that is not cancelled is on a New York day. */
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

/** The first day that the series ever had a stop on. */
export async function findFirstOccurrence(trx: Db, subscriptionId: string): Promise<string | null> {
  const { first } = await trx
    .selectFrom('pickups')
    .select((eb) => eb.fn.min('occurrenceDate').as('first'))
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return first;
}

/** Rewrites what an open stop says; one that is done meanwhile stays as it was. */
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

/** Locks the open stops from a day on, in the order in which a driver's completion locks them. */
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

/** Cancels the open stops from a day on and answers them as they were driven. */
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

/** Whoever last drove this weekday's stop, if they still drive, kept from changing until the transaction ends. */
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

/** Active subscriptions of the weekday that have, and had, no stop on the day: at most `limit`, after an id. */
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
