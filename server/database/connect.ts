import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { Db } from './transaction.ts';
import { type StatementLimits, WatchedPool } from './watched-pool.ts';

/** A reachable server ends a statement after 6 s. So after 8 s of silence, the server can't be reached. */
const requestLimits: StatementLimits = { statementTimeoutMs: 6_000, silenceMs: 8_000 };
/** The job queue's housekeeping may take longer than a request's statements. */
const queueLimits: StatementLimits = { statementTimeoutMs: 30_000, silenceMs: 33_000 };

export interface Log {
  warn(details: object, message: string): void;
}

export interface OpenDatabase {
  db: Db;
  pool: WatchedPool;
}

/** The connections of the pool of requests and jobs, unless POOL_SIZE says otherwise. */
const usualPoolSize = 12;
/** The connections of the job queue's own pool, beside the pool of requests and jobs. */
const queuePoolSize = 4;

/** Opens the connection pool of requests and jobs. `db.destroy()` closes it within a second. */
export function openDatabase(url: string, log: Log, maxConnections = usualPoolSize): OpenDatabase {
  return open(new WatchedPool({ url, log, maxConnections, limits: requestLimits }));
}

/** Opens a pool whose statements may take as long as they need: a migration may rewrite a large table. */
export function openDatabaseForMigrations(url: string, log: Log): OpenDatabase {
  return open(new WatchedPool({ url, log, maxConnections: 2 }));
}

/** Opens the pool of the job queue itself. The jobs use the pool of requests. */
export function openQueuePool(url: string, log: Log): WatchedPool {
  return new WatchedPool({ url, log, maxConnections: queuePoolSize, limits: queueLimits });
}

function open(pool: WatchedPool): OpenDatabase {
  // kysely's type includes cursors, which we don't use.
  const dialect = new PostgresDialect({ pool: pool as unknown as PostgresPool });
  return { db: new Kysely<Schema>({ dialect }), pool };
}

/** Resolves when the database responds; otherwise rejects with the driver's error. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
