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
  const templateUrl = inject('templateUrl');
  const template = /\/(stoop_template_\w+)/.exec(templateUrl)?.[1];
  const serverUrl = withDatabase(templateUrl, 'postgres');
  const database = `stoop_${randomUUID().replaceAll('-', '')}`;
  await administrate(serverUrl, `CREATE DATABASE ${database} TEMPLATE ${template}`);
  return { url: withDatabase(templateUrl, database), drop: () => dropDatabase(serverUrl, database) };
}
