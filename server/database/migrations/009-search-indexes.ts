import { type Kysely, sql } from 'kysely';
import { buildIndex } from '../migration.ts';

export const disableTransactions = true;

/**
 * Indexes of the folded texts that searches compare. The indexes of the texts as they are stay for servers of the
 * previous release, and a later release removes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const person = `"username" || ' ' || "email" || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", '')`;
  const names = `"username" || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", '')`;
  const searched = (table: string, text: string) => `ON ${table} USING gin (fold(${text}) gin_trgm_ops)`;
  await buildIndex(db, 'users_folded', searched('users', person));
  await buildIndex(db, 'users_folded_names', searched('users', names));
  await buildIndex(db, 'users_folded_address', searched('users', '"address"'));
  await buildIndex(db, 'subscriptions_folded_address', searched('subscriptions', '"address"'));
  await buildIndex(db, 'pickups_folded_address', searched('pickups', '"address"'));
  // A common street has to be known to be common, or all its pickups are read and sorted.
  await sql`ALTER INDEX pickups_folded_address ALTER COLUMN 1 SET STATISTICS 1000`.execute(db);
  // Without statistics, the planner would expect the same number of matches for every text until the next autovacuum.
  for (const table of ['users', 'subscriptions', 'pickups']) await sql`ANALYZE ${sql.table(table)}`.execute(db);
}
