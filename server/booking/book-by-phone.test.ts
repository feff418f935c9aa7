import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { linkIn } from '../../tests/support/services/mails.ts';
import { trailOf } from '../../tests/support/trail.ts';
import { deactivateAccount } from '../accounts/members/deactivate-account.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
/** Noon in New York. */
const saturdayNoon = new Date('2026-11-21T17:00:00Z');

beforeAll(async () => {
  // With simulated payments, the ceiling is ten times as high.
  t = await startTestApp({ MAX_UNPAID_BOOKINGS: '1' });
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(saturdayNoon);
  await t.db.deleteFrom('rate_limits').execute();
  // Bookings of earlier tests must not affect a test.
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
  customer = await makeCustomer(t);
});

const book = (change: Record<string, unknown> = {}, key?: string, by: Person | undefined = admin) =>
  t.call('POST', `/api/admin/customers/${customer.id}/pickups`, {
    token: by.token,
    body: { ...bookingBody(t, 2), ...change },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const resend = (id: string, token: string | undefined = admin.token) =>
  t.call('POST', `/api/admin/pickups/${id}/payment-link`, { token });
const linksTo = async ({ email }: Person) =>
  (await t.mails()).filter((mail) => mail.to === email && mail.subject.startsWith('Please pay'));
const rowOf = async (id: string) =>
  await t.db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const trail = (id: string) => trailOf(t, admin, 'pickup', id);
const payFor = async (pickup: { id: string; amount: string }) =>
  await pay(t, customer.token, await openPayment(t, customer.token, pickup.amount, { pickupId: pickup.id }));
/** Returns the items of a kind in the dispatcher's attention list. */
const attention = async (kind: string) => {
  const { body } = await t.call('GET', '/api/admin/attention', { token: admin.token });
  return body.kinds.find((found: { kind: string }) => found.kind === kind)?.items ?? [];
};
const unpaid = () => attention('unpaid');
const isOnBoard = async (id: string) => {
  const board = await t.call('GET', '/api/admin/board', { token: admin.token, query: { date: '2026-11-23' } });
  return JSON.stringify(board.body).includes(id);
};
/** Sets the clock and runs the scheduled job. */
const passCutoff = async (now: string) => {
  t.setNow(new Date(now));
  await t.services.jobs.enqueue(t.db, 'hold-unpaid', {});
  await t.runJobs();
  await staySignedIn(t);
};

describe('POST /api/admin/customers/:id/pickups refuses', () => {
  it('anyone but admins', async () => {
    const path = `/api/admin/customers/${customer.id}/pickups`;
    const body = bookingBody(t, 2);
    expect((await t.call('POST', path, { body })).status).toBe(401);
    expect((await t.call('POST', path, { body, token: customer.token })).status).toBe(403);
    expect((await t.call('POST', path, { body, token: (await makeDriver(t)).token })).status).toBe(403);
  });

  it('an unknown customer, staff and a deactivated account', async () => {
    const to = (id: string) =>
      t.call('POST', `/api/admin/customers/${id}/pickups`, { token: admin.token, body: bookingBody(t, 2) });
    expect(await to(randomUUID())).toMatchObject({ status: 404, body: { message: 'Customer not found' } });
    expect((await to(admin.id)).status).toBe(404);
    await deactivateAccount(t.services, null, customer.id);
    expect(await book()).toMatchObject({ status: 409, body: { code: 'deactivated' } });
  });

  it.each([
    ['address', ' ', 'Address is required'],
    ['bagCount', 26, 'For more than 25 bags, please call (215) 555-0107 for a quote.'],
    ['amount', '44.00', 'The price of this pickup is $45.00.'],
    ['scheduledDate', '2020-01-01T14:00:00.000Z', 'Please select a future date.'],
  ])('%s %j, as for the customer', async (field, value, message) => {
    expect(await book({ [field]: value })).toMatchObject({ status: 400, body: { errors: { [field]: message } } });
  });

  it('more unpaid pickups than a customer may have', async () => {
    for (let count = 0; count < 10; count++) expect((await book({}, randomUUID())).status).toBe(201);
    expect(await book({}, randomUUID())).toMatchObject({
      status: 429,
      body: { code: 'too_many_unpaid_bookings', message: expect.stringContaining('10 unpaid pickups') },
    });
  });
});

describe('POST /api/admin/customers/:id/pickups books', () => {
  it("at the customer's price, unpaid, and emails the link that the customer pays with", async () => {
    const { status, body: pickup } = await book({ bookedBy: customer.id, paymentStatus: 'paid' });
    expect({ status, pickup }).toMatchObject({
      status: 201,
      pickup: {
        ...{ customerId: customer.id, amount: '45.00', serviceType: 'one-time', status: 'pending' },
        ...{ paymentStatus: 'pending', bookedBy: admin.id, heldAt: null, customerUsername: customer.username },
      },
    });
    expect(await trail(pickup.id)).toMatchObject([{ action: 'booked', actorUsername: admin.username }]);
    await t.runJobs();
    const [mail, ...more] = await linksTo(customer);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Please pay by 6:00 PM on Sun, Nov 22, or');
    expect(linkIn(mail, '/checkout')).toBe(`/checkout?pickupId=${pickup.id}&amount=45.00`);
    await payFor(pickup);
    expect(await rowOf(pickup.id)).toMatchObject({ paymentStatus: 'paid', bookedBy: admin.id });
  });

  it('once for 10 parallel requests with one key, with one email', async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => book({}, key)));
    expect(responses.map((response) => response.status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    await t.runJobs();
    expect(await linksTo(customer)).toHaveLength(1);
    expect(await book({ bagCount: 4, amount: '30.00' }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
    const other = await makeCustomer(t);
    const path = `/api/admin/customers/${other.id}/pickups`;
    const headers = { 'idempotency-key': key };
    expect((await t.call('POST', path, { token: admin.token, body: bookingBody(t, 2), headers })).status).toBe(409);
  });

  it('once for an identical request without a key, and twice for two admins with keys', async () => {
    expect([(await book()).status, (await book()).status]).toEqual([201, 200]);
    const second = await makeAdmin(t);
    const responses = await Promise.all([book({}, randomUUID()), book({}, randomUUID(), second)]);
    expect(responses.map((response) => [response.status, response.body.bookedBy])).toEqual([
      [201, admin.id],
      [201, second.id],
    ]);
  });
});

describe('an identical booking of the customer', () => {
  it('is a separate booking beside the one made by phone', async () => {
    const { body: byPhone } = await book();
    const own = await t.call('POST', '/api/pickups', { token: customer.token, body: bookingBody(t, 2) });
    expect(own.status).toBe(201);
    expect(own.body.id).not.toBe(byPhone.id);
    expect(await book()).toMatchObject({ status: 200, body: { id: byPhone.id } });
  });
});

describe('a phone booking that is not paid', () => {
  it('is held at the cut-off: it loses its driver, and nobody can plan or assign it until it is paid', async () => {
    const driver = await makeDriver(t);
    const { body: pickup } = await book({}, randomUUID());
    const assign = () =>
      t.call('POST', `/api/admin/pickups/${pickup.id}/assign`, { token: admin.token, body: { driverId: driver.id } });
    expect((await assign()).status).toBe(200);
    await passCutoff('2026-11-22T22:59:00Z');
    expect(await rowOf(pickup.id)).toMatchObject({ status: 'assigned', heldAt: null });
    expect([await unpaid(), await isOnBoard(pickup.id)]).toEqual([[], true]);

    await passCutoff('2026-11-22T23:00:00Z');
    expect(await rowOf(pickup.id)).toMatchObject({ status: 'pending', driverId: null });
    expect(await unpaid()).toMatchObject([
      { amount: '45.00', customer: { id: customer.id }, pickup: { id: pickup.id, heldAt: expect.any(String) } },
    ]);
    expect((await trail(pickup.id)).map((line) => line.action)).toEqual(
      expect.arrayContaining(['held', 'given_back', 'assigned', 'booked']),
    );
    expect(await isOnBoard(pickup.id)).toBe(false);
    expect(await assign()).toMatchObject({ status: 409, body: { code: 'not_paid' } });
    const optimized = await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body: {} });
    expect(optimized.status).toBe(422);
    expect(await rowOf(pickup.id)).toMatchObject({ status: 'pending', driverId: null });
    const areas = await t.call('GET', '/api/admin/address-clusters', { token: admin.token });
    expect(JSON.stringify(areas.body)).not.toContain(pickup.id);

    await payFor(pickup);
    expect(await rowOf(pickup.id)).toMatchObject({ paymentStatus: 'paid', heldAt: null });
    expect(await unpaid()).toEqual([]);
    expect((await assign()).status).toBe(200);
    const route = await t.call('GET', '/api/driver/route', { token: driver.token });
    expect(JSON.stringify(route.body)).toContain(pickup.id);
  });

  it('is held from the start when the cut-off has passed, and no longer after a move to a later day', async () => {
    const { body: pickup } = await book({ ...bookingBody(t, 0) }, randomUUID());
    expect(pickup).toMatchObject({ serviceType: 'same-day', heldAt: expect.any(String) });
    const { body: listed } = await t.call('GET', '/api/pickups', { token: customer.token });
    expect(listed).toMatchObject([{ id: pickup.id, heldAt: pickup.heldAt }]);
    await t.runJobs();
    expect((await linksTo(customer))[0]?.text).toContain('Please pay now.');
    const path = `/api/admin/pickups/${pickup.id}/reschedule`;
    const moved = await t.call('POST', path, { token: admin.token, body: { newDate: '2026-11-25' } });
    expect(moved).toMatchObject({ status: 200, body: { pickup: { heldAt: null } } });
  });

  it('stays held after a move to a day whose cut-off has passed, too', async () => {
    t.setNow(new Date('2026-11-22T00:00:00Z'));
    const { body: pickup } = await book({ ...bookingBody(t, 0) }, randomUUID());
    const path = `/api/admin/pickups/${pickup.id}/reschedule`;
    const moved = await t.call('POST', path, { token: admin.token, body: { newDate: '2026-11-22' } });
    expect(moved).toMatchObject({ status: 200, body: { pickup: { heldAt: pickup.heldAt } } });
  });

  it('is held or released by the sweep, whatever has assigned or moved it', async () => {
    const { body: pickup } = await book({ ...bookingBody(t, 0) }, randomUUID());
    const driver = await makeDriver(t);
    const change = (to: object) => t.db.updateTable('pickups').set(to).where('id', '=', pickup.id).execute();
    await change({ status: 'assigned', driverId: driver.id, pickupWindow: '9:00 AM – 11:00 AM' });
    await passCutoff('2026-11-21T17:01:00Z');
    const held = { status: 'pending', driverId: null, pickupWindow: null, heldAt: expect.any(Date) };
    expect(await rowOf(pickup.id)).toMatchObject(held);
    await change({ scheduledDate: new Date('2026-11-25T14:00:00Z') });
    await passCutoff('2026-11-21T17:02:00Z');
    expect(await rowOf(pickup.id)).toMatchObject({ status: 'pending', heldAt: null });
  });

  it('is listed as a late stop when it is paid on its day, until it has a driver', async () => {
    const { body: pickup } = await book({}, randomUUID());
    await passCutoff('2026-11-23T13:30:00Z');
    customer = { ...customer, token: (await signIn(customer)).token };
    expect(await attention('same-day')).toEqual([]);
    await payFor(pickup);
    expect(await attention('same-day')).toMatchObject([{ key: `same-day:${pickup.id}`, driver: null }]);
    const driver = await makeDriver(t);
    const body = { driverId: driver.id };
    await t.call('POST', `/api/admin/pickups/${pickup.id}/assign`, { token: admin.token, body });
    expect(await attention('same-day')).toEqual([]);
  });

  it("differs from the customer's own unpaid booking, which is driven", async () => {
    const { body: own } = await t.call('POST', '/api/pickups', { token: customer.token, body: bookingBody(t, 1) });
    await passCutoff('2026-11-22T04:00:00Z');
    expect(await rowOf(own.id)).toMatchObject({ bookedBy: null, heldAt: null, status: 'pending' });
  });
});

describe('POST /api/admin/pickups/:id/payment-link', () => {
  it('emails the link again, with a line in the trail', async () => {
    const { body: pickup } = await book({}, randomUUID());
    await t.runJobs();
    expect(await resend(pickup.id)).toMatchObject({ status: 200, body: { email: customer.email } });
    await t.runJobs();
    expect(await linksTo(customer)).toHaveLength(2);
    expect(await trail(pickup.id)).toMatchObject([
      { action: 'payment_link_sent', actorUsername: admin.username },
      { action: 'booked' },
    ]);
  });

  it('refuses anyone but admins, an unknown pickup, what is paid or cancelled, and a sixth email', async () => {
    const { body: paid } = await book({}, randomUUID());
    const { body: cancelled } = await book({}, randomUUID());
    expect((await t.call('POST', `/api/admin/pickups/${paid.id}/payment-link`)).status).toBe(401);
    expect((await resend(paid.id, customer.token)).status).toBe(403);
    customer = { ...customer, token: (await signIn(customer)).token };
    expect((await resend(randomUUID())).status).toBe(404);
    for (let count = 0; count < 5; count++) expect((await resend(paid.id)).status).toBe(200);
    expect((await resend(paid.id)).status).toBe(429);
    await payFor(paid);
    expect(await resend(paid.id)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    await t.call('DELETE', `/api/admin/pickups/${cancelled.id}`, { token: admin.token });
    expect((await resend(cancelled.id)).status).toBe(409);
  });
});

async function signIn({ username, password }: Person): Promise<{ token: string }> {
  return (await t.call('POST', '/api/auth/login', { body: { username, password } })).body;
}
