CREATE TABLE subscriptions (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "stripeSubscriptionId" text NOT NULL UNIQUE,
  "status" text NOT NULL CHECK (status IN ('active', 'paused', 'cancelled')),
  "nextPickupDate" timestamptz(3),
  "packageType" text NOT NULL CHECK ("packageType" IN ('basic', 'clean-carry', 'heavy-duty', 'premium')),
  "frequency" text NOT NULL DEFAULT 'weekly',
  "preferredDay" text,
  "preferredTime" text,
  "pickupDays" text[] NOT NULL DEFAULT '{}',
  "bagCountLimit" integer NOT NULL DEFAULT 5,
  "pricePerMonth" numeric(10,2) NOT NULL,
  "includesFurniturePickup" boolean NOT NULL DEFAULT false,
  "includesBinWashing" boolean NOT NULL DEFAULT false,
  "includesLawnMowing" boolean NOT NULL DEFAULT false,
  "lawnMowingInterval" integer NOT NULL DEFAULT 30,
  "nextLawnMowingDate" timestamptz(3),
  "pausedUntil" timestamptz(3),
  "cancellationDate" timestamptz(3),
  "cancellationReason" text,
  "autoRenewal" boolean NOT NULL DEFAULT true,
  "address" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "specialInstructions" text,
  "currentPeriodEnd" timestamptz(3),
  "pastDueSince" timestamptz(3),
  "isPausedForPayment" boolean NOT NULL DEFAULT false,
  "holdFrom" date,
  "pendingPackageType" text,
  "pendingPreferredDay" text,
  "pendingFrom" timestamptz(3),
  "earlierDays" jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT "subscriptions_pending_whole" CHECK (("pendingPackageType" IS NULL) = ("pendingFrom" IS NULL))
);

CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions ("customerId") WHERE status IN ('active', 'paused');
CREATE INDEX subscriptions_newest ON subscriptions ("createdAt" DESC, id DESC);
CREATE INDEX subscriptions_status_newest ON subscriptions (status, "createdAt" DESC, id DESC);
CREATE INDEX subscriptions_customer ON subscriptions ("customerId", "createdAt" DESC);
CREATE INDEX subscriptions_revenue ON subscriptions (status) INCLUDE ("pricePerMonth");
CREATE INDEX subscriptions_package_newest ON subscriptions ("packageType", "createdAt" DESC, id DESC);
CREATE INDEX subscriptions_address_search ON subscriptions USING gin (lower(address) gin_trgm_ops);
CREATE INDEX subscriptions_period_end ON subscriptions ("currentPeriodEnd") WHERE status <> 'cancelled';
CREATE INDEX subscriptions_held ON subscriptions (id) WHERE "holdFrom" IS NOT NULL;
CREATE INDEX subscriptions_pending ON subscriptions (id) WHERE "pendingFrom" IS NOT NULL;

-- A preference is null if the customer states none; activation then uses the default.
CREATE TABLE subscription_orders (
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
);

CREATE TABLE plan_holds (
  "id" uuid PRIMARY KEY,
  "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
  "fromDay" date NOT NULL,
  "untilDay" date NOT NULL,
  "creditedUntil" date,
  "actorId" uuid,
  "createdAt" timestamptz(3) NOT NULL,
  CHECK ("fromDay" <= "untilDay")
);

CREATE INDEX plan_holds_of_plan ON plan_holds ("subscriptionId", "untilDay");

CREATE TABLE plan_months (
  "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
  "startsAt" timestamptz(3) NOT NULL,
  "endsAt" timestamptz(3) NOT NULL,
  "price" numeric(10,2) NOT NULL,
  "credit" numeric(10,2) NOT NULL DEFAULT 0,
  "visits" integer NOT NULL,
  PRIMARY KEY ("subscriptionId", "startsAt"),
  CHECK ("startsAt" < "endsAt")
);

CREATE TABLE plan_credits (
  "id" uuid PRIMARY KEY,
  "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
  "customerId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "serviceDay" date NOT NULL,
  "monthStartsAt" timestamptz(3),
  "amount" numeric(10,2) CHECK (amount >= 0),
  "providerId" text,
  "createdAt" timestamptz(3) NOT NULL,
  UNIQUE ("subscriptionId", "serviceDay"),
  CONSTRAINT "plan_credits_priced_with_month" CHECK ((amount IS NULL) = ("monthStartsAt" IS NULL))
);

CREATE INDEX plan_credits_of_customer ON plan_credits ("customerId", "createdAt" DESC);
CREATE INDEX plan_credits_not_applied ON plan_credits ("createdAt") WHERE "providerId" IS NULL;

CREATE TABLE plan_closings (
  "id" uuid PRIMARY KEY,
  "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
  "customerId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "taken" numeric(10,2),
  "owed" numeric(10,2) CHECK (owed >= 0),
  "providerId" text,
  "unused" numeric(10,2) CHECK (unused >= 0),
  "createdAt" timestamptz(3) NOT NULL,
  "closedAt" timestamptz(3)
);

CREATE INDEX plan_closings_of_plan ON plan_closings ("subscriptionId");
CREATE INDEX plan_closings_of_customer ON plan_closings ("customerId") WHERE "closedAt" IS NULL;
CREATE INDEX plan_closings_unused ON plan_closings ("closedAt" DESC) WHERE unused > 0;

CREATE TABLE plan_refunds (
  "id" uuid PRIMARY KEY,
  "causeId" uuid NOT NULL,
  "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
  "intentId" text NOT NULL,
  "amount" numeric(10,2) NOT NULL CHECK (amount > 0),
  "status" text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'sent', 'failed')),
  "createdAt" timestamptz(3) NOT NULL
);

CREATE INDEX plan_refunds_of_cause ON plan_refunds ("causeId");

-- A visit may be moved several times: the newest row of an occurrence counts. Undoing a move deletes its rows.
CREATE TABLE visit_moves (
  "id" uuid PRIMARY KEY,
  "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
  "occurrenceDate" date NOT NULL,
  "toDay" date NOT NULL,
  "reason" text,
  "actorId" uuid NOT NULL,
  "actionId" uuid NOT NULL,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE INDEX visit_moves_of_plan ON visit_moves ("subscriptionId", "occurrenceDate", "createdAt" DESC);
CREATE INDEX visit_moves_by_day ON visit_moves ("toDay");
CREATE INDEX visit_moves_of_action ON visit_moves ("actionId");
