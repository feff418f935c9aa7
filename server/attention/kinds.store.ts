import { type RawBuilder, sql } from 'kysely';
import type { AttentionKind } from '../../contract/attention.ts';
import { lowRating } from '../../contract/ratings.ts';
import type { DateKey } from '../../contract/values/dates.ts';

/**
 * What needs the dispatcher, one query a kind. A query returns a row for each thing that is open now, from present rows alone:
 * it is resolved when its query no longer finds it. It reads tables of several features on purpose. `list-attention.store.ts` adds
 * dismissals, counts and limits.
 *
 * Columns of every query: `subject` (text, unique within the kind), `state` (text, another one when the thing has changed, so that a
 * dismissal no longer applies), `at` (the latest come first, or the earliest: `soonestFirst`), `pickupId`, `customerId`, `driverId`, `day`, `amount`, `load` and
 * `lateWork`; the last seven may be null.
 */
export const attentionQueries: Record<AttentionKind, (facts: AttentionFacts) => RawBuilder<unknown>> = {
  /**
   * A stop with an issue, or an incomplete one, of any day. Not one that its customer reported (that is `missed`, until it is
   * decided), nor one whose return trip is paid.
   */
  problem: () => sql`
    SELECT pickups."id"::text AS "subject", ${stateOf(sql`pickups."status"`, milliseconds(sql`coalesce("problemAt", pickups."updatedAt")`))} AS "state",
      coalesce("problemAt", pickups."updatedAt") AS "at", pickups."id" AS "pickupId", "customerId", "driverId",
      "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "status" IN ('issue', 'incomplete')
      AND NOT EXISTS (SELECT 1 FROM missed_reports AS reports WHERE reports."pickupId" = pickups."id"
        AND reports."day" = pickups."scheduledDay" AND reports."state" IN ('open', 'not-missed'))
      AND NOT EXISTS (SELECT 1 FROM pickups AS trips WHERE trips."returnOf" = pickups."id"
        AND trips."status" <> 'cancelled' AND trips."paymentStatus" <> 'pending')`,

  /** A customer's report that the dispatcher has to decide. It comes back when the time for that has passed. */
  missed: ({ missedSince }) => sql`
    SELECT reports."id"::text AS "subject", CASE WHEN reports."createdAt" <= ${missedSince} THEN 'late' ELSE 'open' END AS "state",
      reports."createdAt" AS "at", reports."pickupId", reports."customerId", pickups."driverId", reports."day", ${nothing}
    FROM missed_reports AS reports JOIN pickups ON pickups."id" = reports."pickupId" WHERE reports."state" = 'open'`,

  /** Work of a driver for a stop that was no longer theirs. It is open until the dispatcher has completed the stop. */
  'done-by-both': ({ lateSince }) => sql`
    SELECT late."pickupId"::text || ' ' || late."driverId" AS "subject",
      ${stateOf(sql`late."works"`, sql`pickups."status"`, sql`pickups."driverId"`)} AS "state",
      late."at", late."pickupId", pickups."customerId", late."driverId", pickups."scheduledDay" AS "day",
      NULL::numeric AS "amount", NULL::json AS "load", late."kinds" AS "lateWork"
    FROM (
      SELECT "pickupId", "driverId", max("receivedAt") AS "at", bool_or("taken" = 'rescheduled') AS "wasRescheduled",
        string_agg("kind" || ' ' || "taken", ' ' ORDER BY "kind") AS "works",
        array_agg("kind" ORDER BY "kind") AS "kinds"
      FROM late_work WHERE "receivedAt" >= ${lateSince} GROUP BY "pickupId", "driverId"
    ) AS late
    JOIN pickups ON pickups."id" = late."pickupId"
    WHERE NOT (pickups."status" = 'completed' AND pickups."settledAt" IS NULL)
      AND (pickups."driverId" IS DISTINCT FROM late."driverId" OR pickups."status" = 'cancelled'
        OR (late."wasRescheduled" AND pickups."status" = 'assigned'))`,

  /** A stop of today without a driver that came in late: a same-day request, or a phone booking that was paid after its hold. */
  'same-day': ({ today }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"updatedAt"`))} AS "state", "createdAt" AS "at", "id" AS "pickupId",
      "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "status" = 'pending' AND "scheduledDay" = ${today} AND "heldAt" IS NULL
      AND ("serviceType" = 'same-day' OR ("bookedBy" IS NOT NULL AND "paymentStatus" = 'paid'))`,

  /** A pickup that was booked by phone and not paid at its cut-off. Nobody drives it; on a later day it is overdue. */
  unpaid: ({ today }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"heldAt"`))} AS "state", "scheduledDate" AS "at", "id" AS "pickupId",
      "customerId", "driverId", "scheduledDay" AS "day", "amount", NULL::json AS "load", NULL::text[] AS "lateWork"
    FROM pickups WHERE "bookedBy" IS NOT NULL AND "paymentStatus" = 'pending' AND "status" IN ('pending', 'assigned')
      AND "heldAt" IS NOT NULL AND "scheduledDay" >= ${today}`,

  /** A driver's day that is longer than the driver's shift. */
  overload: (facts) => sql`
    SELECT days."driverId"::text || ' ' || days."day" AS "subject",
      ${stateOf(sql`days."stops"`, sql`days."shiftMinutes"`)} AS "state", ${startOf(sql`days."day"`)} AS "at",
      NULL::uuid AS "pickupId", NULL::uuid AS "customerId", days."driverId", days."day", NULL::numeric AS "amount",
      json_build_object('minutes', days."minutes", 'shiftMinutes', days."shiftMinutes", 'stops', days."stops") AS "load",
      NULL::text[] AS "lateWork"
    FROM (${driverDays(facts)}) AS days WHERE days."minutes" > days."shiftMinutes"`,

  /** A stop of an earlier day that nobody resolved. */
  overdue: ({ today }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(sql`"status"`, sql`"driverId"`, sql`"scheduledDay"`)} AS "state",
      ${startOf(sql`"scheduledDay"`)} AS "at", "id" AS "pickupId", "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "status" IN ('pending', 'assigned') AND "scheduledDay" < ${today}`,

  /** A charge that its cardholder disputes. */
  dispute: () => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"disputedAt"`))} AS "state", "disputedAt" AS "at", "pickupId", "customerId",
      NULL::uuid AS "driverId", NULL::date AS "day", "amount", NULL::json AS "load", NULL::text[] AS "lateWork"
    FROM payment_history WHERE "disputedAt" IS NOT NULL`,

  /**
   * A refund that the provider refused, or that the bank returned. It is resolved when the payment has a newer refund on its way or
   * made.
   */
  'refund-failed': () => sql`
    SELECT refunds."id"::text AS "subject", ${stateOf(milliseconds(sql`refunds."updatedAt"`))} AS "state", refunds."updatedAt" AS "at",
      refunds."pickupId", payments."customerId", NULL::uuid AS "driverId", NULL::date AS "day", refunds."amount",
      NULL::json AS "load", NULL::text[] AS "lateWork"
    FROM refunds JOIN payments ON payments."id" = refunds."paymentId"
    WHERE refunds."status" = 'failed' AND payments."status" <> 'refunded'
      AND NOT EXISTS (SELECT 1 FROM refunds AS newer WHERE newer."paymentId" = refunds."paymentId"
        AND newer."status" <> 'failed' AND newer."createdAt" > refunds."createdAt")
    UNION ALL
    SELECT lines."id"::text, ${stateOf(milliseconds(sql`lines."createdAt"`))}, lines."createdAt", lines."pickupId", lines."customerId",
      NULL::uuid, NULL::date, lines."refundAmount", NULL::json, NULL::text[]
    FROM payment_history AS lines
    WHERE lines."status" = 'refund_failed'
      -- One that was requested here is in the first half.
      AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds."providerRefundId" = lines."providerRefundId")
      AND NOT EXISTS (SELECT 1 FROM payment_history AS newer
        WHERE newer."stripePaymentIntentId" = lines."stripePaymentIntentId" AND newer."status" = 'refunded'
          AND newer."createdAt" > lines."createdAt")`,

  /** An open stop whose address no geocoder knows: without a place, or with only its ZIP code's. */
  unplaced: ({ today, horizon }) => sql`
    SELECT pickups."id"::text AS "subject", ${stateOf(sql`pickups."address"`)} AS "state", "scheduledDate" AS "at",
      pickups."id" AS "pickupId", "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups
    WHERE pickups."status" IN ('pending', 'assigned') AND "scheduledDay" BETWEEN ${today} AND ${horizon}
      AND ("coordinates" IS NULL OR "coordinatesPrecision" = 'area')
      AND ("coordinates" IS NULL OR EXISTS (SELECT 1 FROM places WHERE places."address" = pickups."address"
        AND places."lastError" IS NULL AND coalesce(places."precision", 'area') = 'area'))`,

  /** A pickup that its customer has rated low in the last days. A changed rating is another one. */
  'low-rating': ({ lowRatedSince }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(sql`"customerRating"`, milliseconds(sql`"ratedAt"`))} AS "state", "ratedAt" AS "at",
      "id" AS "pickupId", "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "customerRating" <= ${sql.lit(lowRating)} AND "ratedAt" > ${lowRatedSince}`,
};

/** Kinds with a deadline or a day to come: the earliest is the most urgent. */
export const soonestFirst: readonly AttentionKind[] = ['missed', 'overload', 'unplaced', 'unpaid'];

export interface AttentionFacts {
  readonly today: DateKey;
  /** The last day that is checked for overload and places. */
  readonly horizon: DateKey;
  /** Late work that was received earlier is no longer listed. */
  readonly lateSince: Date;
  /** Low ratings of this instant or earlier are no longer listed. */
  readonly lowRatedSince: Date;
  /** Reports of this instant and earlier should have been decided. */
  readonly missedSince: Date;
  /** What a stop takes without the drive to it. */
  readonly stopSeconds: number;
  readonly bagSeconds: number;
  /** The length of a driver's day where the driver has no other. */
  readonly shiftMinutes: number;
}

/** The columns that most kinds don't have. */
const nothing = sql`NULL::numeric AS "amount", NULL::json AS "load", NULL::text[] AS "lateWork"`;

/** A state's text: the values that make it. */
function stateOf(...values: RawBuilder<unknown>[]) {
  return sql`concat_ws(' ', ${sql.join(values)})`;
}

/** When a service day begins. Not the stop's own instant: the planner would read that one's index from its newest end. */
function startOf(day: RawBuilder<unknown>) {
  return sql`(${day} + time '07:00') AT TIME ZONE 'America/New_York'`;
}

/** An instant in a form that the session's settings don't change. */
function milliseconds(instant: RawBuilder<unknown>) {
  return sql`(extract(epoch FROM ${instant}) * 1000)::bigint`;
}

/**
 * Each driver's days with open stops from today on: the planned minutes of the route, and the bare work of the stops that no route
 * has.
 */
function driverDays({ today, horizon, stopSeconds, bagSeconds, shiftMinutes }: AttentionFacts) {
  return sql`
    SELECT open."driverId", open."day", open."stops",
      (coalesce(routes."estimatedTime", 0) + open."unroutedSeconds" / 60)::int AS "minutes",
      ${shiftOf(shiftMinutes)} AS "shiftMinutes"
    FROM (
      SELECT "driverId", "scheduledDay" AS "day", count(*)::int AS "stops",
        coalesce(sum(${stopSeconds}::int + ${bagSeconds}::int * "bagCount") FILTER (WHERE "routeId" IS NULL), 0) AS "unroutedSeconds"
      FROM pickups
      WHERE "status" = 'assigned' AND "driverId" IS NOT NULL AND "scheduledDay" BETWEEN ${today} AND ${horizon}
      GROUP BY "driverId", "scheduledDay"
    ) AS open
    LEFT JOIN routes ON routes."driverId" = open."driverId" AND routes."date" = open."day"
    LEFT JOIN driver_days AS exception ON exception."driverId" = open."driverId" AND exception."date" = open."day"
    LEFT JOIN driver_shifts AS usual ON usual."driverId" = open."driverId"`;
}

/**
 * The minutes of a driver's shift on a day: an exception for the day, with 0 on a day off, then the driver's usual hours, then
 * everybody's. The caller joins `exception` and `usual`.
 */
function shiftOf(shiftMinutes: number) {
  const minutes = (table: string) =>
    sql`extract(epoch FROM ${sql.ref(`${table}.end`)}::time - ${sql.ref(`${table}.start`)}::time)::int / 60`;
  return sql`CASE WHEN exception."driverId" IS NOT NULL THEN coalesce(${minutes('exception')}, 0)
    WHEN usual."driverId" IS NOT NULL THEN ${minutes('usual')} ELSE ${shiftMinutes}::int END`;
}
