import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';
import type { Db } from './transaction.ts';

/** Every request ends within 10 s: 3 s for a connection, 6 s for a statement. */
const connectionTimeoutMs = 3_000;
const statementTimeoutMs = 6_000;

export interface OpenDatabase {
  db: Db;
  pool: pg.Pool;
}

/**
 * Opens the connection pool. Types that JavaScript would round (numeric, int8) and `date` stay text; every session runs
 * in UTC. A connection that breaks while idle is logged and replaced.
 */
export function openDatabase(
  url: string,
  log: { warn(details: object, message: string): void },
  maxConnections = 12,
): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'stoop',
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  // A broken connection rejects its query (the response is 503) and emits 'error' on itself and, while idle, on the
  // pool. Without listeners that would end the process. An ending pool doesn't wait for the server, so a stopping
  // server is no error then.
  pool.on('connect', (client) =>
    client.on('error', (error) => pool.ending || log.warn({ err: error }, 'a database connection broke')),
  );
  pool.on('error', () => {});
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}

const dateOid = 1082;

function typeParser(oid: number, format: 'text' | 'binary'): unknown {
  return oid === dateOid ? (value: string) => value : pg.types.getTypeParser(oid, format as 'text');
}

/** Resolves when the database responds; otherwise rejects with the driver's error. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
