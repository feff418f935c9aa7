import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { administrate, dropDatabase, withDatabase } from '../../../tests/support/database/database-server.ts';
import { openDatabase } from '../../database/connect.ts';
import { migrateToLatest } from '../../database/migrate.ts';
import type { Db } from '../../database/transaction.ts';

/** How migration 041 handles stops from before promises were recorded. */

let db: Db;
let close: () => Promise<void>;
const ids = new Map<string, string>();

beforeAll(async () => {
  const serverUrl = withDatabase(inject('templateUrl'), 'postgres');
  const database = `stoop_old_${randomUUID().replaceAll('-', '')}`;
  await administrate(serverUrl, `CREATE DATABASE ${database}`);
  const url = withDatabase(serverUrl, database);
  const log = { info: () => {}, warn: () => {} };
  await migrateToLatest(url, log, '040-trucks');
  ({ db } = openDatabase(url, log));
  close = async () => {
    await db.destroy();
    await dropDatabase(serverUrl, database);
  };
  const customerId = randomUUID();
  await sql`INSERT INTO users ("id", "username", "email", "role") VALUES (${customerId}, 'c', 'c@stoop.example', 'customer')`.execute(
    db,
  );
  for (const [status, window] of [
    ['completed', '9:00 AM – 11:00 AM'],
    ['completed', '11:00 PM – 1:00 AM'],
    ['completed', 'in the morning'],
    ['completed', '13:00 PM – 2:00 PM'],
    ['completed', null],
    ['incomplete', '9:00 AM – 11:00 AM'],
    ['pending', '9:00 AM – 11:00 AM'],
  ] as const) {
    const id = randomUUID();
    ids.set(`${status} ${window}`, id);
    await sql`INSERT INTO pickups ("id", "customerId", "address", "bagCount", "amount", "serviceType", "status", "scheduledDate",
        "createdAt", "pickupWindow")
      VALUES (${id}, ${customerId}, '1127 S 9th St', 3, 30, 'one-time', ${status}, ${instantOf('2026-10-31', '09:00')},
        ${instantOf('2026-10-20', '09:00')}, ${window})`.execute(db);
  }
  await migrateToLatest(url, log);
});
afterAll(async () => await close());

it('gives completed stops the window that they were measured against, and others none', async () => {
  const promises = await db.selectFrom('promised_windows').selectAll().orderBy('startsAt').execute();
  const promisedAt = instantOf('2026-10-30', '17:00');
  expect(promises).toEqual([
    {
      ...{ pickupId: ids.get('completed 9:00 AM – 11:00 AM'), date: '2026-10-31', promisedAt },
      ...{ startsAt: instantOf('2026-10-31', '09:00'), endsAt: instantOf('2026-10-31', '11:00') },
    },
    {
      ...{ pickupId: ids.get('completed 11:00 PM – 1:00 AM'), date: '2026-10-31', promisedAt },
      // 1 AM comes twice that night.
      ...{ startsAt: instantOf('2026-10-31', '23:00'), endsAt: new Date('2026-11-01T06:00:00Z') },
    },
  ]);
});
