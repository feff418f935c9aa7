import { type RawBuilder, sql } from 'kysely';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import type { Cell } from '../csv.ts';
import { promisedWindowText } from '../database/promised-window.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the rows behind the reports, in batches: each batch begins after the last row of the one before. */

export type Row = Readonly<Record<string, Cell>>;

/** The sort key of a batch's last row. Both lists are ordered by a day or an instant (`at`), then by id. */
export interface After {
  at: string;
  id: string;
}

const newYork = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI')`;

/** Lists the stops whose service day is in the span, by day. */
export async function listPickupRows(
  db: Db,
  { from, to }: DaySpan,
  after: After | undefined,
  most: number,
): Promise<(Row & After)[]> {
  const { rows } = await sql<Row & After>`
    SELECT pickups."scheduledDay"::text AS "at", pickups."id", pickups."scheduledDay" AS "service_day", pickups."status",
      pickups."serviceType" AS "type", customers."username" AS "customer", drivers."username" AS "driver", pickups."address",
      pickups."bagCount" AS "bags", pickups."countedBags" AS "counted_bags", pickups."amount"::text AS "price", pickups."paymentStatus" AS "payment",
      ${promisedWindowText} AS "promised_window", ${newYork(sql`promised_windows."promisedAt"`)} AS "promised",
      ${newYork(sql`pickups."settledAt"`)} AS "driver_pressed",
      ${newYork(sql`pickups."completedAt"`)} AS "completed", pickups."incompleteReason" AS "incomplete_reason",
      pickups."customerRating" AS "rating", ${newYork(sql`pickups."createdAt"`)} AS "booked"
    FROM pickups JOIN users AS customers ON customers."id" = pickups."customerId"
      LEFT JOIN users AS drivers ON drivers."id" = pickups."driverId"
      LEFT JOIN promised_windows ON promised_windows."pickupId" = pickups."id" AND promised_windows."date" = pickups."scheduledDay"
    WHERE pickups."scheduledDay" BETWEEN ${after?.at ?? from} AND ${to}
      ${after ? sql`AND (pickups."scheduledDay", pickups."id") > (${after.at}::date, ${after.id}::uuid)` : sql``}
    ORDER BY pickups."scheduledDay", pickups."id" LIMIT ${most}`.execute(db);
  return rows;
}

/** Lists the ledger's rows whose money moved in the span, including refused cards and returned refunds. */
export async function listPaymentRows(
  db: Db,
  { since, until }: { since: Date; until: Date },
  after: After | undefined,
  most: number,
): Promise<(Row & After)[]> {
  const at = sql`coalesce(payment_history."movedAt", payment_history."createdAt")`;
  const { rows } = await sql<Row & After>`
    SELECT ${at}::text AS "at", payment_history."id", ${newYork(at)} AS "date", payment_history."status",
      CASE WHEN "subscriptionId" IS NOT NULL THEN 'plan' WHEN "pickupId" IS NOT NULL THEN 'pickup' ELSE 'other' END AS "for",
      users."username" AS "customer", (CASE WHEN payment_history."status" = 'refunded' THEN -coalesce("refundAmount", "amount")
        WHEN payment_history."status" = 'succeeded' THEN "amount" ELSE 0 END)::text AS "moved",
      "amount"::text AS "amount", "credit"::text AS "plan_credit", "packageType" AS "package", "card", "failureReason" AS "reason",
      "pickupId" AS "pickup", "subscriptionId" AS "plan", "stripePaymentIntentId" AS "payment_intent", "invoiceId" AS "invoice"
    FROM payment_history JOIN users ON users."id" = payment_history."customerId"
    WHERE ${at} >= ${after ? sql`${after.at}::timestamptz` : since} AND ${at} < ${until}
      ${after ? sql`AND (${at}, payment_history."id") > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    ORDER BY ${at}, payment_history."id" LIMIT ${most}`.execute(db);
  return rows;
}
