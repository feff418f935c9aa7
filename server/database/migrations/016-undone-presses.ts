import { type Kysely, sql } from 'kysely';

/** Who resolved a pickup and when they pressed, so that they can undo it, and what it did to the plan's mowing date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // No foreign key: it would lock the table of a running server while it is checked.
  `ALTER TABLE pickups ADD COLUMN IF NOT EXISTS "resolvedBy" uuid, ADD COLUMN IF NOT EXISTS "resolvedAt" timestamptz(3),
    ADD COLUMN IF NOT EXISTS "mowingBefore" timestamptz(3), ADD COLUMN IF NOT EXISTS "mowingAfter" timestamptz(3)`,
];
