import { type Kysely, sql } from 'kysely';

/**
 * All entities (DATA-1 to DATA-9), with field names as column names, and the payment tables. A unique index enforces
 * each "exactly once". Instants have milliseconds, like JavaScript's, so that a list's cursor matches a row exactly.
 * Only SQL of PostgreSQL 15, which production may run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [extensions, ...accounts, ...subscriptions, ...pickups, ...payments, ...rest]) {
    await sql.raw(statement).execute(db);
  }
}

const extensions = `CREATE EXTENSION IF NOT EXISTS pg_trgm`;

const accounts = [
  `CREATE TABLE users (
    "id" uuid PRIMARY KEY,
    "username" text NOT NULL,
    "email" text NOT NULL,
    "password" text NOT NULL DEFAULT '',
    "passwordHash" text,
    "role" text NOT NULL DEFAULT 'customer' CHECK ("role" IN ('customer', 'driver', 'admin')),
    "phone" text,
    "address" text,
    "stripeCustomerId" text,
    "stripeSubscriptionId" text,
    "firstName" text,
    "lastName" text,
    "profileImageUrl" text,
    "isActive" boolean NOT NULL DEFAULT true,
    "lastLoginAt" timestamptz(3),
    "emailVerified" boolean NOT NULL DEFAULT false,
    "emailVerificationToken" text,
    "passwordResetToken" text,
    "passwordResetExpires" timestamptz(3),
    "failedLoginAttempts" integer NOT NULL DEFAULT 0,
    "lockedUntil" timestamptz(3),
    "twoFactorSecret" text,
    "twoFactorEnabled" boolean NOT NULL DEFAULT false,
    "loginHistory" jsonb NOT NULL DEFAULT '[]',
    "isDemo" boolean NOT NULL DEFAULT false,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX users_username_unique ON users (lower("username"))`,
  `CREATE UNIQUE INDEX users_email_unique ON users (lower("email"))`,
  `CREATE INDEX users_demo ON users ("id") WHERE "isDemo"`,
  `CREATE INDEX users_newest ON users ("createdAt" DESC, "id" DESC)`,
  `CREATE INDEX users_role_newest ON users ("role", "createdAt" DESC, "id" DESC)`,
  `CREATE INDEX users_search ON users USING gin (
    (lower("username" || ' ' || "email" || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", ''))) gin_trgm_ops
  )`,
  `CREATE INDEX users_username_search ON users USING gin (lower("username") gin_trgm_ops)`,

  `CREATE TABLE sessions (
    "sid" text PRIMARY KEY,
    "sess" jsonb NOT NULL,
    "expire" timestamptz(3) NOT NULL,
    "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE
  )`,
  `CREATE INDEX sessions_expire ON sessions ("expire")`,
  `CREATE INDEX sessions_user ON sessions ("userId")`,

  // Losing rate-limit counters in a crash only forgives a few attempts; unlogged tables save a disk sync per attempt.
  `CREATE UNLOGGED TABLE rate_limits (
    "key" text NOT NULL,
    "windowStart" timestamptz(3) NOT NULL,
    "count" integer NOT NULL,
    PRIMARY KEY ("key", "windowStart")
  )`,
];

const subscriptions = [
  `CREATE TABLE subscriptions (
    "id" uuid PRIMARY KEY,
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "stripeSubscriptionId" text NOT NULL UNIQUE,
    "status" text NOT NULL CHECK ("status" IN ('active', 'paused', 'cancelled')),
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
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions ("customerId") WHERE "status" IN ('active', 'paused')`,
  `CREATE INDEX subscriptions_newest ON subscriptions ("createdAt" DESC, "id" DESC)`,
  `CREATE INDEX subscriptions_status_newest ON subscriptions ("status", "createdAt" DESC, "id" DESC)`,
  `CREATE INDEX subscriptions_customer ON subscriptions ("customerId", "createdAt" DESC)`,
];

const pickups = [
  `CREATE TABLE routes (
    "id" uuid PRIMARY KEY,
    "driverId" uuid NOT NULL REFERENCES users ("id"),
    "date" date NOT NULL,
    "pickupIds" text[] NOT NULL DEFAULT '{}',
    "optimizedOrder" jsonb,
    "totalDistance" numeric(10,2),
    "estimatedTime" integer,
    "googleMapsUrl" text,
    "startLocation" text,
    "endLocation" text,
    "routeInstructions" jsonb,
    "status" text NOT NULL DEFAULT 'pending',
    "startedAt" timestamptz(3),
    "completedAt" timestamptz(3),
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX routes_driver_day ON routes ("driverId", "date")`,
  `CREATE INDEX routes_date ON routes ("date" DESC, "id" DESC)`,

  `CREATE TABLE bookings (
    "id" uuid PRIMARY KEY,
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "draftKey" uuid NOT NULL,
    "address" text NOT NULL,
    "bagCount" integer NOT NULL,
    "amount" numeric(10,2) NOT NULL,
    "serviceType" text NOT NULL,
    "scheduledDate" timestamptz(3) NOT NULL,
    "specialInstructions" text,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
    UNIQUE ("customerId", "draftKey")
  )`,

  // scheduledDay is the New York date of scheduledDate, computed by the database so that no query can forget the time
  // zone.
  `CREATE TABLE pickups (
    "id" uuid PRIMARY KEY,
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "driverId" uuid REFERENCES users ("id"),
    "address" text NOT NULL,
    "fullAddress" text,
    "coordinates" text,
    "bagCount" integer NOT NULL,
    "amount" numeric(10,2) NOT NULL,
    "serviceType" text NOT NULL CHECK ("serviceType" IN ('one-time', 'subscription', 'same-day', 'next-day')),
    "status" text NOT NULL DEFAULT 'pending'
      CHECK ("status" IN ('pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled')),
    "requestedDate" timestamptz(3),
    "scheduledDate" timestamptz(3),
    "completedAt" timestamptz(3),
    "specialInstructions" text,
    "routeId" uuid REFERENCES routes ("id") ON DELETE SET NULL,
    "routeOrder" integer,
    "estimatedArrival" timestamptz(3),
    "pickupWindow" text,
    "priority" text NOT NULL DEFAULT 'normal',
    "estimatedDuration" integer,
    "actualDuration" integer,
    "customerRating" integer,
    "driverNotes" text,
    "beforePhotoUrl" text,
    "afterPhotoUrl" text,
    "cancellationReason" text,
    "paymentStatus" text NOT NULL DEFAULT 'pending',
    "stripePaymentIntentId" text UNIQUE,
    "subscriptionId" uuid REFERENCES subscriptions ("id"),
    "occurrenceDate" date,
    "bookingId" uuid UNIQUE REFERENCES bookings ("id"),
    "scheduledDay" date GENERATED ALWAYS AS (("scheduledDate" AT TIME ZONE 'America/New_York')::date) STORED,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
    CHECK ("status" <> 'assigned' OR "driverId" IS NOT NULL)
  )`,
  `CREATE UNIQUE INDEX pickups_one_per_occurrence ON pickups ("subscriptionId", "occurrenceDate")
    WHERE "status" <> 'cancelled'`,
  `CREATE INDEX pickups_customer ON pickups ("customerId", "scheduledDate" DESC, "id" DESC) INCLUDE ("status")`,
  `CREATE INDEX pickups_driver_day ON pickups ("driverId", "scheduledDay") WHERE "driverId" IS NOT NULL`,
  `CREATE INDEX pickups_driver_newest ON pickups ("driverId", "scheduledDate" DESC, "id" DESC) INCLUDE ("status")
    WHERE "driverId" IS NOT NULL`,
  `CREATE INDEX pickups_driver_open ON pickups ("driverId", "scheduledDay") WHERE "status" = 'assigned'`,
  `CREATE INDEX pickups_newest ON pickups ("createdAt" DESC, "id" DESC)`,
  `CREATE INDEX pickups_status_newest ON pickups ("status", "createdAt" DESC, "id" DESC)`,
  `CREATE INDEX pickups_requests_newest ON pickups ("createdAt" DESC, "id" DESC) INCLUDE ("status")
    WHERE "serviceType" <> 'subscription'`,
  `CREATE INDEX pickups_type_newest ON pickups ("serviceType", "createdAt" DESC, "id" DESC) INCLUDE ("status")`,
  `CREATE INDEX pickups_type_open ON pickups ("serviceType", "createdAt" DESC, "id" DESC)
    WHERE "status" IN ('pending', 'assigned', 'issue', 'incomplete')`,
  `CREATE INDEX pickups_requests_status_newest ON pickups ("status", "createdAt" DESC, "id" DESC)
    WHERE "serviceType" <> 'subscription'`,
  `CREATE INDEX pickups_scheduled_newest ON pickups ("scheduledDate" DESC, "id" DESC)`,
  `CREATE INDEX pickups_open_day ON pickups ("scheduledDay", "status") WHERE "status" IN ('pending', 'assigned')`,
  `CREATE INDEX pickups_subscription ON pickups ("subscriptionId", "scheduledDate") WHERE "subscriptionId" IS NOT NULL`,
  `CREATE INDEX pickups_address_search ON pickups USING gin (lower("address") gin_trgm_ops)`,

  // An Idempotency-Key of POST /api/pickups and the pickup that it created.
  `CREATE TABLE idempotency_keys (
    "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "key" text NOT NULL,
    "requestHash" text NOT NULL,
    "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY ("userId", "key")
  )`,
  `CREATE INDEX idempotency_keys_age ON idempotency_keys ("createdAt")`,
];

const payments = [
  `CREATE TABLE payments (
    "id" uuid PRIMARY KEY,
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "purpose" text NOT NULL CHECK ("purpose" IN ('booking', 'pickup')),
    "bookingId" uuid REFERENCES bookings ("id"),
    "pickupId" uuid REFERENCES pickups ("id"),
    "attempt" integer NOT NULL DEFAULT 1,
    "stripePaymentIntentId" text UNIQUE,
    "amount" numeric(10,2) NOT NULL,
    "status" text NOT NULL
      CHECK ("status" IN ('creating', 'open', 'succeeded', 'refund_pending', 'refunded', 'canceled')),
    "failureReason" text,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
    UNIQUE ("bookingId", "attempt")
  )`,
  `CREATE UNIQUE INDEX payments_one_live_per_booking ON payments ("bookingId")
    WHERE "status" IN ('creating', 'open', 'succeeded')`,
  `CREATE UNIQUE INDEX payments_one_live_per_pickup ON payments ("pickupId")
    WHERE "status" IN ('creating', 'open', 'succeeded')`,
  `CREATE INDEX payments_unfinished ON payments ("updatedAt")
    WHERE "status" IN ('creating', 'open', 'refund_pending')`,
  `CREATE INDEX payments_paid_unbooked ON payments ("customerId", "amount", "createdAt")
    WHERE "status" = 'succeeded' AND "pickupId" IS NULL`,

  `CREATE TABLE payment_history (
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
    "createdAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX payment_history_one_charge ON payment_history ("stripePaymentIntentId")
    WHERE "status" = 'succeeded'`,
  `CREATE UNIQUE INDEX payment_history_one_refund ON payment_history ("stripePaymentIntentId")
    WHERE "status" = 'refunded'`,
  `CREATE INDEX payment_history_customer ON payment_history ("customerId", "createdAt" DESC, "id" DESC)`,

  // The simulated provider's records (test mode). Stripe stores these in live mode.
  `CREATE TABLE simulated_payment_intents (
    "id" text PRIMARY KEY,
    "clientSecret" text NOT NULL,
    "idempotencyKey" text NOT NULL UNIQUE,
    "amountCents" integer NOT NULL,
    "status" text NOT NULL CHECK ("status" IN ('requires_payment_method', 'succeeded', 'canceled')),
    "refundedCents" integer NOT NULL DEFAULT 0,
    "paymentMethodId" text,
    "lastErrorCode" text,
    "lastDeclineCode" text,
    "lastErrorMessage" text,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
];

const rest = [
  `CREATE TABLE service_areas (
    "id" uuid PRIMARY KEY,
    "name" text NOT NULL,
    "zipCodes" text[] NOT NULL DEFAULT '{}',
    "isActive" boolean NOT NULL DEFAULT true,
    "baseFee" numeric(10,2),
    "createdAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE notifications (
    "id" uuid PRIMARY KEY,
    "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "title" text NOT NULL,
    "message" text NOT NULL,
    "type" text NOT NULL,
    "isRead" boolean NOT NULL DEFAULT false,
    "actionUrl" text,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX notifications_user_newest ON notifications ("userId", "createdAt" DESC, "id" DESC)`,
  `CREATE INDEX notifications_unread ON notifications ("userId") WHERE NOT "isRead"`,
  `CREATE TABLE driver_metrics (
    "id" uuid PRIMARY KEY,
    "driverId" uuid NOT NULL REFERENCES users ("id"),
    "date" date NOT NULL,
    "totalPickups" integer NOT NULL DEFAULT 0,
    "completedPickups" integer NOT NULL DEFAULT 0,
    "totalDistance" numeric(10,2),
    "totalEarnings" numeric(10,2),
    "averageRating" numeric(3,2),
    "hoursWorked" numeric(5,2),
    "createdAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX driver_metrics_driver_day ON driver_metrics ("driverId", "date")`,
];
