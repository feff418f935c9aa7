import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/people.ts';
import { assign, makeStop, reschedule } from '../../tests/support/stops.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
/** A Saturday, 08:00 in New York; tomorrow the clocks go back. */
const saturday = new Date('2026-10-31T12:00:00Z');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(saturday);
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(saturday);
  customer = await makeCustomer(t);
  driver = await makeDriver(t);
  await staySignedIn(t);
});

const stop = (daysAhead = 0) => makeStop(t, { customer, admin, driver, daysAhead });
const complete = (id: string, pressedAt: string) => {
  t.setNow(new Date(pressedAt));
  return t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id] } });
};
const stats = async (token = driver.token) => (await t.call('GET', '/api/driver/stats', { token })).body;
const sweep = async () => {
  await t.services.jobs.enqueue(t.db, 'sweep-driver-days', {});
  await t.runJobs();
};
const days = async () =>
  await t.db.selectFrom('driver_metrics').selectAll().where('driverId', '=', driver.id).orderBy('date').execute();

const nothing = { totalPickups: 0, completedPickups: 0, totalDistance: null, hoursWorked: null };

describe('GET /api/driver/stats', () => {
  it('is for drivers, each for their own', async () => {
    expect((await t.call('GET', '/api/driver/stats')).status).toBe(401);
    for (const { token } of [customer, admin]) {
      expect((await t.call('GET', '/api/driver/stats', { token })).status).toBe(403);
    }
    await complete(await stop(), '2026-10-31T13:00:00Z');
    await t.runJobs();
    expect((await stats()).completedPickups).toBe(1);
    expect(await stats((await makeDriver(t)).token)).toEqual({ ...nothing, completedBags: 0, today: nothing });
  });

  it('returns the totals of all days and of today', async () => {
    expect(await stats()).toEqual({ ...nothing, completedBags: 0, today: nothing });
    const [a, b, c, tomorrow] = [await stop(), await stop(), await stop(), await stop(1)];
    await complete(a, '2026-10-31T13:00:00Z');
    await complete(b, '2026-10-31T15:45:00Z');
    await t.runJobs();
    const saturdays = { totalPickups: 3, completedPickups: 2, totalDistance: null, hoursWorked: '2.75' };
    expect(await stats()).toMatchObject({ ...saturdays, today: saturdays });
    await complete(tomorrow, '2026-11-01T13:00:00Z');
    // The overdue stop was scheduled for Saturday and completed on Sunday.
    await complete(c, '2026-11-01T14:00:00Z');
    await t.runJobs();
    expect(await days()).toMatchObject([
      { date: '2026-10-31', totalPickups: 3, completedPickups: 3, hoursWorked: '2.75' },
      { date: '2026-11-01', totalPickups: 1, completedPickups: 1, hoursWorked: '1.00' },
    ]);
    expect(await stats()).toEqual({
      completedBags: 32,
      ...{ totalPickups: 4, completedPickups: 4, totalDistance: null, hoursWorked: '3.75' },
      today: { totalPickups: 1, completedPickups: 1, totalDistance: null, hoursWorked: '1.00' },
    });
  });
});

describe('a day of driver_metrics', () => {
  it('runs from midnight to midnight in New York, 25 hours when the clocks go back', async () => {
    const [late, first, last] = [await stop(), await stop(1), await stop(1)];
    await complete(late, '2026-11-01T03:59:00Z');
    await complete(first, '2026-11-01T04:00:00Z');
    await complete(last, '2026-11-02T04:59:00Z');
    await t.runJobs();
    expect(await days()).toMatchObject([
      { date: '2026-10-31', completedPickups: 1, hoursWorked: '0.00' },
      { date: '2026-11-01', completedPickups: 2, hoursWorked: '24.98' },
    ]);
  });

  it('counts stops that the dispatcher completed and incomplete ones, but not those that left the driver', async () => {
    const [done, undone, issue, cancelled, given] = [
      await stop(),
      await stop(),
      await stop(),
      await stop(),
      await stop(),
    ];
    await t.call('PATCH', `/api/admin/complete-pickup/${done}`, { token: admin.token });
    await t.runJobs();
    expect(await days()).toMatchObject([{ totalPickups: 5, completedPickups: 1 }]);
    const body = { reason: 'not-out' };
    await t.call('POST', `/api/driver/pickups/${undone}/incomplete`, { token: driver.token, body });
    await t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: admin.token });
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    await assign(t, admin, given, await makeDriver(t));
    await sweep();
    expect(await days()).toMatchObject([{ totalPickups: 3, completedPickups: 1 }]);
  });

  it('is deleted when it has no stops any more', async () => {
    const id = await stop();
    await sweep();
    expect(await days()).toMatchObject([
      { date: '2026-10-31', totalPickups: 1, completedPickups: 0, hoursWorked: null },
    ]);
    await reschedule(t, admin, id, 3);
    await sweep();
    expect(await days()).toEqual([]);
  });

  it('is counted again for a week, so that an overdue stop that moves is no longer counted', async () => {
    const id = await stop();
    await sweep();
    t.setNow(new Date('2026-11-05T14:00:00Z'));
    await reschedule(t, admin, id, 0);
    await sweep();
    expect(await days()).toMatchObject([{ date: '2026-11-05', totalPickups: 1 }]);
  });

  it('has the miles of the route and the mean of the ratings, but no earnings', async () => {
    const [a, b, c] = [await stop(), await stop(), await stop()];
    const route = { id: randomUUID(), driverId: driver.id, date: '2026-10-31', totalDistance: '12.34' };
    await t.db.insertInto('routes').values(route).execute();
    await t.db.updateTable('pickups').set({ customerRating: 4 }).where('id', '=', a).execute();
    await t.db.updateTable('pickups').set({ customerRating: 5 }).where('id', 'in', [b, c]).execute();
    await complete(a, '2026-10-31T13:00:00Z');
    await complete(b, '2026-10-31T13:20:00Z');
    await t.runJobs();
    expect(await days()).toMatchObject([
      { totalDistance: '12.34', averageRating: '4.50', totalEarnings: null, hoursWorked: '0.33' },
    ]);
    expect(await stats()).toMatchObject({ totalDistance: '12.34' });
  });

  it('is counted again when a stop is assigned, reassigned, rescheduled or unassigned, also long ago and without the sweep', async () => {
    const [old, kept] = [await stop(), await stop()];
    await t.runJobs();
    expect(await days()).toMatchObject([{ date: '2026-10-31', totalPickups: 2 }]);
    t.setNow(new Date('2026-11-20T14:00:00Z'));
    const other = await makeDriver(t);
    await staySignedIn(t);
    await assign(t, admin, old, other);
    await t.runJobs();
    expect(await days()).toMatchObject([{ date: '2026-10-31', totalPickups: 1 }]);
    expect((await stats(other.token)).totalPickups).toBe(1);
    await reschedule(t, admin, kept, 0);
    await t.runJobs();
    expect(await days()).toMatchObject([{ date: '2026-11-20', totalPickups: 1 }]);
    const cancelled = await stop();
    await t.runJobs();
    expect(await days()).toMatchObject([{ totalPickups: 2 }]);
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    await t.runJobs();
    expect(await days()).toMatchObject([{ totalPickups: 1 }]);
    await t.call('PATCH', `/api/admin/users/${driver.id}/role`, { token: admin.token, body: { role: 'customer' } });
    await t.runJobs();
    expect(await days()).toEqual([]);
  });

  it('is counted again when a plan adds a stop for today or cancels it', async () => {
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'sunday' });
    const [first] = await stopsOf(t, subscriptionId);
    await assign(t, admin, first?.id ?? '', driver);
    t.setNow(new Date('2026-11-08T14:00:00Z'));
    await staySignedIn(t);
    // Completed a week ago, without signal: the next stop is today's.
    const body = { pickupIds: [first?.id], pressedAt: '2026-11-01T15:00:00Z' };
    await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body });
    await t.runJobs();
    const done = { date: '2026-11-01', totalPickups: 1, completedPickups: 1 };
    expect(await days()).toMatchObject([done, { date: '2026-11-08', totalPickups: 1, completedPickups: 0 }]);
    await t.call('DELETE', `/api/admin/subscriptions/${subscriptionId}`, { token: admin.token });
    await t.runJobs();
    expect(await days()).toMatchObject([done]);
  });

  it('is not counted in the future', async () => {
    await stop(2);
    await t.runJobs();
    expect(await days()).toEqual([]);
  });

  it('has no hours for stops that the dispatcher completed in the evening', async () => {
    const [first, last, evening] = [await stop(), await stop(), await stop()];
    await complete(first, '2026-10-31T13:00:00Z');
    await complete(last, '2026-10-31T15:30:00Z');
    t.setNow(new Date('2026-11-01T02:00:00Z'));
    await t.call('PATCH', `/api/admin/complete-pickup/${evening}`, { token: admin.token });
    await t.runJobs();
    expect(await days()).toMatchObject([{ completedPickups: 3, hoursWorked: '2.50' }]);
  });

  it('is the same when counted again or in parallel', async () => {
    const ids = [await stop(), await stop(), await stop()];
    const pickupIds = ids;
    await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds } });
    await t.runJobs();
    const before = await days();
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await days()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('is enqueued once per request, however many stops it completes', async () => {
    const pickupIds = [await stop(), await stop(), await stop()];
    const waiting = async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'count-driver-day'
        AND state = 'created' AND data->>'driverId' = ${driver.id}`.execute(t.db)
      ).rows[0]?.n;
    await t.runJobs();
    expect(await waiting()).toBe(0);
    await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds } });
    expect(await waiting()).toBe(1);
  });
});
