import { type Kysely, sql } from 'kysely';

/** What a file in `migrations/` exports. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * True for a migration that can't run in a transaction, such as one that calls `buildIndex`. It may be interrupted
   * anywhere, so it must be safe to repeat.
   */
  readonly disableTransactions?: boolean;
  /**
   * The name of the oldest migration that a server must know to work on the schema after this one. Missing if every
   * server that works before this migration also works after it.
   */
  readonly oldestServer?: string;
}

/** How long the build of an index may wait for transactions that are older than the build. It blocks nobody. */
const buildPatience = '10min';

/**
 * Builds an index while other connections read and write its table. Call it with an open connection, in a migration
 * with `disableTransactions`. `definition` follows the name: `ON pickups ("driverId")`. An index that an interrupted build
 * left is invalid; it is dropped and built again. Throws PostgreSQL's error.
 */
export async function buildIndex(
  db: Kysely<unknown>,
  name: string,
  definition: string,
  { isUnique = false } = {},
): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${buildPatience}, false)`.execute(db);
  try {
    const { rows } = await sql<{ isValid: boolean }>`SELECT i.indisvalid AS "isValid" FROM pg_index AS i
      WHERE i.indexrelid = to_regclass(quote_ident(${name}))`.execute(db);
    if (rows[0]?.isValid) return;
    await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.ref(name)}`.execute(db);
    await sql`CREATE ${sql.raw(isUnique ? 'UNIQUE ' : '')}INDEX CONCURRENTLY ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    );
  } finally {
    await sql`RESET lock_timeout`.execute(db);
  }
}
