import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase } from '../../server/database/connect.ts';
import type { Db } from '../../server/database/transaction.ts';
import { administrate, withDatabase } from './database-server.ts';

/** A fresh copy of the migrated database alone, for what needs no app. */
export async function openFreshDatabase(): Promise<{ db: Db; close: () => Promise<void> }> {
  const templateUrl = inject('templateUrl');
  const template = /\/(stoop_template_\d+)/.exec(templateUrl)?.[1];
  const database = `stoop_${randomUUID().replaceAll('-', '')}`;
  const server = withDatabase(templateUrl, 'postgres');
  await administrate(server, `CREATE DATABASE ${database} TEMPLATE ${template}`);
  const { db } = openDatabase(withDatabase(templateUrl, database), { warn: () => {} });
  return {
    db,
    async close() {
      await db.destroy();
      await administrate(server, `DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}
