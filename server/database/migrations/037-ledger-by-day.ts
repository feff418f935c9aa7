import { type Kysely, sql } from 'kysely';

/** The ledger by when money moved: a report of a week, and each batch of a long file, read only their own rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX payment_history_moved ON payment_history ((coalesce("movedAt", "createdAt")), "id")`.execute(
    db,
  );
}
