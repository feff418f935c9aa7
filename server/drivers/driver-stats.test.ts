import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeDriver, staySignedIn } from '../../tests/support/accounts/people.ts';
import { setUpDriverApp } from '../../tests/support/driver/driver-app.ts';
import { assign, reschedule } from '../../tests/support/pickups/stops.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

/** A Saturday, 08:00 in New York. The clocks go back the next day. */
const saturday = new Date('2026-10-31T12:00:00Z');
const app = setUpDriverApp(saturday);

const complete = (id: string, pressedAt: string) => {
  app.t.setNow(new Date(pressedAt));
  return app.complete([id]);
};
const stats = async (token = app.driver.token) => (await app.t.call('GET', '/api/driver/stats', { token })).body;
const sweep = async () => {
  await app.t.services.jobs.enqueue(app.t.db, 'sweep-driver-days', {});
  await app.t.runJobs();
};
const days = async () =>
  await app.t.db
    .selectFrom('driver_metrics')
    .selectAll()
    .where('driverId', '=', app.driver.id)
    .orderBy('date')
    .execute();

const nothing = { totalPickups: 0, completedPickups: 0, totalDistance: null, hoursWorked: null };

describe('GET /api/driver/stats', () => {
  it('is for drivers, each for their own', async () => {
    expect((await app.t.call('GET', '/api/driver/stats')).status).toBe(401);
    for (const { token } of [app.customer, app.admin]) {
      expect((await app.t.call('GET', '/api/driver/stats', { token })).status).toBe(403);
    }
    await complete(await app.stop(), '2026-10-31T13:00:00Z');
    await app.t.runJobs();
    expect((await stats()).completedPickups).toBe(1);
    expect(await stats((await makeDriver(app.t)).token)).toEqual({ ...nothing, completedBags: 0, today: nothing });
  });

  it('returns the totals of all days and of today', async () => {
    expect(await stats()).toEqual({ ...nothing, completedBags: 0, today: nothing });
    const [a, b, c, tomorrow] = [await app.stop(), await app.stop(), await app.stop(), await app.stop(1)];
    await complete(a, '2026-10-31T13:00:00Z');
    await complete(b, '2026-10-31T15:45:00Z');
    await app.t.runJobs();
    const saturdays = { totalPickups: 3, completedPickups: 2, totalDistance: null, hoursWorked: '2.75' };
    expect(await stats()).toMatchObject({ ...saturdays, today: saturdays });
    await complete(tomorrow, '2026-11-01T13:00:00Z');
    // The overdue stop was scheduled for Saturday and completed on Sunday.
    await complete(c, '2026-11-01T14:00:00Z');
    await app.t.runJobs();
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
    const [late, first, last] = [await app.stop(), await app.stop(1), await app.stop(1)];
    await complete(late, '2026-11-01T03:59:00Z');
    await complete(first, '2026-11-01T04:00:00Z');
    await complete(last, '2026-11-02T04:59:00Z');
    await app.t.runJobs();
    expect(await days()).toMatchObject([
      { date: '2026-10-31', completedPickups: 1, hoursWorked: '0.00' },
      { date: '2026-11-01', completedPickups: 2, hoursWorked: '24.98' },
    ]);
  });

  it('counts stops that the dispatcher completed and incomplete ones, but not those that left the driver', async () => {
    const [done, undone, issue, cancelled, given] = [
      await app.stop(),
      await app.stop(),
      await app.stop(),
      await app.stop(),
      await app.stop(),
    ];
    await app.t.call('PATCH', `/api/admin/complete-pickup/${done}`, { token: app.admin.token });
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ totalPickups: 5, completedPickups: 1 }]);
    const body = { reason: 'not-out' };
    await app.t.call('POST', `/api/driver/pickups/${undone}/incomplete`, { token: app.driver.token, body });
    await app.t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: app.admin.token });
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    await assign(app.t, app.admin, given, await makeDriver(app.t));
    await sweep();
    expect(await days()).toMatchObject([{ totalPickups: 3, completedPickups: 1 }]);
  });

  it('is deleted when it no longer has stops', async () => {
    const id = await app.stop();
    await sweep();
    expect(await days()).toMatchObject([
      { date: '2026-10-31', totalPickups: 1, completedPickups: 0, hoursWorked: null },
    ]);
    await reschedule(app.t, app.admin, id, 3);
    await sweep();
    expect(await days()).toEqual([]);
  });

  it('is counted again for a week, so that an overdue stop that moves is no longer counted', async () => {
    const id = await app.stop();
    await sweep();
    app.t.setNow(new Date('2026-11-05T14:00:00Z'));
    await reschedule(app.t, app.admin, id, 0);
    await sweep();
    expect(await days()).toMatchObject([{ date: '2026-11-05', totalPickups: 1 }]);
  });

  it('has the miles of the route and the mean of the ratings, but no earnings', async () => {
    const [a, b, c] = [await app.stop(), await app.stop(), await app.stop()];
    const route = { id: randomUUID(), driverId: app.driver.id, date: '2026-10-31', totalDistance: '12.34' };
    await app.t.db.insertInto('routes').values(route).execute();
    await app.t.db.updateTable('pickups').set({ customerRating: 4 }).where('id', '=', a).execute();
    await app.t.db.updateTable('pickups').set({ customerRating: 5 }).where('id', 'in', [b, c]).execute();
    await complete(a, '2026-10-31T13:00:00Z');
    await complete(b, '2026-10-31T13:20:00Z');
    await app.t.runJobs();
    expect(await days()).toMatchObject([
      { totalDistance: '12.34', averageRating: '4.50', totalEarnings: null, hoursWorked: '0.33' },
    ]);
    expect(await stats()).toMatchObject({ totalDistance: '12.34' });
  });

  it('is counted again when a stop is assigned, reassigned, rescheduled or unassigned, also long ago and without the sweep', async () => {
    const [old, kept] = [await app.stop(), await app.stop()];
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ date: '2026-10-31', totalPickups: 2 }]);
    app.t.setNow(new Date('2026-11-20T14:00:00Z'));
    const other = await makeDriver(app.t);
    await staySignedIn(app.t);
    await assign(app.t, app.admin, old, other);
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ date: '2026-10-31', totalPickups: 1 }]);
    expect((await stats(other.token)).totalPickups).toBe(1);
    await reschedule(app.t, app.admin, kept, 0);
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ date: '2026-11-20', totalPickups: 1 }]);
    const cancelled = await app.stop();
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ totalPickups: 2 }]);
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ totalPickups: 1 }]);
    await app.t.call('PATCH', `/api/admin/users/${app.driver.id}/role`, {
      token: app.admin.token,
      body: { role: 'customer' },
    });
    await app.t.runJobs();
    expect(await days()).toEqual([]);
  });

  it('is counted again when a plan adds a stop for today or cancels it', async () => {
    const { subscriptionId } = await makeSubscriber(app.t, { packageType: 'basic', preferredDay: 'sunday' });
    const [first] = await stopsOf(app.t, subscriptionId);
    await assign(app.t, app.admin, first?.id ?? '', app.driver);
    app.t.setNow(new Date('2026-11-08T14:00:00Z'));
    await staySignedIn(app.t);
    // The driver completed the stop a week ago without signal, so the plan's next stop is today.
    await app.complete([first?.id ?? ''], { pressedAt: '2026-11-01T15:00:00Z' });
    await app.t.runJobs();
    const done = { date: '2026-11-01', totalPickups: 1, completedPickups: 1 };
    expect(await days()).toMatchObject([done, { date: '2026-11-08', totalPickups: 1, completedPickups: 0 }]);
    await app.t.call('DELETE', `/api/admin/subscriptions/${subscriptionId}`, { token: app.admin.token });
    await app.t.runJobs();
    expect(await days()).toMatchObject([done]);
  });

  it('is not counted in the future', async () => {
    await app.stop(2);
    await app.t.runJobs();
    expect(await days()).toEqual([]);
  });

  it('has no hours for stops that the dispatcher completed in the evening', async () => {
    const [first, last, evening] = [await app.stop(), await app.stop(), await app.stop()];
    await complete(first, '2026-10-31T13:00:00Z');
    await complete(last, '2026-10-31T15:30:00Z');
    app.t.setNow(new Date('2026-11-01T02:00:00Z'));
    await app.t.call('PATCH', `/api/admin/complete-pickup/${evening}`, { token: app.admin.token });
    await app.t.runJobs();
    expect(await days()).toMatchObject([{ completedPickups: 3, hoursWorked: '2.50' }]);
  });

  it('is the same when counted again or in parallel', async () => {
    await app.complete([await app.stop(), await app.stop(), await app.stop()]);
    await app.t.runJobs();
    const before = await days();
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await days()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('is enqueued once per request, however many stops it completes', async () => {
    const pickupIds = [await app.stop(), await app.stop(), await app.stop()];
    const waiting = async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'count-driver-day'
        AND state = 'created' AND data->>'driverId' = ${app.driver.id}`.execute(app.t.db)
      ).rows[0]?.n;
    await app.t.runJobs();
    expect(await waiting()).toBe(0);
    await app.complete(pickupIds);
    expect(await waiting()).toBe(1);
  });
});
