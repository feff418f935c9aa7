-- No foreign key to the subject: the trail outlives it.
CREATE TABLE audit_log (
  "id" uuid PRIMARY KEY,
  "at" timestamptz(3) NOT NULL,
  "actorId" uuid REFERENCES users ("id"),
  "action" text NOT NULL,
  "subject" text NOT NULL,
  "subjectId" uuid NOT NULL,
  "details" jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX audit_log_subject ON audit_log (subject, "subjectId", at DESC, id DESC);
-- Exactly the condition of the sweep (server/audit/store.ts).
CREATE INDEX audit_log_short_lived ON audit_log (at) WHERE action IN ('signed_in', 'sign_in_failed', 'viewed');

-- A dismissal is for one state of an item: in another state the item is back.
CREATE TABLE attention_dismissals (
  "kind" text NOT NULL,
  "subject" text NOT NULL,
  "state" text NOT NULL,
  "word" text NOT NULL,
  "dismissedBy" uuid NOT NULL REFERENCES users ("id"),
  "dismissedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, subject, state)
);

CREATE TABLE owner_settings (
  "id" uuid PRIMARY KEY,
  "values" jsonb NOT NULL,
  "version" integer NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL
);

-- The server makes each secret when it needs it first.
CREATE TABLE server_secrets (
  "name" text PRIMARY KEY,
  "value" text NOT NULL
);

CREATE TABLE service_areas (
  "id" uuid PRIMARY KEY,
  "name" text NOT NULL,
  "zipCodes" text[] NOT NULL DEFAULT '{}',
  "isActive" boolean NOT NULL DEFAULT true,
  "baseFee" numeric(10,2),
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "version" integer NOT NULL DEFAULT 1
);

CREATE TABLE waiting_list (
  "id" uuid PRIMARY KEY,
  "zip" text NOT NULL,
  "email" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  "claimedAt" timestamptz(3)
);

CREATE UNIQUE INDEX waiting_list_once ON waiting_list (zip, email);
CREATE INDEX waiting_list_of_email ON waiting_list (email);

-- Geocoder results by normalized address, looked up once for every pickup there.
CREATE TABLE places (
  "addressKey" text PRIMARY KEY,
  "address" text NOT NULL,
  "latitude" double precision,
  "longitude" double precision,
  "source" text CHECK (source IN ('google', 'census', 'zip', 'lookup', 'sample')),
  "precision" text CHECK ("precision" IN ('address', 'street', 'area')),
  "zipCode" text,
  "attempts" integer NOT NULL DEFAULT 0,
  "lastError" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "fullAddress" text
);

CREATE INDEX places_address ON places (address);

-- Losing rate-limit counters in a crash only forgives a few attempts; unlogged tables save a disk sync per attempt.
CREATE UNLOGGED TABLE rate_limits (
  "key" text NOT NULL,
  "windowStart" timestamptz(3) NOT NULL,
  "count" integer NOT NULL,
  PRIMARY KEY (key, "windowStart")
);

CREATE TABLE import_batches (
  "id" uuid PRIMARY KEY,
  "fileName" text NOT NULL,
  "state" text NOT NULL DEFAULT 'uploaded'
    CHECK (state IN ('uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone')),
  "revision" integer NOT NULL DEFAULT 0,
  "hasHeader" boolean NOT NULL,
  "firstNumber" integer NOT NULL,
  "records" integer NOT NULL,
  "fields" jsonb NOT NULL,
  "createdBy" uuid NOT NULL REFERENCES users ("id"),
  "createdAt" timestamptz(3) NOT NULL,
  "startedBy" uuid REFERENCES users ("id"),
  "finishedAt" timestamptz(3),
  "emptiedAt" timestamptz(3)
);

CREATE INDEX import_batches_newest ON import_batches ("createdAt" DESC, id DESC);

-- No foreign key to the customer: the row keeps the id even after the customer is deleted.
CREATE TABLE import_rows (
  "batchId" uuid NOT NULL REFERENCES import_batches ("id") ON DELETE CASCADE,
  "number" integer NOT NULL,
  "cells" jsonb NOT NULL,
  "revision" integer NOT NULL DEFAULT 0,
  "verdict" text CHECK (verdict IN ('new', 'plan', 'duplicate', 'error')),
  "problems" jsonb NOT NULL DEFAULT '[]',
  "remarks" jsonb NOT NULL DEFAULT '[]',
  "hasPlan" boolean NOT NULL DEFAULT false,
  "rowKey" text,
  "email" text,
  "addressKey" text,
  "customerId" uuid,
  "outcome" text CHECK (outcome IN ('made', 'linked', 'left-out', 'failed', 'undone', 'stays')),
  "outcomeText" text,
  "invitedAt" timestamptz(3),
  "sentAt" timestamptz(3),
  PRIMARY KEY ("batchId", number)
);

CREATE UNIQUE INDEX import_rows_once ON import_rows ("rowKey") WHERE outcome IN ('made', 'linked', 'stays');
CREATE INDEX import_rows_customer ON import_rows ("customerId") WHERE "customerId" IS NOT NULL;
CREATE INDEX import_rows_email ON import_rows (email) WHERE email IS NOT NULL;

-- The agreed plan. The customer's subscriptions show whether they have consented.
CREATE TABLE imported_plans (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "batchId" uuid NOT NULL,
  "rowNumber" integer NOT NULL,
  "packageType" text NOT NULL,
  "preferredDay" text,
  "preferredTime" text,
  "address" text NOT NULL,
  "startDate" date,
  "createdAt" timestamptz(3) NOT NULL,
  UNIQUE ("batchId", "rowNumber")
);

CREATE INDEX imported_plans_customer ON imported_plans ("customerId", "createdAt" DESC);
