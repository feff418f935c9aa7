import { type RawBuilder, sql } from 'kysely';
import type { AttentionKind } from '../../contract/attention.ts';
import { lowRating } from '../../contract/pickups/ratings.ts';
import { zipOfAddress } from '../database/zip-of-address.ts';
import type { AttentionFacts } from './attention-facts.ts';
import { driverDays } from './driver-days.store.ts';

/**
 * The queries of Needs attention, one per kind. A query returns a row for each item that is open now, computed from the
 * present rows only. An item is resolved when its query no longer finds it. The queries read tables of several features
 * on purpose. `list-attention.store.ts` adds dismissals, counts and limits.
 *
 * Columns of every query:
 * - `subject`: text, unique within the kind.
 * - `state`: text. It changes when the item changes, so that an earlier dismissal no longer applies.
 * - `at`: the sort key. The latest come first; for the kinds of `soonestFirst`, the earliest day, then the earliest
 *   `at`.
 * - `pickupId`, `customerId`, `driverId`, `day`, `amount`, `load` and `lateWork`: may be null.
 */
export const attentionQueries: Record<AttentionKind, (facts: AttentionFacts) => RawBuilder<unknown>> = {
  /**
   * A stop of any day with an issue, or an incomplete one. Leaves out stops whose missed report is open (they are
   * listed as `missed`) or was decided as not missed, and stops whose return trip is paid. `"returnOf" IS NOT NULL`
   * shows the planner how few return trips there are; without it, PostgreSQL reads every problem before it returns the
   * first.
   */
  problem: () => sql`
    SELECT pickups."id"::text AS "subject", ${stateOf(sql`pickups."status"`, milliseconds(sql`coalesce("problemAt", pickups."updatedAt")`))} AS "state",
      coalesce("problemAt", pickups."updatedAt") AS "at", pickups."id" AS "pickupId", "customerId", "driverId",
      "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "status" IN ('issue', 'incomplete')
      AND NOT EXISTS (SELECT 1 FROM missed_reports AS reports WHERE reports."pickupId" = pickups."id"
        AND reports."day" = pickups."scheduledDay" AND reports."state" IN ('open', 'not-missed'))
      AND NOT EXISTS (SELECT 1 FROM pickups AS trips WHERE trips."returnOf" = pickups."id" AND trips."returnOf" IS NOT NULL
        AND trips."status" <> 'cancelled' AND trips."paymentStatus" <> 'pending')`,

  /** A customer's report that the dispatcher has to decide. A dismissed one comes back when the deadline passes. */
  missed: ({ missedSince }) => sql`
    SELECT reports."id"::text AS "subject", CASE WHEN reports."createdAt" <= ${missedSince} THEN 'late' ELSE 'open' END AS "state",
      reports."createdAt" AS "at", reports."pickupId", reports."customerId", pickups."driverId", reports."day", ${nothing}
    FROM missed_reports AS reports JOIN pickups ON pickups."id" = reports."pickupId" WHERE reports."state" = 'open'`,

  /**
   * Work that a driver did for a stop that was no longer theirs. It stays open until the dispatcher completes the stop.
   */
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

  /**
   * A stop of today that came in late and has no driver: a same-day request, or a paid phone booking or return trip.
   */
  'same-day': ({ today }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"updatedAt"`))} AS "state", "createdAt" AS "at", "id" AS "pickupId",
      "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "status" = 'pending' AND "scheduledDay" = ${today} AND "heldAt" IS NULL
      AND ("serviceType" = 'same-day' OR (("bookedBy" IS NOT NULL OR "returnOf" IS NOT NULL) AND "paymentStatus" = 'paid'))`,

  /**
   * A pickup that was booked by phone and not paid by its cut-off. Nobody drives it. The next day it becomes `overdue`.
   */
  unpaid: ({ today }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"heldAt"`))} AS "state", "scheduledDate" AS "at", "id" AS "pickupId",
      "customerId", "driverId", "scheduledDay" AS "day", "amount", NULL::json AS "load", NULL::text[] AS "lateWork"
    FROM pickups WHERE "bookedBy" IS NOT NULL AND "paymentStatus" = 'pending' AND "status" IN ('pending', 'assigned')
      AND "heldAt" IS NOT NULL AND "scheduledDay" >= ${today}`,

  /** A driver's day that ends after the driver's shift. */
  overload: (facts) => sql`
    SELECT days."driverId"::text || ' ' || days."day" AS "subject",
      ${stateOf(sql`days."stops"`, sql`days."shiftMinutes"`)} AS "state", ${startOf(sql`days."day"`)} AS "at",
      NULL::uuid AS "pickupId", NULL::uuid AS "customerId", days."driverId", days."day", NULL::numeric AS "amount",
      json_build_object('minutes', days."shiftMinutes" + days."overMinutes", 'shiftMinutes', days."shiftMinutes",
        'stops', days."stops") AS "load",
      NULL::text[] AS "lateWork"
    FROM (${driverDays(facts)}) AS days WHERE days."overMinutes" > 0`,

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
   * A refund that the provider refused or the bank returned. Ours are tried again until they are made or settled. One
   * made in the provider's own screens is resolved by a newer refund of the payment.
   */
  'refund-failed': () => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"refusedAt"`))} AS "state", "refusedAt" AS "at", "pickupId",
      "customerId", NULL::uuid AS "driverId", NULL::date AS "day", "amount", NULL::json AS "load", NULL::text[] AS "lateWork"
    FROM charge_refunds
    -- One that is being tried again is listed until it is made. One that waits for a dispute isn't.
    WHERE "status" = 'refused' OR ("status" = 'asked' AND "refusedAt" IS NOT NULL AND "nextTryAt" IS NOT NULL)
    UNION ALL
    SELECT lines."id"::text, ${stateOf(milliseconds(sql`lines."createdAt"`))}, lines."createdAt", lines."pickupId", lines."customerId",
      NULL::uuid, NULL::date, lines."refundAmount", NULL::json, NULL::text[]
    FROM payment_history AS lines
    WHERE lines."status" = 'refund_failed'
      -- The first SELECT has ours.
      AND NOT EXISTS (SELECT 1 FROM charge_refunds WHERE charge_refunds."intentId" = lines."stripePaymentIntentId"
        AND charge_refunds."refusedAt" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM payment_history AS newer
        WHERE newer."stripePaymentIntentId" = lines."stripePaymentIntentId" AND newer."status" = 'refunded'
          AND newer."createdAt" > lines."createdAt")`,

  /**
   * An ended plan whose credit isn't returned after a day. Its customer can't buy another plan until it is. The sum is
   * what is owed; before that is decided, what our books say: credits written, less what paid months and earlier
   * closings took.
   */
  'stuck-credit': ({ stuckSince }) => sql`
    SELECT closings."id"::text AS "subject", ${stateOf(milliseconds(sql`closings."createdAt"`))} AS "state", closings."createdAt" AS "at",
      NULL::uuid AS "pickupId", closings."customerId", NULL::uuid AS "driverId", NULL::date AS "day",
      coalesce(closings."owed", greatest(0,
        (SELECT coalesce(sum("amount"), 0) FROM plan_credits WHERE "subscriptionId" = closings."subscriptionId")
        - (SELECT coalesce(sum("credit"), 0) FROM payment_history
          WHERE "subscriptionId" = closings."subscriptionId" AND "status" = 'succeeded')
        - (SELECT coalesce(sum("taken"), 0) FROM plan_closings WHERE "subscriptionId" = closings."subscriptionId")
      ))::numeric(10,2) AS "amount", NULL::json AS "load", NULL::text[] AS "lateWork"
    FROM plan_closings AS closings WHERE closings."closedAt" IS NULL AND closings."createdAt" <= ${stuckSince}`,

  /**
   * Money of an ended plan (leftover credit, or refunded visits) that couldn't be refunded to any charge. The
   * dispatcher pays it another way and dismisses the item.
   */
  'unused-credit': () => sql`
    SELECT "id"::text AS "subject", ${stateOf(milliseconds(sql`"closedAt"`))} AS "state", "closedAt" AS "at", NULL::uuid AS "pickupId",
      "customerId", NULL::uuid AS "driverId", NULL::date AS "day", "unused" AS "amount", NULL::json AS "load",
      NULL::text[] AS "lateWork"
    FROM plan_closings WHERE "unused" > 0`,

  /**
   * Nightly backups that aren't made or don't reach the bucket. A newer good one, and a copied one, resolve it. Each
   * further failure has another state.
   */
  backup: ({ backedUpSince }) => sql`
    SELECT problems."subject", ${stateOf(milliseconds(sql`problems."at"`), sql`problems."failures"`)} AS "state", problems."at",
      NULL::uuid AS "pickupId", NULL::uuid AS "customerId", NULL::uuid AS "driverId", NULL::date AS "day", ${nothing}
    FROM (
      SELECT 'overdue' AS "subject", greatest(schedule."since", ${newestGood}) AS "at",
        (SELECT count(*) FROM backups WHERE "failure" IS NOT NULL
          AND "startedAt" > coalesce(${newestGood}, schedule."since")) AS "failures"
      FROM backup_schedule AS schedule WHERE greatest(schedule."since", ${newestGood}) <= ${backedUpSince}
      UNION ALL
      SELECT 'not-copied', "startedAt", 1 FROM backups
      WHERE "startedAt" = ${newestGood} AND "checkedAt" IS NOT NULL AND "copyFailure" IS NOT NULL
    ) AS problems`,

  /** An open stop whose address no geocoder knows: it has no place, or only its ZIP code's. */
  unplaced: ({ today, horizon }) => sql`
    SELECT pickups."id"::text AS "subject", ${stateOf(sql`pickups."address"`)} AS "state", "scheduledDate" AS "at",
      pickups."id" AS "pickupId", "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups
    WHERE pickups."status" IN ('pending', 'assigned') AND "scheduledDay" BETWEEN ${today} AND ${horizon}
      AND ("coordinates" IS NULL OR "coordinatesPrecision" = 'area')
      AND ("coordinates" IS NULL OR EXISTS (SELECT 1 FROM places WHERE places."address" = pickups."address"
        AND places."lastError" IS NULL AND coalesce(places."precision", 'area') = 'area'))`,

  /**
   * A customer whose email address the mail server has refused permanently. A new address resolves it, and so does
   * confirming the refused one.
   */
  'email-refused': () => sql`
    SELECT users."id"::text AS "subject", ${stateOf(milliseconds(sql`refused."refusedAt"`))} AS "state", refused."refusedAt" AS "at",
      NULL::uuid AS "pickupId", users."id" AS "customerId", NULL::uuid AS "driverId", NULL::date AS "day", ${nothing}
    FROM refused_emails AS refused JOIN users ON lower(users."email") = refused."email"
    WHERE users."role" = 'customer' AND users."deletedAt" IS NULL`,

  /**
   * An open pickup, or a live plan, whose address is in no active service area or has no readable ZIP code (AREA-4).
   * Instead of a plan's stops, the plan itself is listed. The state is the address.
   */
  unserved: ({ today, horizon }) => sql`
    SELECT found."id"::text AS "subject", found."address" AS "state", found."at", found."pickupId", found."customerId",
      found."driverId", found."day", ${nothing}
    FROM (
      SELECT "id", "address", "scheduledDate" AS "at", "id" AS "pickupId", "customerId", "driverId", "scheduledDay" AS "day"
      FROM pickups
      WHERE "status" IN ('pending', 'assigned') AND "scheduledDay" BETWEEN ${today} AND ${horizon} AND "subscriptionId" IS NULL
      UNION ALL
      SELECT plans."id", coalesce(plans."address", users."address"), plans."createdAt", NULL::uuid, plans."customerId",
        NULL::uuid, NULL::date
      FROM subscriptions AS plans JOIN users ON users."id" = plans."customerId" WHERE plans."status" IN ('active', 'paused')
    ) AS found
    WHERE ${servedZips} IS NOT NULL AND NOT coalesce(${zipOfAddress(sql`found."address"`)} = ANY (${servedZips}), false)`,

  /** A pickup that its customer rated low in the last days. A changed rating is a new item. */
  'low-rating': ({ lowRatedSince }) => sql`
    SELECT "id"::text AS "subject", ${stateOf(sql`"customerRating"`, milliseconds(sql`"ratedAt"`))} AS "state", "ratedAt" AS "at",
      "id" AS "pickupId", "customerId", "driverId", "scheduledDay" AS "day", ${nothing}
    FROM pickups WHERE "customerRating" <= ${sql.lit(lowRating)} AND "ratedAt" > ${lowRatedSince}`,
};

/** Kinds with a deadline or a future day: the earliest is the most urgent. */
export const soonestFirst: readonly AttentionKind[] = ['missed', 'overload', 'unplaced', 'unserved', 'unpaid'];

/** Kinds whose query takes as long for the first row as for all rows. It runs once, for the items and their count. */
export const foundWhole: readonly AttentionKind[] = ['overload'];

/** The columns that most kinds don't have. */
const nothing = sql`NULL::numeric AS "amount", NULL::json AS "load", NULL::text[] AS "lateWork"`;

/** The ZIP codes of the active areas. Null when no area is active; PostgreSQL then skips the rest of the query. */
const servedZips = sql`(SELECT array_agg(zip) FROM service_areas, unnest("zipCodes") AS zip WHERE "isActive")::text[]`;

/** When the newest good backup was made; null without one. */
const newestGood = sql`(SELECT max("startedAt") FROM backups WHERE "checkedAt" IS NOT NULL)`;

/** Builds the text of a state from its values. */
function stateOf(...values: RawBuilder<unknown>[]) {
  return sql`concat_ws(' ', ${sql.join(values)})`;
}

/**
 * Returns the instant when a service day begins. If a query sorted by the stop's own instant, the planner would read
 * that column's index from the newest stop on, instead of finding the days by their own index.
 */
function startOf(day: RawBuilder<unknown>) {
  return sql`(${day} + time '07:00') AT TIME ZONE 'America/New_York'`;
}

/** Converts an instant to epoch milliseconds, which don't depend on the session's settings. */
function milliseconds(instant: RawBuilder<unknown>) {
  return sql`(extract(epoch FROM ${instant}) * 1000)::bigint`;
}
