import { type Kysely, sql } from 'kysely';

/** Import of customers from CSV files: the batches, their rows, and the plans that wait for their customers' consent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE import_batches (
    "id" uuid PRIMARY KEY,
    "fileName" text NOT NULL,
    "state" text NOT NULL DEFAULT 'uploaded'
      CHECK ("state" IN ('uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone')),
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
  )`,
  `CREATE INDEX import_batches_newest ON import_batches ("createdAt" DESC, "id" DESC)`,
  // No foreign key to the customer: the row keeps the id even after the customer is deleted.
  `CREATE TABLE import_rows (
    "batchId" uuid NOT NULL REFERENCES import_batches ("id") ON DELETE CASCADE,
    "number" integer NOT NULL,
    "cells" jsonb NOT NULL,
    "revision" integer NOT NULL DEFAULT 0,
    "verdict" text CHECK ("verdict" IN ('new', 'plan', 'duplicate', 'error')),
    "problems" jsonb NOT NULL DEFAULT '[]',
    "remarks" jsonb NOT NULL DEFAULT '[]',
    "hasPlan" boolean NOT NULL DEFAULT false,
    "rowKey" text,
    "email" text,
    "addressKey" text,
    "customerId" uuid,
    "outcome" text CHECK ("outcome" IN ('made', 'linked', 'left-out', 'failed', 'undone', 'stays')),
    "outcomeText" text,
    "invitedAt" timestamptz(3),
    "sentAt" timestamptz(3),
    PRIMARY KEY ("batchId", "number")
  )`,
  `CREATE UNIQUE INDEX import_rows_once ON import_rows ("rowKey") WHERE "outcome" IN ('made', 'linked', 'stays')`,
  `CREATE INDEX import_rows_customer ON import_rows ("customerId") WHERE "customerId" IS NOT NULL`,
  `CREATE INDEX import_rows_email ON import_rows ("email") WHERE "email" IS NOT NULL`,
  // The agreed plan. The customer's subscriptions show whether they have consented.
  `CREATE TABLE imported_plans (
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
  )`,
  `CREATE INDEX imported_plans_customer ON imported_plans ("customerId", "createdAt" DESC)`,
];
