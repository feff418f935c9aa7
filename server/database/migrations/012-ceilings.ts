import { type Kysely, sql } from 'kysely';

/** Adds when a payment was last used, and indexes for the ceilings: a customer's open payments and unpaid pickups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE payments ADD COLUMN "usedAt" timestamptz(3)',
  `CREATE INDEX payments_open_of_customer ON payments ("customerId") WHERE "status" IN ('creating', 'open')`,
  `CREATE INDEX pickups_unpaid_of_customer ON pickups ("customerId")
    WHERE "paymentStatus" = 'pending' AND "status" IN ('pending', 'assigned', 'issue', 'incomplete')`,
];
