import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase } from '../../../server/database/connect.ts';
import type { Db } from '../../../server/database/transaction.ts';
import { administrate, dropDatabase, withDatabase } from './database-server.ts';

/** Opens a fresh copy of the migrated database, for tests that need no app. */
export async function openFreshDatabase(): Promise<{ url: string; db: Db; close: () => Promise<void> }> {
  const copy = await copyTemplate();
  const { db } = openDatabase(copy.url, { warn: () => {} });
  return {
    ...{ url: copy.url, db },
    async close() {
      await db.destroy();
      await copy.drop();
    },
  };
}

/** Copies the template for one test. PostgreSQL copies a template only while it has no connections. */
export async function copyTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = /\/(stoop_template_\w+)/.exec(inject('templateUrl'))?.[1];
  return await createDatabase(`TEMPLATE ${template}`);
}

/** Creates a database without any table, for tests of migrations. */
export async function createEmpty(): Promise<{ url: string; drop: () => Promise<void> }> {
  return await createDatabase('');
}

async function createDatabase(options: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = withDatabase(inject('templateUrl'), 'postgres');
  const database = `stoop_${randomUUID().replaceAll('-', '')}`;
  await administrate(serverUrl, `CREATE DATABASE ${database} ${options}`);
  return { url: withDatabase(serverUrl, database), drop: () => dropDatabase(serverUrl, database) };
}
