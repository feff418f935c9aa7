import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
let basic: Person & { subscriptionId: string };
let premium: Person & { subscriptionId: string };
let ended: Person & { subscriptionId: string };
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-25', '12:00'));
  admin = await makeAdmin(t);
  basic = await makeSubscriber(t, { packageType: 'basic' });
  t.setNow(instantOf('2026-11-25', '12:01'));
  premium = await makeSubscriber(t, { packageType: 'premium', address: '4521 Baltimore Ave, Philadelphia, PA 19143' });
  t.setNow(instantOf('2026-11-25', '12:02'));
  ended = await makeSubscriber(t, { packageType: 'basic' });
  await t.call('DELETE', `/api/admin/subscriptions/${ended.subscriptionId}`, { token: admin.token });
});
afterAll(async () => await t.close());

const list = (query = '', token = admin.token) => t.call('GET', `/api/admin/subscriptions${query}`, { token });
const idsOf = async (query: string) => (await list(query)).body.map((one: { id: string }) => one.id);

describe('GET /api/admin/subscriptions', () => {
  it('is for admins', async () => {
    expect((await list('', 'nobody')).status).toBe(401);
    expect((await list('', basic.token)).status).toBe(403);
  });

  it('lists the newest first, with their customers', async () => {
    expect(await idsOf('')).toEqual([ended.subscriptionId, premium.subscriptionId, basic.subscriptionId]);
    expect(await idsOf('?sort=oldest&limit=1')).toEqual([basic.subscriptionId]);
    const { body, headers } = await list('?limit=1');
    expect(body[0]).toMatchObject({ customerUsername: ended.username, customerEmail: ended.email });
    expect(headers['x-total-count']).toBe('3');
    const next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1] ?? '';
    expect((await t.call('GET', next, { token: admin.token })).body[0].id).toBe(premium.subscriptionId);
  });

  it('filters by status and package, and searches name, email and address', async () => {
    expect(await idsOf('?status=cancelled')).toEqual([ended.subscriptionId]);
    expect(await idsOf('?status=active,paused&type=basic')).toEqual([basic.subscriptionId]);
    expect(await idsOf(`?q=${premium.username.toUpperCase()}`)).toEqual([premium.subscriptionId]);
    expect(await idsOf(`?q=${encodeURIComponent(basic.email)}`)).toEqual([basic.subscriptionId]);
    expect(await idsOf('?q=baltimore%20ave')).toEqual([premium.subscriptionId]);
    // The customer's own address counts only if the plan has none.
    expect(await idsOf('?q=1127%20S%209th')).toEqual([ended.subscriptionId, basic.subscriptionId]);
    expect((await list('?q=1127%20S%209th')).headers['x-total-count']).toBe('2');
    expect(await idsOf('?q=100%25')).toEqual([]);
    expect((await list('?status=gone')).body.message).toBe("There is no status 'gone'.");
    expect((await list('?type=gold')).status).toBe(400);
  });
});

describe('the counts', () => {
  it('of subscriptions count each filter', async () => {
    const { body } = await t.call('GET', '/api/admin/subscription-counts', { token: admin.token });
    expect(body).toEqual({
      all: 3,
      active: 2,
      paused: 0,
      cancelled: 1,
      basic: 2,
      cleanCarry: 0,
      heavyDuty: 0,
      premium: 1,
    });
  });

  it('of members count roles and live subscriptions', async () => {
    const { body } = await t.call('GET', '/api/admin/member-counts', { token: admin.token });
    expect(body).toEqual({ total: 4, customers: 3, drivers: 0, admins: 1, subscribed: 2 });
  });

  it('of the dashboard cover the day, the revenue of active plans and 14 days', async () => {
    const customer = await makeCustomer(t);
    const body = {
      address: '1127 S 9th St',
      bagCount: 4,
      amount: '30.00',
      scheduledDate: instantOf('2026-11-25', '09:00').toISOString(),
    };
    const booked = await t.call('POST', '/api/pickups', { token: customer.token, body });
    expect(booked.status).toBe(201);
    await t.db
      .updateTable('pickups')
      .set({ createdAt: instantOf('2026-11-24', '23:30') })
      .where('id', '=', booked.body.id)
      .execute();
    t.setNow(instantOf('2026-11-26', '08:00'));
    const dashboard = (await t.call('GET', '/api/admin/dashboard', { token: admin.token })).body;
    expect(dashboard).toMatchObject({
      customers: 4,
      revenue: '185.00',
      pending: 1,
      subscriptions: 2,
      subscriptionStops: 1,
      packageStops: 0,
    });
    expect(dashboard.days).toHaveLength(14);
    expect(dashboard.days.at(-1)).toEqual({ date: '2026-11-26', booked: 0, completed: 0 });
    expect(dashboard.days.find((day: { date: string }) => day.date === '2026-11-24').booked).toBe(1);
    t.setNow(instantOf('2026-11-25', '12:00'));
  });
});

describe('GET /api/admin/pickups?day=', () => {
  it('lists what is scheduled on a New York day', async () => {
    const of = (day: string) => t.call('GET', `/api/admin/pickups?day=${day}`, { token: admin.token });
    expect((await of('2026-11-26')).body.map((one: { subscriptionId: string }) => one.subscriptionId)).toEqual([
      premium.subscriptionId,
    ]);
    expect((await of('2026-12-25')).body).toEqual([]);
    expect((await of('tomorrow')).body.message).toBe('Day must be a date such as 2026-11-23');
  });
});

describe('GET /api/admin/subscriptions/{id}/pickups', () => {
  it('lists at most five, latest first, and returns 404 for an unknown subscription', async () => {
    const path = (id: string) => `/api/admin/subscriptions/${id}/pickups`;
    const { body } = await t.call('GET', path(premium.subscriptionId), { token: admin.token });
    expect(body.map((one: { scheduledDate: string }) => one.scheduledDate.slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-11-26',
    ]);
    expect((await t.call('GET', path(randomUUID()), { token: admin.token })).status).toBe(404);
  });
});
