import { type Kysely, sql } from 'kysely';

/** The sweep finds pending packages, and the end of a plan its charges, without reading every plan or every line of the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX subscriptions_pending ON subscriptions ("id") WHERE "pendingFrom" IS NOT NULL`,
  `CREATE INDEX payment_history_plan_charges ON payment_history ("subscriptionId")
    WHERE "status" = 'succeeded' AND "subscriptionId" IS NOT NULL`,
];
