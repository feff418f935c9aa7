import { sql } from 'kysely';
import type { MoneyReport } from '../../contract/reports.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the report of money, from the ledger and the plans' months. Sums are whole cents. */

interface Instants {
  since: Date;
  until: Date;
}

/** When the provider moved the money. Old rows have only the time when they were recorded. */
const movedAt = sql<Date>`coalesce("movedAt", "createdAt")`;
const cents = (sum: ReturnType<typeof sql>) => sql<number>`(100 * coalesce(${sum}, 0))::float8`;

export interface MoneyOfDay {
  day: string;
  source: MoneyReport['sources'][number]['source'];
  chargedCents: number;
  refundedCents: number;
  creditCents: number;
  disputedCents: number;
}

/** Sums charges and refunds by New York day and source. A refund that the bank returned doesn't count. */
export async function sumMoney(db: Db, { since, until }: Instants): Promise<MoneyOfDay[]> {
  const { rows } = await sql<MoneyOfDay>`
    SELECT (${movedAt} AT TIME ZONE 'America/New_York')::date AS "day",
      CASE WHEN "subscriptionId" IS NOT NULL THEN 'plans' WHEN "pickupId" IS NOT NULL THEN 'pickups' ELSE 'other' END AS "source",
      ${cents(sql`sum("amount") FILTER (WHERE "status" = 'succeeded')`)} AS "chargedCents",
      ${cents(sql`sum(coalesce("refundAmount", "amount")) FILTER (WHERE "status" = 'refunded')`)} AS "refundedCents",
      ${cents(sql`sum("credit") FILTER (WHERE "status" = 'succeeded')`)} AS "creditCents",
      ${cents(sql`sum("amount") FILTER (WHERE "status" = 'succeeded' AND "disputedAt" IS NOT NULL)`)} AS "disputedCents"
    FROM payment_history
    WHERE ${movedAt} >= ${since} AND ${movedAt} < ${until} AND "status" IN ('succeeded', 'refunded')
    GROUP BY 1, 2`.execute(db);
  return rows;
}

/** Sums the prices of the plan months that run at an instant, except those of plans that were cancelled by then. */
export async function sumRecurring(db: Db, at: Date): Promise<{ cents: number; plans: number }> {
  const { rows } = await sql<{ cents: number; plans: number }>`
    SELECT ${cents(sql`sum(months."price")`)} AS "cents", count(*)::int AS "plans"
    FROM plan_months AS months JOIN subscriptions ON subscriptions."id" = months."subscriptionId"
    WHERE months."startsAt" <= ${at} AND months."endsAt" > ${at}
      AND NOT (subscriptions."status" = 'cancelled' AND coalesce(subscriptions."cancellationDate", subscriptions."updatedAt") <= ${at})`.execute(
    db,
  );
  return rows[0] ?? { cents: 0, plans: 0 };
}

/** Counts the plan months whose first refused charge was in a span of time, and how many of them are paid by now. */
export async function countRenewals(
  db: Db,
  { since, until }: Instants,
): Promise<{ failed: number; recovered: number; recoveredCents: number }> {
  const { rows } = await sql<{ failed: number; recovered: number; recoveredCents: number }>`
    SELECT count(*)::int AS "failed", count(paid."id")::int AS "recovered", ${cents(sql`sum(paid."amount")`)} AS "recoveredCents"
    FROM (
      SELECT "invoiceId", min(${movedAt}) AS "first" FROM payment_history AS refused
      WHERE "status" = 'failed' AND "invoiceId" IS NOT NULL
      GROUP BY "invoiceId"
    ) AS refused LEFT JOIN payment_history AS paid ON paid."invoiceId" = refused."invoiceId" AND paid."status" = 'succeeded'
    WHERE refused."first" >= ${since} AND refused."first" < ${until}`.execute(db);
  return rows[0] ?? { failed: 0, recovered: 0, recoveredCents: 0 };
}
