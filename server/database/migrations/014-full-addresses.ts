import { type Kysely, sql } from 'kysely';

/** Addresses in one line with their ZIP code, for the driver's navigation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE places ADD COLUMN IF NOT EXISTS "fullAddress" text',
  // Open pickups whose text ends with a state and a ZIP code. Nobody navigates to completed ones again.
  `UPDATE pickups SET "fullAddress" = btrim(regexp_replace("address", '\\s+', ' ', 'g'))
    WHERE "fullAddress" IS NULL AND "status" IN ('pending', 'assigned')
      AND "address" ~ '[ ,][A-Za-z]{2}[ ,.]{1,3}[0-9]{5}(-[0-9]{4})?\\s*$'`,
];
