import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/** SQL of our records of customers' balances at the provider. */

export interface RecordedCustomer {
  customerId: string;
  username: string;
  stripeCustomerId: string | null;
  /** The amount that invoices took from the balance, as decimal text. */
  used: string;
}

/**
 * Returns customers whose plan credits changed in a span of time: written, closed, or used by a month that began in the
 * span.
 */
export async function listCreditCustomers(
  db: Db,
  { since, until }: { since: Date; until: Date },
): Promise<RecordedCustomer[]> {
  const { rows } = await sql<RecordedCustomer>`
    SELECT users."id" AS "customerId", users."username", users."stripeCustomerId",
      (SELECT coalesce(sum(months."credit"), 0)::numeric(10,2) FROM plan_months AS months
        JOIN subscriptions ON subscriptions."id" = months."subscriptionId"
        WHERE subscriptions."customerId" = users."id") AS "used"
    FROM users WHERE users."id" IN (
      SELECT "customerId" FROM plan_credits WHERE "createdAt" >= ${since} AND "createdAt" < ${until}
      UNION SELECT "customerId" FROM plan_closings WHERE "createdAt" >= ${since} AND "createdAt" < ${until}
      UNION SELECT subscriptions."customerId" FROM plan_months AS months
        JOIN subscriptions ON subscriptions."id" = months."subscriptionId"
        WHERE months."credit" <> 0 AND months."startsAt" >= ${since} AND months."startsAt" < ${until})
    ORDER BY users."username"`.execute(db);
  return rows;
}

export interface RecordedEntry {
  id: string;
  kind: 'credit' | 'close';
  /** The change of the balance, as decimal text. */
  amount: string;
}

/** Returns what we added to a customer's balance and took from it, by our records. */
export async function listRecordedEntries(db: Db, customerId: string): Promise<RecordedEntry[]> {
  const { rows } = await sql<RecordedEntry>`
    SELECT "id", 'credit' AS "kind", "amount" FROM plan_credits WHERE "customerId" = ${customerId} AND "amount" > 0
    UNION ALL SELECT "id", 'close', -"taken" FROM plan_closings WHERE "customerId" = ${customerId} AND "taken" <> 0`.execute(
    db,
  );
  return rows;
}
