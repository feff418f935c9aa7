import { type Kysely, sql } from 'kysely';

/** The encoding that the cells of an uploaded file were read in. The admin can choose another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE import_batches ADD COLUMN "encoding" text NOT NULL DEFAULT 'utf-8'`.execute(db);
}
