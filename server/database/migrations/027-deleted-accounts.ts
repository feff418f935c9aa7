import { type Kysely, sql } from 'kysely';

/** When a customer deleted the account. The row stays for the books, without the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE users ADD COLUMN IF NOT EXISTS "deletedAt" timestamptz(3)').execute(db);
}
