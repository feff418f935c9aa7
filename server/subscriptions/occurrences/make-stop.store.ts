import { type ExpressionBuilder, sql } from 'kysely';
import type { Weekday } from '../../../contract/values/time/dates.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { OpenStop } from './store.ts';

/** The SQL of making a plan's stops. */

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

/**
 * Whether a service day has or had a stop that the plan itself didn't cancel: it is made, or a person gave it up. `planReasons` are
 * the reasons of a plan's own cancellations.
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

/** The occurrences after a day whose stop was cancelled, unless for one of the `excepted` reasons, and not made again. */
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

/** Whether the visit of a day has its credit: it was held until its cut-off, so it is no longer made. */
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
 * The driver of the plan's last stop on this weekday, locked until the transaction ends; null when not an active driver any more.
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
 * Active subscriptions that may be served on the day, whose visit is at `visitAt`, and whose day has no stop, past or present. A
 * stop that the plan itself cancelled (`planReasons`) doesn't count. At most `limit`, after an id. The weekdays of a pending
 * package aren't a column, so its plans are all listed from its beginning.
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
