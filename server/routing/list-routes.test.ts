import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookAt, south } from '../../tests/support/routing/located-stops.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeEach(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-25', '06:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
  return async () => await t.close();
});

const get = async (path: string) => (await t.call('GET', path, { token: admin.token })).body;
const optimize = () => t.call('POST', '/api/admin/optimize-package-route', { token: admin.token });

describe('listRoutes', () => {
  it('leaves out a route without stops and clears its miles', async () => {
    const only = await bookAt(t, customer.token, south);
    await optimize();
    expect(await get('/api/admin/routes')).toHaveLength(1);
    await t.call('DELETE', `/api/admin/pickups/${only}`, { token: admin.token });
    expect(await get('/api/admin/routes')).toEqual([]);
    const route = await t.db.selectFrom('routes').selectAll().executeTakeFirstOrThrow();
    expect(route).toMatchObject({ pickupIds: [], totalDistance: null, estimatedTime: null, googleMapsUrl: null });
  });

  it("includes today's route however many later days are planned", async () => {
    await bookAt(t, customer.token, south);
    await optimize();
    const ahead = Array.from({ length: 110 }, (_, index) => ({
      ...{ id: randomUUID(), driverId: driver.id, pickupIds: [randomUUID()] },
      date: addDays('2026-11-25', index + 1),
    }));
    await t.db.insertInto('routes').values(ahead).execute();
    const dates = (await get('/api/admin/routes')).map(({ date }: { date: string }) => date);
    expect([dates.length, dates.at(-1)]).toEqual([100, '2026-11-25']);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});
