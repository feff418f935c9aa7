import { type Kysely, sql } from 'kysely';

/**
 * What a customer changes in a plan: a hold, and a package that begins with the next billing month. The months and the credits of a
 * plan are books of their own: a month says how many visits it had when it began, and there is one credit a service day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE subscriptions
    ADD COLUMN IF NOT EXISTS "holdFrom" date,
    ADD COLUMN IF NOT EXISTS "pendingPackageType" text,
    ADD COLUMN IF NOT EXISTS "pendingPreferredDay" text,
    ADD COLUMN IF NOT EXISTS "pendingFrom" timestamptz(3)`,
  `ALTER TABLE subscriptions
    ADD CONSTRAINT subscriptions_pending_whole CHECK (("pendingPackageType" IS NULL) = ("pendingFrom" IS NULL))`,
  `CREATE TABLE IF NOT EXISTS plan_holds (
    "id" uuid PRIMARY KEY,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "fromDay" date NOT NULL,
    "untilDay" date NOT NULL,
    "actorId" uuid,
    "createdAt" timestamptz(3) NOT NULL,
    CHECK ("fromDay" <= "untilDay")
  )`,
  'CREATE INDEX IF NOT EXISTS plan_holds_of_plan ON plan_holds ("subscriptionId", "untilDay")',
  `CREATE TABLE IF NOT EXISTS plan_months (
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "startsAt" timestamptz(3) NOT NULL,
    "endsAt" timestamptz(3) NOT NULL,
    "price" numeric(10,2) NOT NULL,
    "visits" integer NOT NULL,
    PRIMARY KEY ("subscriptionId", "startsAt"),
    CHECK ("startsAt" < "endsAt")
  )`,
  `CREATE TABLE IF NOT EXISTS plan_credits (
    "id" uuid PRIMARY KEY,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "customerId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "serviceDay" date NOT NULL,
    "monthStartsAt" timestamptz(3) NOT NULL,
    "amount" numeric(10,2) NOT NULL CHECK ("amount" >= 0),
    "providerId" text,
    "createdAt" timestamptz(3) NOT NULL,
    UNIQUE ("subscriptionId", "serviceDay")
  )`,
  'CREATE INDEX IF NOT EXISTS plan_credits_of_customer ON plan_credits ("customerId", "createdAt" DESC)',
  `CREATE INDEX IF NOT EXISTS subscriptions_held ON subscriptions ("id") WHERE "holdFrom" IS NOT NULL`,
];
