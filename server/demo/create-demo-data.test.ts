import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { expectBalancedBooks } from '../../tests/support/books/books.ts';
import { zipOf } from '../addresses/geocode-rules.ts';
import { sweepSubscriptions } from '../subscriptions/occurrences/sweep-subscriptions.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  // The date must not change while the data is created and checked.
  t.setNow(new Date());
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const create = (token = admin.token) => t.call('POST', '/api/admin/create-demo-data', { token });
const table = async () => await t.db.selectFrom('pickups').selectAll().orderBy('id').execute();

it('returns 403 to anyone but admins, and 409 with live payments', async () => {
  const { token } = await makeCustomer(t);
  expect((await create('nobody')).status).toBe(401);
  expect((await create(token)).status).toBe(403);
  const { confirmTest } = t.services.payments;
  Object.assign(t.services.payments, { confirmTest: undefined });
  const refused = await create().finally(() => Object.assign(t.services.payments, { confirmTest }));
  expect(refused).toMatchObject({ status: 409, body: { message: expect.any(String) } });
});

it('leaves nothing behind when it fails in the middle', { timeout: 120_000 }, async () => {
  const counts = async () => {
    const tables = [
      'users',
      'pickups',
      'subscriptions',
      'bookings',
      'payments',
      'simulated_payment_intents',
      'audit_log',
    ];
    const { rows } = await sql`SELECT ${sql.join(
      tables.map((name) => sql`(SELECT count(*) FROM ${sql.table(name)}) AS ${sql.ref(name)}`),
    )}`.execute(t.db);
    return rows;
  };
  const before = await counts();
  const { afterPickupChange } = t.services;
  let changes = 0;
  const failsLater: typeof afterPickupChange = async (...args) => {
    changes += 1;
    if (changes > 20) throw new Error('the disk is full');
    return await afterPickupChange(...args);
  };
  Object.assign(t.services, { afterPickupChange: failsLater });
  const failed = await create().finally(() => Object.assign(t.services, { afterPickupChange }));
  expect(failed.status).toBe(500);
  expect(changes).toBe(21);
  expect(await counts()).toEqual(before);
});

it('creates a realistic day once, also with concurrent requests, and emails nobody', { timeout: 180_000 }, async () => {
  // Today can't be booked anymore.
  Object.assign(t.services.settings, { sameDayCutoff: '00:00' });
  const [one, two] = await Promise.all([create(), create()]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const made = (one.body.data ?? two.body.data).customers;
  expect(made).toBeGreaterThanOrEqual(60);
  await t.runJobs();

  const pickups = await table();
  const customers = await t.db.selectFrom('users').selectAll().where('username', 'like', 'demo-customer-%').execute();
  expect(customers).toHaveLength(made);
  expect(new Set(customers.map((customer) => zipOf(customer.address ?? ''))).size).toBeGreaterThanOrEqual(12);
  const requests = pickups.filter((pickup) => pickup.serviceType !== 'subscription');
  expect(new Set(requests.map((pickup) => pickup.status))).toEqual(
    new Set(['pending', 'assigned', 'completed', 'issue', 'incomplete']),
  );
  expect(new Set(requests.map((pickup) => pickup.serviceType))).toEqual(new Set(['one-time', 'same-day', 'next-day']));
  const today = dateKeyOf(t.services.clock());
  const routes = await t.db.selectFrom('routes').selectAll().where('date', '=', today).execute();
  expect(routes).toHaveLength(2);
  for (const pickup of pickups) {
    expect(pickup.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    if (pickup.completedAt) expect(dateKeyOf(pickup.completedAt) >= addDays(pickup.scheduledDay ?? '', 0)).toBe(true);
  }
  const { body } = await t.call('GET', '/api/admin/dashboard', { token: admin.token });
  for (const what of ['booked', 'completed']) {
    expect(body.days.filter((day: Record<string, number>) => (day[what] ?? 0) > 0).length).toBeGreaterThan(6);
  }
  expect(await sweepSubscriptions(t.services)).toBe(0);
  await expectBalancedBooks(t.db);
  expect((await t.mails()).filter((mail) => mail.to.includes('demo-'))).toEqual([]);

  const bells = await t.db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.userId')
    .select((eb) => ['userId', eb.fn.countAll<string>().as('count')])
    .where('role', '=', 'driver')
    .groupBy('userId')
    .execute();
  expect(bells.length).toBeGreaterThan(0);
  for (const { count } of bells) expect(Number(count)).toBeLessThanOrEqual(3);

  expect((await create()).body).toEqual({
    message: 'The demo data already exists.',
    data: { customers: 0, subscriptions: 0, pickups: 0 },
  });
  expect((await table()).length).toBe(pickups.length);
});
