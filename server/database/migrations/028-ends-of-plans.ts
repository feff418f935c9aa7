import { type Kysely, sql } from 'kysely';

/**
 * A live plan with a cancellation date ends then, and a cancelled plan that is paid beyond its end still runs at the provider. Neither
 * was so before: live plans had no such date, and cancelled ones ended at the provider immediately.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `UPDATE subscriptions SET "cancellationDate" = NULL, "autoRenewal" = true
    WHERE "status" <> 'cancelled' AND ("cancellationDate" IS NOT NULL OR NOT "autoRenewal")`,
  `UPDATE subscriptions SET "currentPeriodEnd" = coalesce("cancellationDate", "updatedAt")
    WHERE "status" = 'cancelled' AND "currentPeriodEnd" > coalesce("cancellationDate", "updatedAt")`,
];
