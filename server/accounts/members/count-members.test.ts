import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const counts = (token: string | undefined = admin.token) => t.call('GET', '/api/admin/member-counts', { token });

describe('GET /api/admin/member-counts', () => {
  it('returns 403 to anyone but admins', async () => {
    expect((await t.call('GET', '/api/admin/member-counts')).status).toBe(401);
    expect((await counts((await makeDriver(t)).token)).status).toBe(403);
  });

  it('counts a paused plan as a subscription, but not a cancelled one', async () => {
    for (const status of ['active', 'paused', 'cancelled'] as const) await subscribe(await makeCustomer(t), status);
    expect(await counts()).toMatchObject({
      status: 200,
      body: { total: 5, customers: 3, drivers: 1, admins: 1, subscribed: 2 },
    });
  });

  it('stops counting above ten thousand', async () => {
    await sql`INSERT INTO users ("id", "username", "email")
      SELECT gen_random_uuid(), 'crowd_' || n, 'crowd.' || n || '@example.com' FROM generate_series(1, 10100) AS n`.execute(
      t.db,
    );
    expect((await counts()).body).toEqual({
      total: 10_001,
      customers: 10_001,
      drivers: 1,
      admins: 1,
      subscribed: 2,
    });
  });
});

async function subscribe({ id: customerId }: Person, status: 'active' | 'paused' | 'cancelled'): Promise<void> {
  const id = randomUUID();
  await t.db
    .insertInto('subscriptions')
    .values({ id, customerId, status, stripeSubscriptionId: id, packageType: 'basic', pricePerMonth: '35.00' })
    .execute();
}
