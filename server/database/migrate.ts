import { setTimeout as pass } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type Log, openDatabaseForMigrations } from './connect.ts';
import type { Migration } from './migration.ts';
import * as baseline from './migrations/001-baseline.ts';
import * as oldestServer from './migrations/002-oldest-server.ts';
import * as unsentMessages from './migrations/003-unsent-messages.ts';
import * as backups from './migrations/004-backups.ts';
import * as importEncodings from './migrations/005-import-encodings.ts';
import * as pushDevices from './migrations/006-push-devices.ts';
import * as pushDevicesIndex from './migrations/007-push-devices-index.ts';
import * as foldedText from './migrations/008-folded-text.ts';
import * as searchIndexes from './migrations/009-search-indexes.ts';
import * as chargeRefunds from './migrations/010-charge-refunds.ts';
import * as refundedPickups from './migrations/011-refunded-pickups.ts';
import * as refundedPlans from './migrations/012-refunded-plans.ts';
import * as pausedMonths from './migrations/013-paused-months.ts';
import * as pendingPrices from './migrations/014-pending-prices.ts';
import * as pendingPricesIndex from './migrations/015-pending-prices-index.ts';
import * as fasterFolding from './migrations/016-faster-folding.ts';
import * as chargeLines from './migrations/017-charge-lines.ts';
import * as filledLines from './migrations/018-filled-lines.ts';
import { requireOwnSessions } from './own-session.ts';
import { SchemaError } from './schema-error.ts';
import { isUnreleased } from './schema-rules.ts';
import { stampBaseline } from './stamp-baseline.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

type Migrations = Readonly<Record<string, Migration>>;

/** The migrations in order. They are listed so that the import graph includes them and a test can count them. */
export const migrations: Migrations = {
  '001-baseline': baseline,
  '002-oldest-server': oldestServer,
  '003-unsent-messages': unsentMessages,
  '004-backups': backups,
  '005-import-encodings': importEncodings,
  '006-push-devices': pushDevices,
  '007-push-devices-index': pushDevicesIndex,
  '008-folded-text': foldedText,
  '009-search-indexes': searchIndexes,
  '010-charge-refunds': chargeRefunds,
  '011-refunded-pickups': refundedPickups,
  '012-refunded-plans': refundedPlans,
  '013-paused-months': pausedMonths,
  '014-pending-prices': pendingPrices,
  '015-pending-prices-index': pendingPricesIndex,
  '016-faster-folding': fasterFolding,
  '017-charge-lines': chargeLines,
  '018-filled-lines': filledLines,
};

/** How long failures that may pass are tried again, since the last migration that succeeded. */
interface Patience {
  /** For locks of a running server's transactions or of a backup, and while another process migrates. */
  readonly locksMs: number;
  /** For a database that doesn't respond. */
  readonly databaseMs: number;
  readonly longestPauseMs: number;
}

const usualPatience: Patience = { locksMs: 30 * 60_000, databaseMs: 2 * 60_000, longestPauseMs: 5_000 };

interface MigrateOptions {
  /** The migrations to use instead of this version's, for tests. */
  known?: Migrations;
  /** The last migration to run, for a backup of an earlier version. */
  last?: string;
  patience?: Patience;
}

interface Context extends Required<Omit<MigrateOptions, 'last'>> {
  readonly db: Kysely<unknown>;
  readonly log: Log;
}

/**
 * Migrates the database to the newest schema, while servers work on it. Several processes may call this concurrently:
 * one migrates, and the others wait. Each migration is a transaction of its own. It is tried again while a lock is taken
 * or the database is away. Does nothing on the schema of a newer version that admits this version's server. Throws a
 * SchemaError when this version can't work on the database, and otherwise the migration's error.
 */
export async function migrateToLatest(
  url: string,
  log: Log,
  { known = migrations, last, patience = usualPatience }: MigrateOptions = {},
): Promise<void> {
  const { db } = openDatabaseForMigrations(url, log);
  const context: Context = { db: db as Kysely<unknown>, log, known: until(known, last), patience };
  let progressedMs = performance.now();
  const onProgress = () => {
    progressedMs = performance.now();
  };
  try {
    for (let tries = 1; ; tries++) {
      try {
        await requireOwnSessions(context.db, { isLimited: false });
        await whileLocked(context, () => runPending(context, onProgress));
        return;
      } catch (error) {
        const limitMs = limitOf(error, patience);
        if (limitMs === undefined || performance.now() - progressedMs > limitMs) throw error;
        log.warn({ err: error }, 'a migration is tried again');
        await pass(Math.min(patience.longestPauseMs, 500 * 2 ** tries));
      }
    }
  } finally {
    await db.destroy();
  }
}

function until(known: Migrations, last: string | undefined): Migrations {
  if (last === undefined) return known;
  if (!Object.hasOwn(known, last)) throw new SchemaError(`This version doesn't know the schema ${last}.`);
  return Object.fromEntries(Object.entries(known).filter(([name]) => name <= last));
}

/** Lock timeout, deadlock and serialization failure. */
const lockCodes = new Set(['55P03', '40P01', '40001']);

/** Returns how long an error may be tried again, in ms; undefined for one that won't pass. */
function limitOf(error: unknown, { locksMs, databaseMs }: Patience): number | undefined {
  if (lockCodes.has((error as { code?: string }).code ?? '')) return locksMs;
  return isDatabaseUnavailable(error as Error) ? databaseMs : undefined;
}

/** Any number that nothing else in the database uses. */
const lockId = 5_402_117;
const lockPollMs = 500;

/**
 * Runs `work` while this process is the only one that migrates. Asks for the lock again and again instead of waiting in a
 * statement: the build of an index waits for all statements that are running, so both would wait for each other.
 */
async function whileLocked({ db, log, patience }: Context, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const startMs = performance.now();
    for (let tries = 1; !(await tryLock(connection)); tries++) {
      if (tries === 1) log.warn({}, 'another process migrates the database');
      if (performance.now() - startMs > patience.locksMs) {
        throw new SchemaError('Another process has been migrating the database for too long. Look at its log.');
      }
      await pass(lockPollMs);
    }
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${lockId})`.execute(connection);
    }
  });
}

async function tryLock(connection: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`SELECT pg_try_advisory_lock(${lockId}) AS "isLocked"`.execute(
    connection,
  );
  return rows[0]?.isLocked ?? false;
}

async function runPending({ db, known }: Context, onProgress: () => void): Promise<void> {
  const executed = await readExecuted(db);
  if (isUnreleased(executed)) await stampBaseline(db, executed, baseline.up);
  else if (executed.some((name) => !Object.hasOwn(known, name))) return await requireAdmitted(db, known, executed);
  const wrapped = Object.fromEntries(Object.entries(known).map(([name, one]) => [name, { up: stepOf(one) }]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wrapped } });
  for (const { name, executedAt } of await migrator.getMigrations()) {
    if (executedAt) continue;
    const { disableTransactions = false } = known[name] ?? {};
    const { error } = await migrator.migrateUp({ disableTransactions });
    if (error) throw error;
    onProgress();
  }
}

/** Returns the names of the migrations that the database has had, in order. */
async function readExecuted(db: Kysely<unknown>): Promise<string[]> {
  const { rows: found } = await sql`SELECT WHERE to_regclass('kysely_migration') IS NOT NULL`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT "name" FROM kysely_migration ORDER BY "name"`.execute(db);
  return rows.map(({ name }) => name);
}

/** Throws a SchemaError unless the newer version that made this schema admits servers of this version. */
async function requireAdmitted(db: Kysely<unknown>, known: Migrations, executed: readonly string[]): Promise<void> {
  const { rows } = await sql<{ migration: string }>`SELECT "migration" FROM oldest_server`.execute(db);
  const isWhole = Object.keys(known).every((name) => executed.includes(name));
  if (isWhole && rows.every(({ migration }) => Object.hasOwn(known, migration))) return;
  throw new SchemaError(
    `This database has the schema ${executed.at(-1)} of a newer version, and this version can't work on it. Start the newer version, or restore a backup of this one.`,
  );
}

/**
 * Returns what runs as a migration. Requests wait behind a migration that waits for a lock, so it gives up after 2 s and
 * lets them pass. `buildIndex` has its own limit, because it blocks nobody.
 */
function stepOf({ up, disableTransactions, oldestServer }: Migration): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    if (!disableTransactions) await sql`SET LOCAL lock_timeout = '2s'`.execute(db);
    await up(db);
    if (oldestServer === undefined) return;
    await sql`DELETE FROM oldest_server`.execute(db);
    await sql`INSERT INTO oldest_server ("migration") VALUES (${oldestServer})`.execute(db);
  };
}
