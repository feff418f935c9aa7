import { type Kysely, sql } from 'kysely';
import { listObjects } from './list-objects.ts';
import { SchemaError } from './schema-error.ts';
import { baseline, lastUnreleased } from './schema-rules.ts';

/**
 * Records that a database of the last version before 1.0.0 has the baseline, if its schema is the same. `createBaseline`
 * creates the baseline in the session's first schema. Throws a SchemaError for an earlier version's database, and for one
 * whose schema was changed.
 */
export async function stampBaseline(
  db: Kysely<unknown>,
  executed: readonly string[],
  createBaseline: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  if (executed.toSorted().at(-1) !== lastUnreleased) {
    throw new SchemaError(
      `This database is of an early version, before the schema ${lastUnreleased}. Start the last version before 1.0.0 on it once, then this one.`,
    );
  }
  const difference = await findDifference(db, createBaseline);
  if (difference) {
    throw new SchemaError(`This database's schema was changed by hand: ${difference}. Undo that, then try again.`);
  }
  await db.transaction().execute(async (trx) => {
    await sql`DELETE FROM kysely_migration`.execute(trx);
    await sql`INSERT INTO kysely_migration ("name", "timestamp") VALUES (${baseline}, ${new Date().toISOString()})`.execute(
      trx,
    );
  });
}

class RolledBack extends Error {}

/** Compares the schema with a baseline that is created beside it and rolled back. Returns the first difference in words. */
async function findDifference(
  db: Kysely<unknown>,
  createBaseline: (db: Kysely<unknown>) => Promise<void>,
): Promise<string | undefined> {
  let [here, expected]: [string[], string[]] = [[], []];
  const compare = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ schema: string }>`SELECT current_schema() AS "schema"`.execute(trx);
    here = await listObjects(trx, rows[0]?.schema ?? 'public');
    await sql`CREATE SCHEMA stoop_baseline`.execute(trx);
    await sql`SELECT set_config('search_path', 'stoop_baseline, ' || current_setting('search_path'), true)`.execute(
      trx,
    );
    await createBaseline(trx);
    expected = await listObjects(trx, 'stoop_baseline');
    throw new RolledBack();
  });
  await compare.catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  const missing = expected.find((line) => !here.includes(line));
  if (missing) return `it lacks the ${missing}`;
  const extra = here.find((line) => !expected.includes(line));
  return extra && `it has the ${extra}`;
}
