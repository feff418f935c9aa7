import { setTimeout as pass } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { effort } from '../../tests/support/effort.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { assign } from '../../tests/support/pickups/stops.ts';
import { migrateToLatest, migrations } from './migrate.ts';
import { buildIndex, type Migration } from './migration.ts';

/** Migrations of the tables that requests use most, while requests use them. */

let t: TestApp;
let admin: Person;
let driver: Person;
let customers: Person[];
beforeAll(async () => {
  t = await startTestApp({ MAX_UNPAID_BOOKINGS: '99999' });
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customers = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(t)));
});
afterAll(async () => await t.close());

const statement = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)),
});
const index = (name: string, definition: string): Migration => ({
  disableTransactions: true,
  up: async (db) => await buildIndex(db, name, definition),
});

/**
 * Every kind of change that CONTRIBUTING allows, as one release may have them. Requests write to these tables in the
 * opposite order: in one transaction, the first three changes deadlock with them.
 */
function changesOf(round: number): Record<string, Migration> {
  const column = `"later${round}"`;
  const changes = [
    statement(`ALTER TABLE messages ADD COLUMN ${column} text`),
    statement(`ALTER TABLE pickups ADD COLUMN ${column} integer`),
    statement(`ALTER TABLE users ADD COLUMN ${column} text NOT NULL DEFAULT ''`),
    index(`pickups_later${round}`, `ON pickups (${column}, "customerId")`),
    statement(`CREATE TABLE later${round} ("id" uuid PRIMARY KEY, "pickupId" uuid REFERENCES pickups ("id"))`),
    statement(`ALTER TABLE pickups ADD CONSTRAINT later${round}_positive CHECK (${column} > 0) NOT VALID`),
    statement(`ALTER TABLE pickups VALIDATE CONSTRAINT later${round}_positive`),
    index(`users_later${round}`, `ON users (${column})`),
  ];
  return Object.fromEntries(changes.map((change, at) => [`9${String(round).padStart(2, '0')}-${at}`, change]));
}

it('fails no request, whatever the tables', { timeout: 600_000 }, async () => {
  let isOver = false;
  let answered = 0;
  const failures: string[] = [];
  const note = (what: string, status: number) => {
    answered += 1;
    if (status >= 500) failures.push(`${what}: ${status}`);
  };
  const customerAtWork = async (customer: Person) => {
    while (!isOver) {
      const { id } = await bookUnpaid(t, customer.token);
      note('list', (await t.call('GET', '/api/pickups', { token: customer.token })).status);
      await assign(t, admin, id, driver);
      const body = { newDate: new Date(Date.now() + 5 * 86_400_000).toISOString(), shouldEmailCustomer: true };
      note('move', (await t.call('POST', `/api/admin/pickups/${id}/reschedule`, { token: admin.token, body })).status);
      note('cancel', (await t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token })).status);
    }
  };
  const reader = async () => {
    while (!isOver) {
      note('requests', (await t.call('GET', '/api/admin/pickups', { token: admin.token })).status);
      note('members', (await t.call('GET', '/api/admin/all-members', { token: admin.token })).status);
    }
  };
  const working = Promise.all([...customers.map(customerAtWork), reader()]);
  let known = { ...migrations };
  for (let round = 0; round < effort({ sample: 1, full: 10 }); round++) {
    await pass(1_000);
    known = { ...known, ...changesOf(round) };
    await migrateToLatest(t.databaseUrl, { warn: () => {} }, { known });
  }
  isOver = true;
  await working;
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(50);
});
