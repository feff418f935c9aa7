import { type Kysely, sql } from 'kysely';

/**
 * The simulated provider gets what Stripe has: customers, payment times, partial refunds, monthly invoices, saved
 * cards, and replacements for cancelled subscriptions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...intents, ...subscriptions, ...invoices]) await sql.raw(statement).execute(db);
}

const intents = [
  `ALTER TABLE simulated_payment_intents
    ADD COLUMN "customerId" text,
    ADD COLUMN "paidAt" timestamptz(3)`,
  `UPDATE simulated_payment_intents SET "paidAt" = "createdAt" WHERE "status" = 'succeeded'`,
  `CREATE INDEX simulated_payment_intents_paid ON simulated_payment_intents ("paidAt", "id") WHERE "paidAt" IS NOT NULL`,
  `CREATE TABLE simulated_refunds (
    "id" text PRIMARY KEY,
    "intentId" text NOT NULL REFERENCES simulated_payment_intents ("id"),
    "idempotencyKey" text NOT NULL UNIQUE,
    "amountCents" integer NOT NULL CHECK ("amountCents" > 0),
    "createdAt" timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX simulated_refunds_intent ON simulated_refunds ("intentId")`,
  `CREATE INDEX simulated_refunds_newest ON simulated_refunds ("createdAt", "id")`,
  `INSERT INTO simulated_refunds
    SELECT 're_' || substr("id", 4), "id", 'refund:' || "id", "refundedCents", "createdAt"
    FROM simulated_payment_intents WHERE "refundedCents" > 0`,
  `CREATE TABLE simulated_card_setups (
    "id" text PRIMARY KEY,
    "clientSecret" text NOT NULL,
    "customerId" text NOT NULL,
    "paymentMethodId" text,
    "createdAt" timestamptz(3) NOT NULL
  )`,
];

const subscriptions = [
  `ALTER TABLE simulated_subscriptions
    ADD COLUMN "customerId" text,
    ADD COLUMN "root" text,
    ADD COLUMN "paymentMethodId" text,
    ADD COLUMN "periodEnd" timestamptz(3),
    ALTER COLUMN "firstIntentId" DROP NOT NULL,
    DROP CONSTRAINT simulated_subscriptions_status_check,
    ADD CONSTRAINT simulated_subscriptions_status_check
      CHECK ("status" IN ('incomplete', 'active', 'past_due', 'paused', 'canceled'))`,
  `UPDATE simulated_subscriptions SET "root" = "id", "periodEnd" = "createdAt" + interval '1 month'`,
  `UPDATE simulated_subscriptions AS plan SET "status" = 'active' FROM simulated_payment_intents AS intent
    WHERE plan."status" = 'incomplete' AND intent."id" = plan."firstIntentId" AND intent."status" = 'succeeded'`,
  `ALTER TABLE simulated_subscriptions ALTER COLUMN "root" SET NOT NULL, ALTER COLUMN "periodEnd" SET NOT NULL`,
  `CREATE INDEX simulated_subscriptions_root ON simulated_subscriptions ("root")`,
];

const invoices = [
  `CREATE TABLE simulated_invoices (
    "id" text PRIMARY KEY,
    "subscriptionId" text NOT NULL REFERENCES simulated_subscriptions ("id"),
    "intentId" text UNIQUE REFERENCES simulated_payment_intents ("id"),
    "amountCents" integer NOT NULL,
    "status" text NOT NULL CHECK ("status" IN ('open', 'paid', 'void')),
    "isFirst" boolean NOT NULL,
    "periodStart" timestamptz(3) NOT NULL,
    "periodEnd" timestamptz(3) NOT NULL,
    "paidAt" timestamptz(3),
    "attempts" integer NOT NULL DEFAULT 0,
    "createdAt" timestamptz(3) NOT NULL,
    UNIQUE ("subscriptionId", "periodStart")
  )`,
  `INSERT INTO simulated_invoices
    SELECT 'in_' || substr(plan."id", 5), plan."id", intent."id", intent."amountCents",
      CASE intent."status" WHEN 'succeeded' THEN 'paid' WHEN 'canceled' THEN 'void' ELSE 'open' END,
      true, plan."createdAt", plan."periodEnd", intent."paidAt", 1, plan."createdAt"
    FROM simulated_subscriptions AS plan JOIN simulated_payment_intents AS intent ON intent."id" = plan."firstIntentId"`,
];
