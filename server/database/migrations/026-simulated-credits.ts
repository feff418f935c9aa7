import { type Kysely, sql } from 'kysely';

/** The simulated provider gets balances of customers, invoices that a balance pays, and plans that end with their period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE simulated_subscriptions ADD COLUMN "endsAtPeriodEnd" boolean NOT NULL DEFAULT false`,
  'ALTER TABLE simulated_invoices ADD COLUMN "totalCents" integer',
  'UPDATE simulated_invoices SET "totalCents" = "amountCents"',
  'ALTER TABLE simulated_invoices ALTER COLUMN "totalCents" SET NOT NULL',
  `CREATE TABLE simulated_credits (
    "id" text PRIMARY KEY,
    "customerId" text NOT NULL,
    "idempotencyKey" text UNIQUE,
    "amountCents" integer NOT NULL CHECK ("amountCents" <> 0),
    "invoiceId" text REFERENCES simulated_invoices ("id"),
    "position" serial,
    "createdAt" timestamptz(3) NOT NULL
  )`,
  'CREATE INDEX simulated_credits_customer ON simulated_credits ("customerId", "position")',
  'CREATE INDEX simulated_credits_invoice ON simulated_credits ("invoiceId") WHERE "invoiceId" IS NOT NULL',
];
