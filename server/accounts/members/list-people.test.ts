import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { contains, foldedPerson } from '../../database/folded-text.ts';
import { deactivateAccount } from './deactivate-account.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
const made = new Date('2026-01-05T12:00:00Z');

beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  await makeRows();
});
afterAll(async () => await t.close());

/** Inserts twelve customers, some created in the same millisecond. */
async function makeRows(): Promise<void> {
  const rows = Array.from({ length: 12 }, (_, index) => ({
    id: `00000000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
    username: `row_${index}`,
    email: `row.${index}@example.com`,
    firstName: index === 7 ? 'Fifty%' : 'Row',
    lastName: index === 7 ? null : `Number ${index}`,
    createdAt: new Date(made.getTime() + Math.floor(index / 3) * 1_000),
  }));
  await t.db.insertInto('users').values(rows).execute();
}

const members = (query: Record<string, string>, token = admin.token) =>
  t.call('GET', '/api/admin/all-members', { token, query });
const names = (response: { body: { username: string }[] }) => response.body.map((member) => member.username);

describe('GET /api/admin/all-members', () => {
  it('returns 403 to anyone but admins', async () => {
    const customer = await makeCustomer(t);
    expect((await t.call('GET', '/api/admin/all-members')).status).toBe(401);
    for (const token of [customer.token, driver.token]) expect((await members({}, token)).status).toBe(403);
  });

  it('returns 400 for unknown filters', async () => {
    const cases: Record<string, string>[] = [
      { cursor: 'x' },
      { role: 'owner' },
      { limit: '0' },
      { limit: '501' },
      { limit: '-1' },
      { sort: 'name' },
      { q: 'x'.repeat(256) },
    ];
    for (const query of cases) expect((await members(query)).status, JSON.stringify(query)).toBe(400);
  });

  it('pages through all accounts once, in both orders', async () => {
    for (const sort of ['newest', 'oldest']) {
      const seen: string[] = [];
      let address: string | undefined = `/api/admin/all-members?q=row_&limit=5&sort=${sort}`;
      let pages = 0;
      while (address) {
        const response = await t.call('GET', address, { token: admin.token });
        expect(response.headers['x-total-count']).toBe('12');
        expect(response.headers['x-total-count-exact']).toBe('true');
        seen.push(...names(response));
        address = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
        pages++;
      }
      expect(pages).toBe(3);
      const oldest = Array.from({ length: 12 }, (_, index) => `row_${index}`);
      expect(seen).toEqual(sort === 'oldest' ? oldest : oldest.reverse());
    }
  });

  it('searches username, email, first and last name, and matches wildcards literally', async () => {
    expect(names(await members({ q: 'ROW_11' }))).toEqual(['row_11']);
    expect(names(await members({ q: 'row.3@EXAMPLE' }))).toEqual(['row_3']);
    expect(names(await members({ q: 'row number 9' }))).toEqual(['row_9']);
    expect(names(await members({ q: 'fifty%' }))).toEqual(['row_7']);
    expect(names(await members({ q: 'row%11' }))).toEqual([]);
    expect(names(await members({ q: 'row-11' }))).toEqual([]);
    expect(names(await members({ q: '\\' }))).toEqual([]);
  });

  it('uses the search index', async () => {
    const plan = await t.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      return await sql<
        Record<string, string>
      >`EXPLAIN SELECT count(*) FROM users WHERE ${contains(foldedPerson, 'row_11')}`.execute(trx);
    });
    expect(JSON.stringify(plan.rows)).toContain('users_folded');
  });

  it('filters by role', async () => {
    expect(names(await members({ role: 'driver' }))).toEqual([driver.username]);
    expect(names(await members({ role: 'admin' }))).toEqual([admin.username]);
    expect((await members({ role: 'all' })).headers['x-total-count']).toBe(
      (await members({})).headers['x-total-count'],
    );
  });

  it('includes the pickup count and plan status of each member', async () => {
    const [busy, paused, left] = [await makeCustomer(t), await makeCustomer(t), await makeCustomer(t)];
    for (const status of ['pending', 'completed', 'cancelled'] as const) await insertPickup(busy.id, status);
    await insertSubscription(busy.id, 'cancelled', '2026-01-01T00:00:00Z');
    await insertSubscription(busy.id, 'active', '2026-02-01T00:00:00Z');
    await insertSubscription(paused.id, 'paused', '2026-02-01T00:00:00Z');
    await insertSubscription(left.id, 'cancelled', '2026-02-01T00:00:00Z');
    const find = async ({ username }: Person) => (await members({ q: username })).body[0];
    expect(await find(busy)).toEqual({
      id: busy.id,
      username: busy.username,
      email: busy.email,
      firstName: 'Pat',
      lastName: 'Example',
      role: 'customer',
      isActive: true,
      twoFactorEnabled: false,
      createdAt: expect.any(String),
      lastLoginAt: expect.any(String),
      totalPickups: 2,
      hasSubscription: true,
      subscriptionStatus: 'active',
    });
    expect(await find(paused)).toMatchObject({ totalPickups: 0, hasSubscription: true, subscriptionStatus: 'paused' });
    expect(await find(left)).toMatchObject({ hasSubscription: false, subscriptionStatus: 'cancelled' });
    expect((await members({ q: 'row_1@' })).body).toEqual([]);
    expect((await members({ q: 'row_10' })).body[0]).toMatchObject({
      hasSubscription: false,
      subscriptionStatus: 'none',
    });
  });
});

describe('GET /api/admin/users', () => {
  const users = (query: Record<string, string> = {}, token: string | undefined = admin.token) =>
    t.call('GET', '/api/admin/users', { token, query });

  it('returns 403 to anyone but admins', async () => {
    expect((await t.call('GET', '/api/admin/users')).status).toBe(401);
    expect((await users({}, driver.token)).status).toBe(403);
  });

  it('returns 400 for an invalid cursor', async () => {
    expect((await users({ cursor: 'nonsense' })).status).toBe(400);
  });

  it('groups by role, pages the customers and omits deactivated staff', async () => {
    const gone = await makeDriver(t);
    await deactivateAccount(t.services, null, gone.id);
    const { body, headers } = await users({ limit: '4', q: 'row_' });
    expect(body.drivers.map((user: Person) => user.id)).toEqual([driver.id]);
    expect(body.admins.map((user: Person) => user.id)).toEqual([admin.id]);
    expect(body.customers.map((user: Person) => user.username)).toEqual(['row_11', 'row_10', 'row_9', 'row_8']);
    expect(headers['x-total-count']).toBe('12');
    const next = /^<([^>]+)>/.exec(String(headers.link))?.[1] ?? '';
    const second = await t.call('GET', next, { token: admin.token });
    expect(second.body.customers.map((user: Person) => user.username)).toEqual(['row_7', 'row_6', 'row_5', 'row_4']);
  });

  it('returns 304 while nothing changed', async () => {
    const { headers } = await users();
    const again = await t.call('GET', '/api/admin/users', {
      token: admin.token,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });
});

async function insertPickup(customerId: string, status: 'pending' | 'completed' | 'cancelled'): Promise<void> {
  await t.db
    .insertInto('pickups')
    .values({
      id: randomUUID(),
      customerId,
      status,
      address: 'x',
      bagCount: 4,
      amount: '30.00',
      serviceType: 'one-time',
    })
    .execute();
}

async function insertSubscription(
  customerId: string,
  status: 'active' | 'paused' | 'cancelled',
  at: string,
): Promise<void> {
  const id = randomUUID();
  await t.db
    .insertInto('subscriptions')
    .values({
      id,
      customerId,
      status,
      stripeSubscriptionId: `sub_${id}`,
      packageType: 'basic',
      pricePerMonth: '35.00',
      createdAt: new Date(at),
    })
    .execute();
}
