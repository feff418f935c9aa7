import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownerSettingsId } from '../../contract/owner-settings.ts';
import type { ServiceTimes } from '../../contract/service-times.ts';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { rowOf } from '../../tests/support/pickups/stops.ts';
import { addStop, addVisit } from '../../tests/support/report-rows.ts';
import { bookAt, south } from '../../tests/support/routing/located-stops.ts';
import { trailOf } from '../../tests/support/trail.ts';
import { followSettings } from '../owner-settings/follow-settings.ts';
import { readSettings } from '../settings/settings.ts';
import { measureServiceTimes } from './measure-service-times.ts';

const today = '2026-11-23';
const truth = { stopSeconds: 204, bagSeconds: 18 };
const set = { stopSeconds: 180, bagSeconds: 20 };

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(today, '06:00'));
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  for (const table of [
    'owner_settings',
    'service_times',
    'disposal_visits',
    'routes',
    'idempotency_keys',
    'pickups',
  ] as const) {
    await t.db.deleteFrom(table).execute();
  }
  Object.assign(t.services.settings, { ownerVersion: 0, measuredTimes: null });
  Object.assign(t.services.settings.workTimes, set);
});

const path = '/api/admin/service-times';
const read = async (): Promise<ServiceTimes> => (await t.call('GET', path, { token: admin.token })).body;
const choose = (measurementId: unknown, token: string | undefined = admin.token) =>
  t.call('PUT', path, { token, body: { measurementId } });

/** Writes a driver's completed day. Each stop takes exactly the true time, after its planned drive. */
async function drive(day: string, stops: number, change: { driver?: Person; pressedOn?: string } = {}): Promise<void> {
  const driver = change.driver ?? (await makeDriver(t));
  let at = instantOf(change.pressedOn ?? day, '07:00').getTime();
  const legs: { pickupId: string; seconds: number; meters: number }[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    const [booked, counted] = [1 + (stop % 4), stop % 2 === 0 ? 1 + (stop % 7) : null];
    const seconds = 60 + ((stop * 37) % 240);
    at += (seconds + truth.stopSeconds + truth.bagSeconds * (counted ?? booked)) * 1000;
    const pickupId = await addStop(t.db, customer.id, day, {
      ...{ driverId: driver.id, bagCount: booked, countedBags: counted, routeOrder: stop + 1 },
      ...{ settledAt: new Date(at), completedAt: new Date(at) },
    });
    legs.push({ pickupId, seconds, meters: 500 });
  }
  const route = { id: randomUUID(), driverId: driver.id, date: day, pickupIds: legs.map(({ pickupId }) => pickupId) };
  await t.db
    .insertInto('routes')
    .values({ ...route, routeInstructions: JSON.stringify(legs) })
    .execute();
}

async function driveWeeks(): Promise<void> {
  const driver = await makeDriver(t);
  for (let ago = 1; ago <= 9; ago += 1) await drive(addDays(today, -ago), 25, { driver });
}

describe('the measured times', () => {
  it('are for admins only', async () => {
    const driver = await makeDriver(t);
    expect((await t.call('GET', path)).status).toBe(401);
    expect((await t.call('PUT', path, { body: { measurementId: null } })).status).toBe(401);
    expect((await t.call('GET', path, { token: customer.token })).status).toBe(403);
    expect((await choose(null, driver.token)).status).toBe(403);
  });

  it('are none at first, and none of too few stops', async () => {
    await drive('2026-11-20', 100);
    await measureServiceTimes(t.services);
    expect(await read()).toEqual({ measured: null, set, used: { ...set, isMeasured: false } });
  });

  it('are found on the days of the last four weeks, once', async () => {
    await driveWeeks();
    // Not measured: a day that is too old, and today, which isn't over.
    await drive(addDays(today, -29), 60);
    await drive(today, 60);
    // Not measured: stops pressed on the next day.
    await drive('2026-11-18', 30, { pressedOn: '2026-11-19' });
    await measureServiceTimes(t.services);
    await measureServiceTimes(t.services);
    expect(await t.db.selectFrom('service_times').select('id').execute()).toHaveLength(1);
    const { measured, used } = await read();
    // The first stop of each of nine days has no press before it.
    expect(measured).toMatchObject({ ...truth, stops: 9 * 24, from: '2026-11-14', until: '2026-11-22' });
    expect(used).toEqual({ ...set, isMeasured: false });
  });

  it('leave out stops after a visit to a disposal site', async () => {
    await driveWeeks();
    const [first] = await t.db.selectFrom('pickups').selectAll().orderBy('settledAt').limit(1).execute();
    const emptiedAt = new Date((first?.settledAt?.getTime() ?? 0) + 60_000);
    const visit = { driverId: first?.driverId ?? '', date: first?.scheduledDay ?? '', tons: null };
    await addVisit(t.db, { ...visit, emptiedAt });
    await addVisit(t.db, { ...visit, emptiedAt: null });
    await measureServiceTimes(t.services);
    expect((await read()).measured).toMatchObject({ ...truth, stops: 9 * 24 - 1 });
  });
});

describe('what routes use', () => {
  it('are the measured times after one press and the set times after another, with lines in the trail', async () => {
    await driveWeeks();
    await measureServiceTimes(t.services);
    const { measured } = await read();
    const { status, body } = await choose(measured?.id);
    expect([status, body.used]).toEqual([200, { ...truth, isMeasured: true }]);
    expect(t.services.settings.workTimes).toEqual({ ...truth, startTime: '07:00' });
    // A second press changes nothing.
    expect((await choose(measured?.id)).status).toBe(200);

    await makeDriver(t);
    const planned = await bookAt(t, customer.token, south, {
      scheduledDate: `${addDays(today, 1)}T09:00`,
      bagCount: 8,
    });
    await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body: {} });
    expect((await rowOf(t, planned)).estimatedDuration).toBe(Math.ceil((204 + 8 * 18) / 60));

    expect((await choose(null)).body.used).toEqual({ ...set, isMeasured: false });
    expect(t.services.settings.workTimes).toMatchObject(set);
    const trail = await trailOf(t, admin, 'settings', ownerSettingsId);
    expect(trail.map(({ details }: { details: object }) => details)).toEqual([
      { serviceTimes: '204 s a stop and 18 s a bag (measured) to 180 s a stop and 20 s a bag (set)' },
      { serviceTimes: '180 s a stop and 20 s a bag (set) to 204 s a stop and 18 s a bag (measured)' },
    ]);
  });

  it('reaches other processes, and stays when an owner changes something else', async () => {
    await driveWeeks();
    await measureServiceTimes(t.services);
    await choose((await read()).measured?.id);
    const other = readSettings({ DATABASE_URL: t.databaseUrl, STOP_MINUTES: '4' }, []);
    await (await followSettings({ ...t.services, settings: other }))();
    expect(other.workTimes).toMatchObject(truth);
    const { body: saved } = await t.call('GET', '/api/admin/settings', { token: admin.token });
    const change = { version: saved.version, values: { shiftStart: '06:00', shiftEnd: '14:00' } };
    expect((await t.call('PATCH', '/api/admin/settings', { token: admin.token, body: change })).status).toBe(200);
    expect(t.services.settings.workTimes).toEqual({ ...truth, startTime: '06:00' });
    // Another server switches back; its environment has other set times.
    const services = { ...t.services, settings: other };
    const row = await t.db.selectFrom('owner_settings').selectAll().executeTakeFirstOrThrow();
    const values = JSON.stringify({ ...row.values, measuredTimes: null });
    await t.db
      .updateTable('owner_settings')
      .set({ values, version: row.version + 1 })
      .execute();
    await (await followSettings(services))();
    expect(other.workTimes).toEqual({ stopSeconds: 240, bagSeconds: 20, startTime: '06:00' });
    expect((await read()).used).toEqual({ ...set, isMeasured: false });
  });

  it('refuses a wrong shape, an unknown measurement, and one that is not the newest', async () => {
    await driveWeeks();
    await measureServiceTimes(t.services);
    const id = (await read()).measured?.id;
    await drive('2026-11-13', 30);
    t.setNow(instantOf(today, '06:10'));
    await measureServiceTimes(t.services);
    expect(await choose('newest')).toMatchObject({
      status: 400,
      body: { errors: { measurementId: expect.any(String) } },
    });
    expect((await t.call('PUT', path, { token: admin.token, body: {} })).status).toBe(400);
    expect((await choose(randomUUID())).status).toBe(404);
    expect(await choose(id)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await read()).used.isMeasured).toBe(false);
    expect((await choose((await read()).measured?.id)).status).toBe(200);
  });
});
