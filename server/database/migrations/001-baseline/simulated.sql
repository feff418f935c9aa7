-- The simulated provider's records (test mode). Stripe stores these in live mode.
CREATE TABLE simulated_payment_intents (
  "id" text PRIMARY KEY,
  "clientSecret" text NOT NULL,
  "idempotencyKey" text NOT NULL UNIQUE,
  "amountCents" integer NOT NULL,
  "status" text NOT NULL CHECK (status IN ('requires_payment_method', 'succeeded', 'canceled')),
  "refundedCents" integer NOT NULL DEFAULT 0,
  "paymentMethodId" text,
  "lastErrorCode" text,
  "lastDeclineCode" text,
  "lastErrorMessage" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "customerId" text,
  "paidAt" timestamptz(3)
);

CREATE INDEX simulated_payment_intents_paid ON simulated_payment_intents ("paidAt", id) WHERE "paidAt" IS NOT NULL;

CREATE TABLE simulated_refunds (
  "id" text PRIMARY KEY,
  "intentId" text NOT NULL REFERENCES simulated_payment_intents ("id"),
  "idempotencyKey" text NOT NULL UNIQUE,
  "amountCents" integer NOT NULL CHECK ("amountCents" > 0),
  "createdAt" timestamptz(3) NOT NULL
);

CREATE INDEX simulated_refunds_intent ON simulated_refunds ("intentId");
CREATE INDEX simulated_refunds_newest ON simulated_refunds ("createdAt", id);

CREATE TABLE simulated_card_setups (
  "id" text PRIMARY KEY,
  "clientSecret" text NOT NULL,
  "customerId" text NOT NULL,
  "paymentMethodId" text,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE TABLE simulated_subscriptions (
  "id" text PRIMARY KEY,
  "idempotencyKey" text NOT NULL UNIQUE,
  "packageType" text NOT NULL,
  "priceCents" integer NOT NULL,
  "status" text NOT NULL CHECK (status IN ('incomplete', 'active', 'past_due', 'paused', 'canceled')),
  "firstIntentId" text UNIQUE REFERENCES simulated_payment_intents ("id"),
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "customerId" text,
  "root" text NOT NULL,
  "paymentMethodId" text,
  "periodEnd" timestamptz(3) NOT NULL,
  "endsAtPeriodEnd" boolean NOT NULL DEFAULT false
);

CREATE INDEX simulated_subscriptions_root ON simulated_subscriptions (root);

CREATE TABLE simulated_invoices (
  "id" text PRIMARY KEY,
  "subscriptionId" text NOT NULL REFERENCES simulated_subscriptions ("id"),
  "intentId" text UNIQUE REFERENCES simulated_payment_intents ("id"),
  "amountCents" integer NOT NULL,
  "status" text NOT NULL CHECK (status IN ('open', 'paid', 'void')),
  "isFirst" boolean NOT NULL,
  "periodStart" timestamptz(3) NOT NULL,
  "periodEnd" timestamptz(3) NOT NULL,
  "paidAt" timestamptz(3),
  "attempts" integer NOT NULL DEFAULT 0,
  "createdAt" timestamptz(3) NOT NULL,
  "totalCents" integer NOT NULL,
  UNIQUE ("subscriptionId", "periodStart")
);

CREATE TABLE simulated_credits (
  "id" text PRIMARY KEY,
  "customerId" text NOT NULL,
  "idempotencyKey" text UNIQUE,
  "amountCents" integer NOT NULL CHECK ("amountCents" <> 0),
  "invoiceId" text REFERENCES simulated_invoices ("id"),
  "position" serial,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE INDEX simulated_credits_customer ON simulated_credits ("customerId", "position");
CREATE INDEX simulated_credits_invoice ON simulated_credits ("invoiceId") WHERE "invoiceId" IS NOT NULL;
