import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../server/database/connect.ts';
import { migrateToLatest, migrations } from '../server/database/migrate.ts';
import type { Db } from '../server/database/transaction.ts';
import { createEmpty } from '../tests/support/database/fresh-database.ts';
import { runCommand } from '../tests/support/processes/commands.ts';
import { prepareDatabase } from './prepare-database.ts';

let dir: string;
const log = { warn: () => {} };
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoop-restore-'));
});
afterAll(async () => await rm(dir, { recursive: true }));

const run = async (url: string, script: string, ...args: string[]) =>
  await runCommand([script, ...args], { DATABASE_URL: url, DATA_DIR: dir });

async function withEmpty<T>(work: (url: string, db: Db) => Promise<T>): Promise<T> {
  const { url, drop } = await createEmpty();
  const { db } = openDatabase(url, log);
  try {
    return await work(url, db);
  } finally {
    await db.destroy();
    await drop();
  }
}

const namesIn = async (db: Db) =>
  (await db.selectFrom('service_areas').select('name').execute()).map((one) => one.name);
const schemaOf = async (db: Db) =>
  (await sql<{ name: string }>`SELECT max("name") AS "name" FROM kysely_migration`.execute(db)).rows[0]?.name;

it('restores into a database that `migrate` has prepared', { timeout: 120_000 }, async () => {
  const file = join(dir, 'present.backup');
  await withEmpty(async (url, db) => {
    await prepareDatabase(url);
    await sql`INSERT INTO service_areas ("id", "name") VALUES (gen_random_uuid(), 'Philadelphia')`.execute(db);
    await run(url, 'backup.ts', file);
  });
  await withEmpty(async (url, db) => {
    expect(await run(url, 'migrate.ts')).toBe('The database schema is up to date.\n');
    await run(url, 'restore.ts', file);
    expect(await namesIn(db)).toEqual(['Philadelphia']);
  });
});

it.each([
  ['the first release', '001-baseline'],
  ['the last version before it', '046-reliable-statistics-of-addresses'],
])('restores a backup of %s, and brings it to the newest schema', { timeout: 120_000 }, async (_what, schema) => {
  const file = join(dir, `${schema}.backup`);
  await withEmpty(async (url, db) => {
    await prepareDatabase(url, '001-baseline');
    await sql`UPDATE kysely_migration SET "name" = ${schema}`.execute(db);
    await sql`INSERT INTO service_areas ("id", "name") VALUES (gen_random_uuid(), 'Camden')`.execute(db);
    await run(url, 'backup.ts', file);
  });
  await withEmpty(async (url, db) => {
    await run(url, 'restore.ts', file);
    expect(await namesIn(db)).toEqual(['Camden']);
    expect(await schemaOf(db)).toBe(Object.keys(migrations).at(-1));
  });
});

it('refuses a backup of a newer version in one sentence', { timeout: 120_000 }, async () => {
  const file = join(dir, 'newer.backup');
  await withEmpty(async (url, db) => {
    await migrateToLatest(url, log);
    await sql`INSERT INTO kysely_migration ("name", "timestamp") VALUES ('999-later', 'now')`.execute(db);
    await run(url, 'backup.ts', file);
  });
  await withEmpty(async (url) => {
    const message = 'The backup is of the schema 999-later of a newer version. Restore it with that version.\n';
    await expect(run(url, 'restore.ts', file)).rejects.toMatchObject({ code: 1, stderr: message });
  });
});
