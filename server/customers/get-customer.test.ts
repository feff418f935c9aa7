import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookUnpaid, openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { makeSubscriber } from '../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../tests/support/trail.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
  customer = await makeCustomer(t);
});

const read = (path = '', query: Record<string, string> = {}, token: string | undefined = admin.token) =>
  t.call('GET', `/api/admin/customers/${customer.id}${path}`, { token, query });

describe("a customer's page", () => {
  it.each(['', '/pickups?when=past', '/billing', '/notes', '/messages'])(
    '%j is for admins, and 404 for staff and strangers',
    async (path) => {
      const url = `/api/admin/customers/${customer.id}${path}`;
      expect((await t.call('GET', url)).status).toBe(401);
      expect((await t.call('GET', url, { token: (await makeDriver(t)).token })).status).toBe(403);
      expect((await t.call('GET', url, { token: customer.token })).status).toBe(403);
      for (const id of [randomUUID(), admin.id, 'nobody']) {
        const other = await t.call('GET', `/api/admin/customers/${id}${path}`, { token: admin.token });
        expect({ id, status: other.status }).toEqual({ id, status: 404 });
      }
    },
  );

  it('shows a new customer without plan and money, and records one view an hour', async () => {
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        customer: { id: customer.id, username: customer.username, isActive: true },
        ...{ hasPassword: true, subscription: null, billing: { completedOneTime: 0, totalSpent: '0.00' } },
      },
    });
    await read();
    const lines = await trailOf(t, admin, 'user', customer.id);
    expect(lines.filter((line) => line.action === 'viewed')).toMatchObject([{ actorUsername: admin.username }]);
  });

  it('shows the plan and what was spent', async () => {
    const subscriber = await makeSubscriber(t);
    customer = subscriber;
    const { body } = await read();
    expect(body).toMatchObject({ subscription: { id: subscriber.subscriptionId, status: 'active' } });
    const billed = await read('/billing');
    expect(billed.body[0]).toMatchObject({ amount: body.billing.totalSpent, status: 'succeeded' });
  });

  it('lists what is to come, the earliest first, and the rest, the latest first, page by page', async () => {
    const at = (day: number) => ({ scheduledDate: new Date(Date.now() + day * 86_400_000).toISOString() });
    const ids: string[] = [];
    for (const day of [5, 2, 8, 3]) ids.push((await bookUnpaid(t, customer.token, at(day))).id);
    for (const id of ids.slice(2)) await t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token });
    const upcoming = await read('/pickups', { when: 'upcoming', limit: '1' });
    expect(upcoming.body).toMatchObject([{ id: ids[1], customerUsername: customer.username }]);
    expect(upcoming.headers['x-total-count']).toBe('2');
    const next = /<([^>]+)>/.exec(String(upcoming.headers.link))?.[1] ?? '';
    expect((await t.call('GET', next, { token: admin.token })).body).toMatchObject([{ id: ids[0] }]);
    expect((await read('/pickups', { when: 'past' })).body).toMatchObject([{ id: ids[2] }, { id: ids[3] }]);
    expect((await read('/pickups', { when: 'soon' })).status).toBe(400);
    expect((await read('/pickups')).status).toBe(400);
  });

  it('lists payments and what is unpaid, as the customer sees them', async () => {
    const pickup = await bookUnpaid(t, customer.token);
    await pay(t, customer.token, await openPayment(t, customer.token, '45.00', { pickupId: pickup.id }));
    await bookUnpaid(t, customer.token);
    const own = await t.call('GET', '/api/billing-history', { token: customer.token });
    expect((await read('/billing')).body).toEqual(own.body);
    expect((await read('/billing', { status: 'pending' })).body).toHaveLength(1);
    expect((await read('/billing', { status: 'gone' })).status).toBe(400);
    expect((await read()).body.billing.totalSpent).toBe('45.00');
  });
});
