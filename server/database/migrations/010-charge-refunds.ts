import { type Kysely, sql } from 'kysely';

/**
 * Creates the table of all refunds, and `adopt_refunds()`, which moves refunds over that were written to `refunds`,
 * `plan_refunds` or only to a payment's status. A server of the previous release goes on writing there, so the
 * function is also called later, and moves each refund once: under the idempotency key that it always had.
 *
 * A refused part of a plan's refund isn't moved: its sum is already listed as unused credit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE charge_refunds (
      "id" uuid PRIMARY KEY,
      "key" text NOT NULL UNIQUE,
      "intentId" text NOT NULL,
      "customerId" uuid NOT NULL REFERENCES users ("id"),
      "pickupId" uuid,
      "subscriptionId" uuid,
      "why" text NOT NULL CHECK ("why" IN ('asked', 'cancelled', 'unused', 'late-month', 'plan-end')),
      "causeId" uuid,
      "amount" numeric(10,2) NOT NULL CHECK ("amount" > 0),
      "reason" text,
      "requestedBy" uuid,
      "status" text NOT NULL DEFAULT 'asked' CHECK ("status" IN ('asked', 'sent', 'done', 'refused')),
      "tries" integer NOT NULL DEFAULT 0,
      "nextTryAt" timestamptz(3),
      "refusal" text,
      "refusedAt" timestamptz(3),
      "settledAs" text,
      "providerRefundId" text UNIQUE,
      "createdAt" timestamptz(3) NOT NULL,
      "updatedAt" timestamptz(3) NOT NULL,
      CHECK (("status" = 'refused') <= ("refusal" IS NOT NULL AND "refusedAt" IS NOT NULL)),
      UNIQUE ("causeId", "intentId")
    )`.execute(db);
  await sql`CREATE INDEX charge_refunds_of_intent ON charge_refunds ("intentId", "createdAt")`.execute(db);
  await sql`CREATE INDEX charge_refunds_due ON charge_refunds ("nextTryAt") WHERE "status" IN ('asked', 'refused')`.execute(
    db,
  );
  await sql`CREATE INDEX charge_refunds_refused ON charge_refunds ("customerId")
    WHERE "status" IN ('asked', 'refused') AND "refusedAt" IS NOT NULL`.execute(db);
  await sql`CREATE INDEX charge_refunds_of_pickup ON charge_refunds ("pickupId") WHERE "pickupId" IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX charge_refunds_of_plan ON charge_refunds ("subscriptionId")
    WHERE "subscriptionId" IS NOT NULL`.execute(db);
  await sql`
    CREATE FUNCTION adopt_refunds() RETURNS void LANGUAGE sql AS $$
      INSERT INTO charge_refunds ("id", "key", "intentId", "customerId", "pickupId", "why", "amount", "reason",
        "requestedBy", "status", "nextTryAt", "refusal", "refusedAt", "settledAs", "providerRefundId", "createdAt", "updatedAt")
      SELECT old."id", 'refund:' || old."id", payments."stripePaymentIntentId", payments."customerId", old."pickupId", 'asked',
        old."amount", old."reason", old."requestedBy",
        CASE WHEN old."status" = 'requested' THEN 'asked' WHEN old."status" = 'sent' OR "isOver" THEN 'done' ELSE 'refused' END,
        CASE WHEN old."status" = 'requested' OR (old."status" = 'failed' AND NOT "isOver") THEN now() END,
        CASE WHEN old."status" = 'failed' THEN 'The refund was refused or came back.' END,
        CASE WHEN old."status" = 'failed' THEN old."updatedAt" END,
        CASE WHEN old."status" = 'failed' AND "isOver" THEN coalesce(dismissals."word", 'Refunded again') END,
        old."providerRefundId", old."createdAt", old."updatedAt"
      FROM refunds AS old
        JOIN payments ON payments."id" = old."paymentId"
        LEFT JOIN attention_dismissals AS dismissals ON dismissals."kind" = 'refund-failed' AND dismissals."subject" = old."id"::text
        CROSS JOIN LATERAL (SELECT payments."status" = 'refunded' OR dismissals."word" IS NOT NULL OR EXISTS (
          SELECT FROM refunds AS newer WHERE newer."paymentId" = old."paymentId" AND newer."status" <> 'failed'
            AND newer."createdAt" > old."createdAt") AS "isOver") AS facts
      WHERE payments."stripePaymentIntentId" IS NOT NULL
      ON CONFLICT DO NOTHING;

      INSERT INTO charge_refunds ("id", "key", "intentId", "customerId", "subscriptionId", "why", "causeId", "amount", "status",
        "nextTryAt", "createdAt", "updatedAt")
      SELECT old."id", 'plan-refund:' || old."id", old."intentId", subscriptions."customerId", old."subscriptionId", 'plan-end',
        old."causeId", old."amount", CASE old."status" WHEN 'requested' THEN 'asked' ELSE 'done' END,
        CASE old."status" WHEN 'requested' THEN now() END, old."createdAt", old."createdAt"
      FROM plan_refunds AS old JOIN subscriptions ON subscriptions."id" = old."subscriptionId"
      WHERE old."status" <> 'failed'
      ON CONFLICT DO NOTHING;

      -- The rest of a payment that is refunded as a whole had no row.
      INSERT INTO charge_refunds ("id", "key", "intentId", "customerId", "pickupId", "subscriptionId", "why", "amount",
        "status", "nextTryAt", "refusal", "refusedAt", "createdAt", "updatedAt")
      SELECT gen_random_uuid(), 'refund:' || payments."id", payments."stripePaymentIntentId", payments."customerId",
        payments."pickupId", payments."subscriptionId", CASE WHEN payments."pickupId" IS NULL THEN 'unused' ELSE 'cancelled' END,
        "rest", CASE WHEN payments."failureReason" IS NULL THEN 'asked' ELSE 'refused' END, now(), payments."failureReason",
        CASE WHEN payments."failureReason" IS NOT NULL THEN payments."updatedAt" END, payments."updatedAt", payments."updatedAt"
      FROM payments CROSS JOIN LATERAL (
        SELECT payments."amount"
          - (SELECT coalesce(sum("refundAmount"), 0) FROM payment_history
              WHERE "stripePaymentIntentId" = payments."stripePaymentIntentId" AND "status" = 'refunded')
          - (SELECT coalesce(sum("amount"), 0) FROM charge_refunds
              WHERE "intentId" = payments."stripePaymentIntentId" 
                AND ("status" IN ('asked', 'refused') OR "settledAs" IS NOT NULL)) AS "rest") AS facts
      WHERE payments."status" = 'refund_pending' AND "rest" > 0 AND payments."stripePaymentIntentId" IS NOT NULL
      ON CONFLICT DO NOTHING;
    $$`.execute(db);
  await sql`SELECT adopt_refunds()`.execute(db);
}
