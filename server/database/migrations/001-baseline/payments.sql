CREATE TABLE payments (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "purpose" text NOT NULL CHECK (purpose IN ('booking', 'pickup', 'subscription')),
  "bookingId" uuid REFERENCES bookings ("id"),
  "pickupId" uuid REFERENCES pickups ("id"),
  "attempt" integer NOT NULL DEFAULT 1,
  "stripePaymentIntentId" text UNIQUE,
  "amount" numeric(10,2) NOT NULL,
  "status" text NOT NULL
    CHECK (status IN ('creating', 'open', 'succeeded', 'refund_pending', 'refunded', 'canceled')),
  "failureReason" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "subscriptionOrderId" uuid UNIQUE REFERENCES subscription_orders ("id"),
  "subscriptionId" uuid REFERENCES subscriptions ("id"),
  "stripeSubscriptionId" text UNIQUE,
  "usedAt" timestamptz(3),
  UNIQUE ("bookingId", attempt)
);

CREATE UNIQUE INDEX payments_one_live_per_booking ON payments ("bookingId")
  WHERE status IN ('creating', 'open', 'succeeded');
CREATE UNIQUE INDEX payments_one_live_per_pickup ON payments ("pickupId")
  WHERE status IN ('creating', 'open', 'succeeded');
CREATE INDEX payments_unfinished ON payments ("updatedAt") WHERE status IN ('creating', 'open', 'refund_pending');
CREATE UNIQUE INDEX payments_one_open_subscription ON payments ("customerId")
  WHERE purpose = 'subscription' AND status IN ('creating', 'open');
CREATE INDEX payments_paid_unbooked ON payments ("customerId", amount, "createdAt")
  WHERE status = 'succeeded' AND "pickupId" IS NULL AND "subscriptionId" IS NULL;
CREATE INDEX payments_open_of_customer ON payments ("customerId") WHERE status IN ('creating', 'open');

-- Refunds of a pickup's payment that a dispatcher requested.
CREATE TABLE refunds (
  "id" uuid PRIMARY KEY,
  "paymentId" uuid NOT NULL REFERENCES payments ("id"),
  "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
  "amount" numeric(10,2) NOT NULL CHECK (amount > 0),
  "reason" text NOT NULL,
  "requestedBy" uuid NOT NULL REFERENCES users ("id"),
  "status" text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'sent', 'failed')),
  "providerRefundId" text UNIQUE,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX refunds_payment ON refunds ("paymentId", "createdAt");
CREATE INDEX refunds_requested ON refunds ("updatedAt") WHERE status = 'requested';
CREATE INDEX refunds_failed ON refunds ("updatedAt" DESC) WHERE status = 'failed';

-- The ledger. A renewal's rows are identified by its invoice, a refund's by the provider's refund.
CREATE TABLE payment_history (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "pickupId" uuid REFERENCES pickups ("id"),
  "subscriptionId" uuid REFERENCES subscriptions ("id"),
  "stripePaymentIntentId" text,
  "amount" numeric(10,2) NOT NULL,
  "status" text NOT NULL,
  "paymentMethod" text,
  "failureReason" text,
  "refundAmount" numeric(10,2),
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "invoiceId" text,
  "attempt" integer,
  "providerRefundId" text,
  "card" text,
  "disputedAt" timestamptz(3),
  "movedAt" timestamptz(3),
  "packageType" text,
  "credit" numeric(10,2) NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX payment_history_one_charge ON payment_history ("stripePaymentIntentId")
  WHERE status = 'succeeded';
CREATE INDEX payment_history_customer ON payment_history ("customerId", "createdAt" DESC, id DESC);
CREATE UNIQUE INDEX payment_history_one_refund ON payment_history ("providerRefundId")
  WHERE "providerRefundId" IS NOT NULL;
CREATE UNIQUE INDEX payment_history_one_failure ON payment_history ("invoiceId", attempt) WHERE status = 'failed';
CREATE INDEX payment_history_intent ON payment_history ("stripePaymentIntentId")
  WHERE "stripePaymentIntentId" IS NOT NULL;
-- A month may be paid without an intent, outside the provider. Its invoice shows that it is recorded.
CREATE UNIQUE INDEX payment_history_one_month ON payment_history ("invoiceId")
  WHERE status = 'succeeded' AND "invoiceId" IS NOT NULL;
CREATE INDEX payment_history_disputed ON payment_history ("disputedAt" DESC) WHERE "disputedAt" IS NOT NULL;
CREATE INDEX payment_history_refund_failed ON payment_history ("createdAt" DESC) WHERE status = 'refund_failed';
CREATE INDEX payment_history_plan_charges ON payment_history ("subscriptionId")
  WHERE status = 'succeeded' AND "subscriptionId" IS NOT NULL;
CREATE INDEX payment_history_moved ON payment_history (COALESCE("movedAt", "createdAt"), id);

-- Events received from the provider. "handledAt" stays null until handling succeeded.
CREATE TABLE provider_events (
  "id" text PRIMARY KEY,
  "type" text NOT NULL,
  "intentId" text,
  "subscriptionId" text,
  "disputeId" text,
  "createdAt" timestamptz(3) NOT NULL,
  "receivedAt" timestamptz(3) NOT NULL,
  "handledAt" timestamptz(3),
  "attempts" integer NOT NULL DEFAULT 0,
  "lastError" text,
  "triedAt" timestamptz(3),
  "setAsideAt" timestamptz(3)
);

CREATE INDEX provider_events_unhandled ON provider_events ("receivedAt") WHERE "handledAt" IS NULL;
CREATE INDEX provider_events_set_aside ON provider_events ("setAsideAt") WHERE "setAsideAt" IS NOT NULL;
