import { type Kysely, sql } from 'kysely';

/**
 * What a customer changes in a plan: a hold, a package that begins with the next billing month, and its end. A plan's
 * months and credits have their own tables: a month has the number of visits that it had when it began, and a service
 * day has at most one credit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...changesOfPlans, ...endsOfPlans, ...credits, ...closings]) {
    await sql.raw(statement).execute(db);
  }
}

const changesOfPlans = [
  `ALTER TABLE subscriptions
    ADD COLUMN "holdFrom" date,
    ADD COLUMN "pendingPackageType" text,
    ADD COLUMN "pendingPreferredDay" text,
    ADD COLUMN "pendingFrom" timestamptz(3),
    ADD CONSTRAINT subscriptions_pending_whole CHECK (("pendingPackageType" IS NULL) = ("pendingFrom" IS NULL))`,
  `CREATE TABLE plan_holds (
    "id" uuid PRIMARY KEY,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "fromDay" date NOT NULL,
    "untilDay" date NOT NULL,
    "creditedUntil" date,
    "actorId" uuid,
    "createdAt" timestamptz(3) NOT NULL,
    CHECK ("fromDay" <= "untilDay")
  )`,
  'CREATE INDEX plan_holds_of_plan ON plan_holds ("subscriptionId", "untilDay")',
  'CREATE INDEX subscriptions_held ON subscriptions ("id") WHERE "holdFrom" IS NOT NULL',
  'CREATE INDEX subscriptions_pending ON subscriptions ("id") WHERE "pendingFrom" IS NOT NULL',
];

/**
 * A live plan with a cancellation date ends then, and a cancelled plan that is paid beyond its end still runs at the provider.
 * Neither was so before: live plans had no such date, and cancelled ones ended at the provider immediately.
 */
const endsOfPlans = [
  `UPDATE subscriptions SET "cancellationDate" = NULL, "autoRenewal" = true
    WHERE "status" <> 'cancelled' AND ("cancellationDate" IS NOT NULL OR NOT "autoRenewal")`,
  `UPDATE subscriptions SET "currentPeriodEnd" = coalesce("cancellationDate", "updatedAt")
    WHERE "status" = 'cancelled' AND "currentPeriodEnd" > coalesce("cancellationDate", "updatedAt")`,
];

/**
 * A held visit gets its row when its cut-off passes. If its month isn't invoiced yet, the amount is set with the
 * invoice.
 */
const credits = [
  `CREATE TABLE plan_months (
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "startsAt" timestamptz(3) NOT NULL,
    "endsAt" timestamptz(3) NOT NULL,
    "price" numeric(10,2) NOT NULL,
    "credit" numeric(10,2) NOT NULL DEFAULT 0,
    "visits" integer NOT NULL,
    PRIMARY KEY ("subscriptionId", "startsAt"),
    CHECK ("startsAt" < "endsAt")
  )`,
  `CREATE TABLE plan_credits (
    "id" uuid PRIMARY KEY,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "customerId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "serviceDay" date NOT NULL,
    "monthStartsAt" timestamptz(3),
    "amount" numeric(10,2) CHECK ("amount" >= 0),
    "providerId" text,
    "createdAt" timestamptz(3) NOT NULL,
    UNIQUE ("subscriptionId", "serviceDay"),
    CONSTRAINT plan_credits_priced_with_month CHECK (("amount" IS NULL) = ("monthStartsAt" IS NULL))
  )`,
  'CREATE INDEX plan_credits_of_customer ON plan_credits ("customerId", "createdAt" DESC)',
  'CREATE INDEX plan_credits_not_applied ON plan_credits ("createdAt") WHERE "providerId" IS NULL',
  'ALTER TABLE payment_history ADD COLUMN "credit" numeric(10,2) NOT NULL DEFAULT 0',
  `CREATE INDEX payment_history_plan_charges ON payment_history ("subscriptionId")
    WHERE "status" = 'succeeded' AND "subscriptionId" IS NOT NULL`,
];

/** The credit that remains when a plan ends, and the refunds that return it to the cards that paid for the plan. */
const closings = [
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
