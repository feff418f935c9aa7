import { type Kysely, sql } from 'kysely';

/**
 * Credits of plans. A held visit has its row when its cut-off passes, also while its month isn't invoiced yet: its amount comes with
 * the month. `plan_closings` is what is left when a plan ends; `plan_refunds` returns it to the cards that paid for the plan. A month
 * paid in part or entirely with credit says so in the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE plan_credits ALTER COLUMN "amount" DROP NOT NULL, ALTER COLUMN "monthStartsAt" DROP NOT NULL',
  `ALTER TABLE plan_credits
    ADD CONSTRAINT plan_credits_priced_with_month CHECK (("amount" IS NULL) = ("monthStartsAt" IS NULL))`,
  'CREATE INDEX plan_credits_not_applied ON plan_credits ("createdAt") WHERE "providerId" IS NULL',
  'ALTER TABLE plan_holds ADD COLUMN "creditedUntil" date',
  'ALTER TABLE plan_months ADD COLUMN "credit" numeric(10,2) NOT NULL DEFAULT 0',
  'ALTER TABLE payment_history ADD COLUMN "credit" numeric(10,2) NOT NULL DEFAULT 0',
  `CREATE TABLE plan_closings (
    "id" uuid PRIMARY KEY,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "customerId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "taken" numeric(10,2),
    "owed" numeric(10,2) CHECK ("owed" >= 0),
    "providerId" text,
    "unused" numeric(10,2) CHECK ("unused" >= 0),
    "createdAt" timestamptz(3) NOT NULL,
    "closedAt" timestamptz(3)
  )`,
  'CREATE INDEX plan_closings_of_plan ON plan_closings ("subscriptionId")',
  'CREATE INDEX plan_closings_of_customer ON plan_closings ("customerId") WHERE "closedAt" IS NULL',
  'CREATE INDEX plan_closings_unused ON plan_closings ("closedAt" DESC) WHERE "unused" > 0',
  `CREATE TABLE plan_refunds (
    "id" uuid PRIMARY KEY,
    "causeId" uuid NOT NULL,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "intentId" text NOT NULL,
    "amount" numeric(10,2) NOT NULL CHECK ("amount" > 0),
    "status" text NOT NULL DEFAULT 'requested' CHECK ("status" IN ('requested', 'sent', 'failed')),
    "createdAt" timestamptz(3) NOT NULL
  )`,
  'CREATE INDEX plan_refunds_of_cause ON plan_refunds ("causeId")',
];
