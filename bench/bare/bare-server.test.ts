import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { startBareServer } from './bare-server.ts';

let t: TestApp;
let bare: Awaited<ReturnType<typeof startBareServer>>;
let customer: Person;
let admin: Person;

beforeAll(async () => {
  t = await startTestApp();
  bare = await startBareServer(t.databaseUrl, 0);
  customer = await makeCustomer(t);
  admin = await makeAdmin(t);
});

afterAll(async () => {
  await bare.close();
  await t.close();
});

interface Sent {
  statements: string[];
  body: unknown;
}

/** Runs a request and returns its response and its SQL statements, without those of new connections and of the queue. */
async function record(request: () => Promise<unknown>): Promise<Sent> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const body = await request();
    const statements = query.mock.calls.map(([text]) => String(text).replace(/\s+/g, ' ').trim());
    const isOurs = (text: string) =>
      !text.startsWith('SET ') && (!text.includes('pgboss.') || text.startsWith('INSERT INTO pgboss.job_common'));
    return { statements: statements.filter(isOurs), body };
  } finally {
    query.mockRestore();
  }
}

/** Sends the same request to the real server and to the baseline. */
async function sendToBoth(
  method: 'GET' | 'POST',
  path: string,
  { token }: Person,
  bodyOf: (server: string) => object | undefined = () => undefined,
): Promise<{ stoop: Sent; bare: Sent }> {
  const toStoop = async () => (await t.call(method, path, { token, body: bodyOf('stoop') })).body;
  const toBare = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const body = bodyOf('bare');
    return await (
      await fetch(`${bare.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    ).json();
  };
  return { stoop: await record(toStoop), bare: await record(toBare) };
}

it('books with the statements of the real server, and returns the same fields', async () => {
  const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 3), '09:00').toISOString();
  const { stoop, bare } = await sendToBoth('POST', '/api/pickups', customer, (server) => ({
    ...{ address: `${server.length} Market St, Philadelphia, PA 19103`, bagCount: 8, amount: '45.00' },
    ...{ serviceType: 'one-time', scheduledDate, specialInstructions: null, status: 'pending' },
  }));
  expect(bare.statements).toEqual(stoop.statements);
  expect(Object.keys(bare.body as object).sort()).toEqual(Object.keys(stoop.body as object).sort());
});

it.each([
  ['/api/pickups', () => customer],
  ['/api/admin/pickups?limit=200', () => admin],
  ['/api/auth/user', () => customer],
])('reads %s with the statements of the real server, and responds the same', async (path, person) => {
  // A completed pickup has more fields set.
  const now = new Date();
  await t.db.updateTable('pickups').set({ status: 'completed', completedAt: now, resolvedAt: now }).execute();
  const { stoop, bare } = await sendToBoth('GET', path, person());
  // A page and its count are queried at the same time, so either statement may come first.
  expect(bare.statements.toSorted()).toEqual(stoop.statements.toSorted());
  expect(bare.body).toEqual(stoop.body);
});
