import { type Kysely, sql } from 'kysely';

/** Renewals and declined renewals, partial refunds, receipts, and the provider's events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE subscriptions
    ADD COLUMN "currentPeriodEnd" timestamptz(3),
    ADD COLUMN "pastDueSince" timestamptz(3),
    ADD COLUMN "isPausedForPayment" boolean NOT NULL DEFAULT false`,
  `CREATE INDEX subscriptions_period_end ON subscriptions ("currentPeriodEnd") WHERE "status" <> 'cancelled'`,

  // A renewal's ledger rows are identified by its invoice, a refund's by the provider's refund.
  `ALTER TABLE payment_history
    ADD COLUMN "invoiceId" text,
    ADD COLUMN "attempt" integer,
    ADD COLUMN "providerRefundId" text,
    ADD COLUMN "card" text,
    ADD COLUMN "disputedAt" timestamptz(3)`,
  `DROP INDEX payment_history_one_refund`,
  `CREATE UNIQUE INDEX payment_history_one_refund ON payment_history ("providerRefundId")
    WHERE "providerRefundId" IS NOT NULL`,
  `CREATE UNIQUE INDEX payment_history_one_failure ON payment_history ("invoiceId", "attempt") WHERE "status" = 'failed'`,
  `CREATE INDEX payment_history_intent ON payment_history ("stripePaymentIntentId")
    WHERE "stripePaymentIntentId" IS NOT NULL`,

  // Refunds of a pickup's payment that a dispatcher requested.
  `CREATE TABLE refunds (
    "id" uuid PRIMARY KEY,
    "paymentId" uuid NOT NULL REFERENCES payments ("id"),
    "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
    "amount" numeric(10,2) NOT NULL CHECK ("amount" > 0),
    "reason" text NOT NULL,
    "requestedBy" uuid NOT NULL REFERENCES users ("id"),
    "status" text NOT NULL DEFAULT 'requested' CHECK ("status" IN ('requested', 'sent', 'failed')),
    "providerRefundId" text UNIQUE,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX refunds_payment ON refunds ("paymentId", "createdAt")`,
  `CREATE INDEX refunds_requested ON refunds ("updatedAt") WHERE "status" = 'requested'`,

  // Events received from the provider. "handledAt" stays null until handling succeeded.
  `CREATE TABLE provider_events (
    "id" text PRIMARY KEY,
    "type" text NOT NULL,
    "intentId" text,
    "subscriptionId" text,
    "disputeId" text,
    "createdAt" timestamptz(3) NOT NULL,
    "receivedAt" timestamptz(3) NOT NULL,
    "handledAt" timestamptz(3),
    "attempts" integer NOT NULL DEFAULT 0,
    "lastError" text
  )`,
  `CREATE INDEX provider_events_unhandled ON provider_events ("receivedAt") WHERE "handledAt" IS NULL`,
];
