import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
/** A Saturday. The clocks go back the next day. */
const saturday = new Date('2026-10-31T12:00:00Z');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(saturday);
  admin = await makeAdmin(t);
  customer = await makeCustomer(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(saturday);
  driver = await makeDriver(t);
});

/** Makes an assigned stop `daysAhead` days from today, at 09:00 in New York. Returns its id. */
async function stop(daysAhead: number, of = driver): Promise<string> {
  const scheduledDate = instantOf(addDays(dateKeyOf(t.services.clock()), daysAhead), '09:00').toISOString();
  const { id } = await bookUnpaid(t, customer.token, { scheduledDate });
  await t.call('POST', `/api/admin/pickups/${id}/assign`, { token: admin.token, body: { driverId: of.id } });
  return id;
}

const route = async () => (await t.call('GET', '/api/driver/route', { token: driver.token })).body;
const complete = (pickupIds: unknown, token = driver.token) =>
  t.call('POST', '/api/driver/complete-bulk', { token, body: { pickupIds } });

describe('GET /api/driver/route', () => {
  it('groups stops by New York date: overdue, today with its completed stops, tomorrow, later', async () => {
    const overdue = await stop(0);
    t.setNow(new Date('2026-11-01T11:00:00Z'));
    const done = await stop(0);
    const open = await stop(0);
    const tomorrow = await stop(1);
    await complete([done]);
    const schedule = await route();
    expect(Object.keys(schedule)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
    expect(schedule['2026-10-31'].pickups).toMatchObject([{ id: overdue, status: 'assigned' }]);
    expect(schedule['2026-11-01']).toMatchObject({ date: '2026-11-01', dayName: 'Sunday', isTomorrow: false });
    expect(schedule['2026-11-01'].pickups).toMatchObject([
      { id: done, status: 'completed' },
      { id: open, status: 'assigned', scheduledDate: '2026-11-01T14:00:00.000Z' },
    ]);
    expect(schedule['2026-11-02']).toMatchObject({ dayName: 'Monday', isTomorrow: true });
    expect(schedule['2026-11-02'].pickups).toMatchObject([{ id: tomorrow }]);
  });

  it("returns the customer's contact, and nothing secret", async () => {
    await stop(0);
    const [pickup] = (await route())['2026-10-31'].pickups;
    expect(pickup).toMatchObject({
      customerFirstName: 'Pat',
      customerLastName: 'Example',
      customerName: 'Pat Example',
      customerPhone: '(215) 555-0142',
      customerEmail: customer.email,
      bags: 8,
    });
    expect(pickup).not.toHaveProperty('stripePaymentIntentId');
    expect((await t.call('GET', '/api/driver/full-route', { token: driver.token })).body).toEqual(await route());
  });

  it('is still today at 23:59 in New York, when UTC has the next date', async () => {
    const id = await stop(0);
    t.setNow(new Date('2026-11-01T03:59:00Z'));
    expect((await route())['2026-10-31'].pickups).toMatchObject([{ id }]);
    expect((await complete([id])).body).toMatchObject({ completed: 1 });
  });
});

describe('POST /api/driver/complete-bulk', () => {
  it('refuses a stranger, a wrong role and an empty list', async () => {
    expect((await t.call('POST', '/api/driver/complete-bulk', { body: { pickupIds: [] } })).status).toBe(401);
    expect((await complete([randomUUID()], customer.token)).status).toBe(403);
    expect(await complete([])).toMatchObject({ status: 400, body: { message: 'Please select at least one pickup' } });
    expect((await complete('all')).status).toBe(400);
  });

  it("completes own due stops and returns the ids of other drivers', future and unknown ones", async () => {
    const other = await makeDriver(t);
    const [mine, foreign, future] = [await stop(0), await stop(0, other), await stop(1)];
    const unknown = randomUUID();
    const answer = await complete([mine, foreign, future, unknown, 'nonsense', mine]);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, completed: 1, message: 'Successfully completed 1 pickup(s)', nextWeekPickups: [] },
    });
    expect(answer.body.ignoredIds.sort()).toEqual([foreign, future, unknown, 'nonsense'].sort());
    expect((await t.call('GET', '/api/pickups', { token: other.token })).body).toMatchObject([
      { id: foreign, status: 'assigned' },
    ]);
  });

  it('completes a stop whose date was removed', async () => {
    const id = await stop(1);
    await t.db.updateTable('pickups').set({ scheduledDate: null }).where('id', '=', id).execute();
    expect(await complete([id])).toMatchObject({ status: 200, body: { completed: 1, ignoredIds: [] } });
  });

  it('can be sent twice and in parallel', async () => {
    const ids = [await stop(0), await stop(0), await stop(0)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(ids)));
    expect(answers.reduce((sum, answer) => sum + answer.body.completed, 0)).toBe(3);
    expect(await complete(ids)).toMatchObject({ status: 200, body: { completed: 0, ignoredIds: [] } });
  });

  it("shows in the customer's list, with the time", async () => {
    const id = await stop(0);
    await complete([id]);
    const { body } = await t.call('GET', '/api/pickups', { token: customer.token, query: { status: 'completed' } });
    expect(body.find((pickup: { id: string }) => pickup.id === id)).toMatchObject({
      completedAt: saturday.toISOString(),
    });
  });
});

describe('a driver who is demoted', () => {
  it('loses the open stops and keeps the completed ones; other drivers keep theirs', async () => {
    const [open, done] = [await stop(0), await stop(0)];
    const [other, theirs] = [await makeDriver(t), await stop(0)];
    await t.call('POST', `/api/admin/pickups/${theirs}/assign`, { token: admin.token, body: { driverId: other.id } });
    await complete([done]);
    await t.call('PATCH', `/api/admin/users/${driver.id}/role`, { token: admin.token, body: { role: 'customer' } });
    const list = (await t.call('GET', '/api/admin/pickups', { token: admin.token })).body as { id: string }[];
    expect(list.find((pickup) => pickup.id === open)).toMatchObject({ status: 'pending', driverId: null });
    expect(list.find((pickup) => pickup.id === done)).toMatchObject({ status: 'completed', driverId: driver.id });
    expect(list.find((pickup) => pickup.id === theirs)).toMatchObject({ status: 'assigned', driverId: other.id });
  });
});
