import { type Kysely, sql } from 'kysely';

/** Drivers' shifts, and the dispatchers' bulk actions, which can be undone for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A driver without a row works the usual hours of the settings.
  `CREATE TABLE driver_shifts (
    "driverId" uuid PRIMARY KEY REFERENCES users ("id") ON DELETE CASCADE,
    "start" text NOT NULL,
    "end" text NOT NULL
  )`,
  // Without hours it is a day off.
  `CREATE TABLE driver_days (
    "driverId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "date" date NOT NULL,
    "start" text,
    "end" text,
    PRIMARY KEY ("date", "driverId"),
    CHECK (("start" IS NULL) = ("end" IS NULL))
  )`,
  'CREATE INDEX driver_days_driver ON driver_days ("driverId")',
  `CREATE TABLE bulk_actions (
    "id" uuid PRIMARY KEY,
    "actorId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "date" date NOT NULL,
    "summary" text NOT NULL,
    "stops" jsonb NOT NULL,
    "shift" jsonb,
    "createdAt" timestamptz NOT NULL,
    "undoneAt" timestamptz
  )`,
  'CREATE INDEX bulk_actions_actor ON bulk_actions ("actorId", "createdAt" DESC)',
  'CREATE INDEX bulk_actions_age ON bulk_actions ("createdAt")',
];
