import { type Kysely, sql } from 'kysely';

/**
 * The nightly backups that were made or have failed, and since when they are expected. The table keeps the rows of 90
 * days, so it needs no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE backups (
    "id" uuid PRIMARY KEY,
    -- The New York date on which it was due.
    "night" date NOT NULL,
    "host" text NOT NULL,
    "fileName" text NOT NULL,
    "startedAt" timestamptz NOT NULL,
    "endedAt" timestamptz,
    "bytes" double precision,
    "rows" double precision,
    -- When the file had been read back whole: the backup is good.
    "checkedAt" timestamptz,
    "copiedAt" timestamptz,
    "failure" text,
    "copyFailure" text,
    CHECK ("endedAt" IS NULL OR ("checkedAt" IS NULL) = ("failure" IS NOT NULL))
  )`.execute(db);
  await sql`CREATE TABLE backup_schedule (
    "id" integer PRIMARY KEY CHECK ("id" = 1),
    "since" timestamptz NOT NULL
  )`.execute(db);
}
