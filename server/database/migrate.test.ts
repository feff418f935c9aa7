import { setTimeout as pass } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyTemplate, createEmpty } from '../../tests/support/database/fresh-database.ts';
import { openDatabase } from './connect.ts';
import { listObjects } from './list-objects.ts';
import { migrateToLatest, migrations } from './migrate.ts';
import { buildIndex, type Migration } from './migration.ts';
import type { Db } from './transaction.ts';

/** Upgrades of a database that servers work on. */

const impatient = { locksMs: 0, databaseMs: 0, longestPauseMs: 10 };
const patient = { locksMs: 60_000, databaseMs: 60_000, longestPauseMs: 100 };

let url: string;
let drop: () => Promise<void>;
let db: Db;
let warnings: string[];
const log = { warn: (_: object, message: string) => void warnings.push(message) };
const migrate = async (options: Parameters<typeof migrateToLatest>[2] = {}) => await migrateToLatest(url, log, options);

/** Makes the database of a test, empty or with this version's schema. */
async function open(kind: 'empty' | 'migrated'): Promise<void> {
  const made = kind === 'empty' ? await createEmpty() : await copyTemplate();
  ({ url, drop } = made);
  ({ db } = openDatabase(url, { warn: () => {} }));
  warnings = [];
}
afterEach(async () => {
  await db.destroy();
  await drop();
});

const executed = async () =>
  (await sql<{ name: string }>`SELECT "name" FROM kysely_migration ORDER BY "name"`.execute(db)).rows.map(
    ({ name }) => name,
  );
const existing = Object.keys(migrations);

/** Makes a database with the baseline's schema that versions before 1.0.0 had migrated as far as `last`. */
async function makeUnreleased(last: string): Promise<void> {
  await open('empty');
  await migrate({ last: '001-baseline' });
  await sql`DELETE FROM kysely_migration`.execute(db);
  for (const name of ['001-first-tables', last])
    await sql`INSERT INTO kysely_migration ("name", "timestamp") VALUES (${name}, ${new Date().toISOString()})`.execute(
      db,
    );
}

describe('a database of a version before 1.0.0', () => {
  const last = '046-reliable-statistics-of-addresses';

  it('goes on with the same rows when it has the last schema', async () => {
    await makeUnreleased(last);
    await sql`INSERT INTO service_areas ("id", "name") VALUES (gen_random_uuid(), 'Philadelphia')`.execute(db);
    await migrate();
    expect(await executed()).toEqual(existing);
    expect(await db.selectFrom('service_areas').select('name').execute()).toEqual([{ name: 'Philadelphia' }]);
    const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = 'stoop_baseline'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('is refused in one sentence as long as it differs', async () => {
    await makeUnreleased(last);
    const suppress = 'EXECUTE FUNCTION suppress_redundant_updates_trigger()';
    const channels = "CHECK (channel IN ('email', 'push', 'sms', 'bell'))";
    const changes = [
      [
        'DROP INDEX users_demo',
        'CREATE INDEX users_demo ON users (id) WHERE "isDemo"',
        'it lacks the index users_demo',
      ],
      [
        "ALTER TABLE users ALTER COLUMN role SET DEFAULT 'driver'",
        "ALTER TABLE users ALTER COLUMN role SET DEFAULT 'customer'",
        'it lacks the column users',
      ],
      [
        'ALTER TABLE messages DROP CONSTRAINT messages_channel_check',
        `ALTER TABLE messages ADD CONSTRAINT messages_channel_check ${channels}`,
        'it lacks the constraint messages',
      ],
      ['CREATE TABLE mine (id integer)', 'DROP TABLE mine', 'it has the column mine'],
      [
        `CREATE TRIGGER mine BEFORE UPDATE ON users ${suppress}`,
        'DROP TRIGGER mine ON users',
        'it has the trigger users',
      ],
    ] as const;
    for (const [change, undo, difference] of changes) {
      await sql.raw(change).execute(db);
      const message = expect.stringContaining(`This database's schema was changed by hand: ${difference}`);
      await expect(migrate()).rejects.toMatchObject({ name: 'SchemaError', message });
      await sql.raw(undo).execute(db);
    }
    expect(await executed()).toContain(last);
    await migrate();
    expect(await executed()).toEqual(existing);
  });

  it('is refused in one sentence when it is earlier', async () => {
    await makeUnreleased('045-statistics-of-addresses');
    await expect(migrate()).rejects.toMatchObject({
      name: 'SchemaError',
      message: expect.stringMatching(/^This database is of an early version, before the schema 046-.*\.$/),
    });
  });
});

/** The migrations of this version with later ones after them, as the next release has them. */
const next = (...later: Migration[]): Record<string, Migration> => ({
  ...migrations,
  ...Object.fromEntries(later.map((one, at) => [`90${at}-later`, one])),
});
const addColumn: Migration = {
  up: async (trx: Kysely<unknown>) =>
    void (await sql`ALTER TABLE service_areas ADD COLUMN "later" integer`.execute(trx)),
};

describe('a server of this version on the schema of a newer one', () => {
  beforeEach(async () => await open('migrated'));

  it('starts when the newer one admits it', async () => {
    await migrate({ known: next(addColumn) });
    await migrate();
    expect(await executed()).toEqual([...existing, '900-later']);
  });

  it('is refused in one sentence when the newer one needs a newer server, and the newer server is not', async () => {
    const known = next(addColumn, { up: async () => {}, oldestServer: '900-later' });
    await migrate({ known });
    await expect(migrate()).rejects.toMatchObject({
      name: 'SchemaError',
      message: expect.stringMatching(/^This database has the schema 901-later of a newer version, .*\.$/),
    });
    await migrate({ known });
  });
});

describe('a migration while servers work', () => {
  beforeEach(async () => await open('migrated'));

  /** Holds a lock on a table in a transaction until it is released. */
  async function hold(table: string): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE ${sql.table(table)} IN ACCESS SHARE MODE`.execute(trx);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    return async () => {
      release.resolve();
      await holding;
    };
  }

  it('lets requests pass after two seconds, and is made when the lock is free', async () => {
    const release = await hold('service_areas');
    const migrating = migrate({ known: next(addColumn), patience: patient });
    await pass(500);
    const startMs = performance.now();
    await db.selectFrom('service_areas').select('name').execute();
    expect(performance.now() - startMs).toBeLessThan(4_000);
    await expect.poll(() => warnings).toContain('a migration is tried again');
    await release();
    await migrating;
    expect(await executed()).toContain('900-later');
  });

  it('keeps what was done before a migration that fails, and names its reason', async () => {
    const release = await hold('service_areas');
    const first: Migration = { up: async (trx) => void (await sql`CREATE TABLE first (id integer)`.execute(trx)) };
    await expect(migrate({ known: next(first, addColumn), patience: impatient })).rejects.toThrow(/lock timeout/);
    expect(await executed()).toEqual([...existing, '900-later']);
    await release();
  });

  it('builds an index without blocking writers, also after an interrupted build', async () => {
    const build: Migration = {
      disableTransactions: true,
      up: async (connection) => await buildIndex(connection, 'areas_by_name', 'ON service_areas (name)'),
    };
    const insert = async () =>
      await sql`INSERT INTO service_areas ("id", "name") VALUES (gen_random_uuid(), 'same')`.execute(db);
    await insert();
    await insert();
    // A unique index over equal names fails and leaves an invalid index.
    await expect(
      sql`CREATE UNIQUE INDEX CONCURRENTLY areas_by_name ON service_areas (name)`.execute(db),
    ).rejects.toThrow(/could not create unique index/);
    const held = Promise.withResolvers<void>();
    const writing = db.transaction().execute(async (trx) => {
      await sql`INSERT INTO service_areas ("id", "name") VALUES (gen_random_uuid(), 'held')`.execute(trx);
      await held.promise;
    });
    const migrating = migrate({ known: next(build) });
    const waiting = migrate({ known: next(build) });
    await pass(1_000);
    await insert();
    held.resolve();
    await Promise.all([writing, migrating, waiting]);
    const isValid = await sql`SELECT indisvalid FROM pg_index WHERE indexrelid = 'areas_by_name'::regclass`.execute(db);
    expect(isValid.rows).toEqual([{ indisvalid: true }]);
    expect(warnings).toContain('another process migrates the database');
  });

  it('goes on after its connection was lost', async () => {
    const release = await hold('service_areas');
    const migrating = migrate({ known: next(addColumn), patience: patient });
    await pass(500);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'ALTER TABLE service_areas%'`.execute(db);
    await release();
    await migrating;
    expect(await executed()).toContain('900-later');
  });
});

it('creates the schema once when several processes start, without a failure', async () => {
  await open('empty');
  await Promise.all(Array.from({ length: 4 }, () => migrate()));
  expect(await executed()).toEqual(existing);
});

it('lists the same objects whatever the schema is named', async () => {
  await open('migrated');
  const one = await listObjects(db as Kysely<unknown>, 'public');
  expect(one.length).toBeGreaterThan(900);
  await sql`ALTER SCHEMA public RENAME TO another`.execute(db);
  await (db as Kysely<unknown>).transaction().execute(async (trx) => {
    await sql`SET LOCAL search_path TO another`.execute(trx);
    expect(await listObjects(trx, 'another')).toEqual(one);
  });
});
