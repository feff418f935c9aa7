import { type ExpressionBuilder, sql } from 'kysely';
import type { Weekday } from '../../../contract/values/time/dates.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { OpenStop } from './occurrences.store.ts';

/** SQL that makes a plan's stops. */

type NewOccurrence = Pick<PickupRow, 'id' | 'customerId' | 'address' | 'coordinates' | 'coordinatesPrecision'> &
  Pick<PickupRow, 'fullAddress' | 'bagCount' | 'driverId' | 'changeCutoff' | 'lateRefundPercent'> &
  Pick<OpenStop, 'scheduledDate' | 'occurrenceDate'> & { subscriptionId: string; now: Date };

/** Inserts the stop of an occurrence. Returns undefined if the occurrence already has a stop that isn't cancelled. */
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

/**
 * Returns true if a service day has a stop that isn't cancelled, or one that somebody other than the plan cancelled.
 * `planReasons` are the reasons for which a plan cancels its own stops.
 */
export async function hadOtherStop(
  trx: Db,
  subscriptionId: string,
  serviceDay: string,
  planReasons: readonly string[],
): Promise<boolean> {
  const found = await trx
    .selectFrom('pickups')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '=', serviceDay)
    .where((eb) => isOtherStop(eb, planReasons))
    .executeTakeFirst();
  return found !== undefined;
}

function isOtherStop(eb: ExpressionBuilder<Schema, 'pickups'>, planReasons: readonly string[]) {
  return eb.or([
    eb('pickups.status', '<>', 'cancelled'),
    eb(eb.fn.coalesce('pickups.cancellationReason', eb.val('')), 'not in', planReasons),
  ]);
}

/**
 * Returns the occurrences after a day whose stops are all cancelled, at least one of them for a reason that isn't in
 * `excepted`.
 */
export async function listGoneDays(
  db: Db,
  subscriptionId: string,
  afterDay: string,
  excepted: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('pickups')
    .select((eb) => eb.ref('occurrenceDate').$notNull().as('day'))
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '>', afterDay)
    .groupBy('occurrenceDate')
    .having((eb) => eb.fn('bool_and', [eb('status', '=', 'cancelled')]), '=', true)
    .having(
      (eb) => eb.fn('bool_or', [eb(eb.fn.coalesce('cancellationReason', eb.val('')), 'not in', excepted)]),
      '=',
      true,
    )
    .execute();
  return rows.map((row) => row.day);
}

/** Returns true if the visit of a day has a credit. A credited visit is no longer made. */
export async function isCredited(trx: Db, subscriptionId: string, serviceDay: string): Promise<boolean> {
  const found = await trx
    .selectFrom('plan_credits')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('serviceDay', '=', serviceDay)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns the driver of the plan's last stop on this weekday, and locks the driver's account until the transaction
 * ends. Returns null if no stop had a driver, or if the driver is no longer active.
 */
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

/**
 * Returns the ids of active subscriptions that may be served on the day, at `visitAt`, and that have no stop for it,
 * not even a cancelled one. Stops that the plan itself cancelled (`planReasons`) don't count. At most `limit`, after
 * `afterId`. The weekdays of a pending package aren't a column, so every plan with a pending package that has begun by
 * `visitAt` is included.
 */
export async function listWithoutStop(
  db: Db,
  {
    day,
    visitAt,
    weekday,
    planReasons,
    afterId,
    limit,
  }: {
    day: string;
    visitAt: Date;
    weekday: Weekday;
    planReasons: readonly string[];
    afterId: string;
    limit: number;
  },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where('status', '=', 'active')
    .where((eb) => eb.or([sql<boolean>`${weekday} = ANY("pickupDays")`, eb('pendingFrom', '<=', visitAt)]))
    .where((eb) => eb.or([eb('holdFrom', 'is', null), eb('holdFrom', '>', day), eb('pausedUntil', '<=', visitAt)]))
    .where((eb) => eb.or([eb('cancellationDate', 'is', null), eb('cancellationDate', '>', visitAt)]))
    .where('subscriptions.id', '>', afterId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('pickups')
            .select('pickups.id')
            .whereRef('pickups.subscriptionId', '=', 'subscriptions.id')
            .where('pickups.occurrenceDate', '=', day)
            .where((stops) => isOtherStop(stops, planReasons)),
        ),
      ),
    )
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
