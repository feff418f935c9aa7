import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrate } from '../../tests/support/database/database-server.ts';
import { copyTemplate } from '../../tests/support/database/fresh-database.ts';
import { hasPgBouncer, startPgBouncer } from '../../tests/support/database/pgbouncer.ts';
import { explainStartFailure } from '../start-failure.ts';
import { openDatabase, openDatabaseForMigrations, openQueuePool } from './connect.ts';
import { requireOwnSessions } from './own-session.ts';
import type { Schema } from './schema.ts';

const log = { warn: () => {} };

/** A database whose own settings differ from those that the app needs. */
let database: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  database = await copyTemplate();
  await administrate(
    database.url,
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone TO ''America/New_York''', current_database()); END $$`,
  );
});
afterAll(async () => await database.drop());

const settings = sql<{ zone: string; statement: string; idle: string }>`
  SELECT current_setting('timezone') AS zone, current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle`;

/** Returns the settings of a connection of each pool. */
async function settingsOfPools(url: string) {
  const requests = openDatabase(url, log);
  const migrations = openDatabaseForMigrations(url, log);
  const queue = openQueuePool(url, log);
  try {
    return {
      requests: (await settings.execute(requests.db)).rows[0],
      queue: (await queue.query(settings.compile(requests.db).sql)).rows[0],
      migrations: (await settings.execute(migrations.db)).rows[0],
    };
  } finally {
    await requests.db.destroy();
    await migrations.db.destroy();
    await queue.end();
  }
}

/** Returns the line that a start prints; undefined if it goes on. */
async function refusalOf(url: string): Promise<string | undefined> {
  const { db } = openDatabase(url, log);
  try {
    await requireOwnSessions(db);
    return undefined;
  } catch (error) {
    return explainStartFailure(error);
  } finally {
    await db.destroy();
  }
}

const whatPoolsSet = {
  requests: { zone: 'UTC', statement: '6s', idle: '10s' },
  queue: { zone: 'UTC', statement: '30s', idle: '10s' },
  migrations: { zone: 'UTC', statement: '0', idle: '10s' },
};

describe('the sessions of the pools', () => {
  it("have the app's settings, not the database's", async () => {
    expect(await settingsOfPools(database.url)).toEqual(whatPoolsSet);
    expect(await refusalOf(database.url)).toBeUndefined();
  });

  it('are refused when they lost their settings', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    const refusal = await requireOwnSessions(db).catch(explainStartFailure);
    await db.destroy();
    expect(refusal).toMatch(
      /^The database of DATABASE_URL doesn't keep what is set on a connection \(timezone is America\/New_York, not UTC, there is no statement_timeout, there is no idle_in_transaction_session_timeout\): [^\n]+$/,
    );
  });
});

describe.runIf(hasPgBouncer)('PgBouncer, where it is installed (Debian: apt-get install pgbouncer),', () => {
  it.each([
    ['as it comes', {}],
    ['with startup parameters ignored', { ignore_startup_parameters: 'statement_timeout,options' }],
    ['without a reset of sessions', { server_reset_query: '' }],
  ])('serves in session mode %s', async (_how, options: Record<string, string>) => {
    const bouncer = await startPgBouncer(database.url, { pool_mode: 'session', ...options });
    try {
      expect(await settingsOfPools(bouncer.url)).toEqual(whatPoolsSet);
      expect(await refusalOf(bouncer.url)).toBeUndefined();
    } finally {
      await bouncer.stop();
    }
  });

  it.each([
    ['takes the session that was returned last', '0'],
    ['takes the one that was returned first', '1'],
  ])('is refused in transaction mode when it %s', async (_how, server_round_robin) => {
    const bouncer = await startPgBouncer(database.url, { pool_mode: 'transaction', server_round_robin });
    try {
      // A second client leaves a session behind, so that there is one to share.
      await settingsOfPools(bouncer.url);
      expect(await refusalOf(bouncer.url)).toMatch(/^DATABASE_URL leads to a pooler .*pool_mode to session[^\n]+$/);
    } finally {
      await bouncer.stop();
    }
  });
});
