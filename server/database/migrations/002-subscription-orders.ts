import { type Kysely, sql } from 'kysely';

/**
 * What a plan needs before its first payment: the order, its payment, and the simulated provider's subscriptions. A row
 * of `subscriptions` exists only after the first payment succeeded (PLAN-10).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...orders, ...payments, ...simulated, ...accounts]) await sql.raw(statement).execute(db);
}

const orders = [
  `ALTER TABLE subscriptions ADD COLUMN "specialInstructions" text`,
  // A preference is null if the customer states none; activation then uses the default.
  `CREATE TABLE subscription_orders (
    "id" uuid PRIMARY KEY,
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "packageType" text NOT NULL CHECK ("packageType" IN ('basic', 'clean-carry', 'heavy-duty', 'premium')),
    "pricePerMonth" numeric(10,2) NOT NULL,
    "preferredDay" text,
    "preferredTime" text,
    "address" text,
    "specialInstructions" text,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
];

const payments = [
  `ALTER TABLE payments
    ADD COLUMN "subscriptionOrderId" uuid UNIQUE REFERENCES subscription_orders ("id"),
    ADD COLUMN "subscriptionId" uuid REFERENCES subscriptions ("id"),
    ADD COLUMN "stripeSubscriptionId" text UNIQUE,
    DROP CONSTRAINT payments_purpose_check,
    ADD CONSTRAINT payments_purpose_check CHECK ("purpose" IN ('booking', 'pickup', 'subscription'))`,
  `CREATE UNIQUE INDEX payments_one_open_subscription ON payments ("customerId")
    WHERE "purpose" = 'subscription' AND "status" IN ('creating', 'open')`,
  `DROP INDEX payments_paid_unbooked`,
  `CREATE INDEX payments_paid_unbooked ON payments ("customerId", "amount", "createdAt")
    WHERE "status" = 'succeeded' AND "pickupId" IS NULL AND "subscriptionId" IS NULL`,
];

const simulated = [
  `CREATE TABLE simulated_subscriptions (
    "id" text PRIMARY KEY,
    "idempotencyKey" text NOT NULL UNIQUE,
    "packageType" text NOT NULL,
    "priceCents" integer NOT NULL,
    "status" text NOT NULL CHECK ("status" IN ('incomplete', 'active', 'paused', 'canceled')),
    "firstIntentId" text NOT NULL UNIQUE REFERENCES simulated_payment_intents ("id"),
    "createdAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
];

// Both columns hold hashes of emailed tokens.
const accounts = [
  `CREATE UNIQUE INDEX users_password_reset ON users ("passwordResetToken") WHERE "passwordResetToken" IS NOT NULL`,
  `CREATE UNIQUE INDEX users_email_verification ON users ("emailVerificationToken")
    WHERE "emailVerificationToken" IS NOT NULL`,
];
