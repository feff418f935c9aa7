import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookAt, eastOf, placeAt, south } from '../../../tests/support/routing/located-stops.ts';
import { insertVisit, makeSite } from '../../../tests/support/routing/truck-days.ts';
import { RoadDistancesError } from '../../external/roads/road-distances.ts';
import { promiseWindows } from '../promises/promise-windows.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
/** Runs while the routes are being planned. */
let meanwhile: () => Promise<unknown>;
beforeEach(async () => {
  meanwhile = async () => {};
  const roads = {
    async between(): Promise<never> {
      await meanwhile();
      throw new RoadDistancesError('no roads in a test');
    },
  };
  t = await startTestApp({}, { roads });
  t.setNow(instantOf('2026-11-25', '06:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
  return async () => await t.close();
});

const post = (path: string, body: unknown = {}, token = admin.token) => t.call('POST', path, { token, body });
const optimize = () => post('/api/admin/optimize-package-route');
const assign = (id: string, to: Person) => post(`/api/admin/pickups/${id}/assign`, { driverId: to.id });
const complete = (ids: string[], by = driver) => post('/api/driver/complete-bulk', { pickupIds: ids }, by.token);
const rows = () => t.db.selectFrom('pickups').select(['id', 'driverId', 'routeId', 'status']).orderBy('id').execute();
const bookStreet = async (spots: number[]) => {
  const ids: string[] = [];
  for (const spot of spots) ids.push(await bookAt(t, customer.token, eastOf(south, spot)));
  return ids;
};

describe('planning while the day changes', () => {
  it('starts over when a stop is cancelled or completed in the meantime', async () => {
    const [gone, done, third, fourth] = (await bookStreet([0, 1, 2, 3])) as [string, string, string, string];
    await assign(done, driver);
    let times = 0;
    meanwhile = async () => {
      times += 1;
      if (times === 1) await t.call('DELETE', `/api/admin/pickups/${gone}`, { token: admin.token });
      if (times === 2) await complete([done]);
    };
    const { status, body } = await optimize();
    expect(status).toBe(200);
    expect(times).toBe(2);
    const planned = await rows();
    expect(planned.find(({ id }) => id === gone)).toMatchObject({ status: 'cancelled', routeId: null });
    expect(planned.find(({ id }) => id === done)).toMatchObject({ status: 'completed', driverId: driver.id });
    for (const id of [third, fourth]) {
      expect(planned.find((row) => row.id === id)).toMatchObject({ status: 'assigned', driverId: driver.id });
    }
    expect(body.routes[0].pickups.map(({ id }: { id: string }) => id)).toEqual([done, third, fourth]);
  });

  it('starts over when windows are promised in the meantime', async () => {
    const [id] = await bookStreet([0]);
    await optimize();
    await bookStreet([1]);
    let times = 0;
    meanwhile = async () => {
      times += 1;
      await promiseWindows(t.services);
    };
    expect((await optimize()).status).toBe(200);
    expect(times).toBe(2);
    expect(await t.db.selectFrom('promised_windows').select('pickupId').execute()).toEqual([{ pickupId: id }]);
  });

  it('returns 409 when the day keeps changing', async () => {
    await bookStreet([0, 1]);
    meanwhile = async () => {
      await assign((await bookStreet([2]))[0] as string, driver);
    };
    expect(await optimize()).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await rows()).every(({ routeId }) => routeId === null)).toBe(true);
  });

  it('leaves bookings that arrive in the meantime pending', async () => {
    const known = await bookStreet([0, 1]);
    const arrived: string[] = [];
    meanwhile = async () => {
      arrived.push(...(await bookStreet([2])));
    };
    expect(await optimize()).toMatchObject({ status: 200, body: { totalStops: 2 } });
    expect(arrived).toHaveLength(1);
    const pending = (await rows()).filter(({ status }) => status === 'pending');
    expect(pending.map(({ id }) => id)).toEqual(arrived);
    meanwhile = async () => {};
    expect((await optimize()).body.totalStops).toBe(known.length + 1);
  });

  it('removes stops that drivers resolve in the meantime, without starting over', async () => {
    const others = [await makeDriver(t), await makeDriver(t), await makeDriver(t), await makeDriver(t)];
    const busy = [driver, ...others];
    const own = new Map<Person, string>();
    for (const [index, person] of busy.entries()) {
      const [first, second] = (await bookStreet([index, index + 0.5])) as [string, string];
      for (const id of [first, second]) await assign(id, person);
      own.set(person, first);
    }
    await bookStreet([0.1, 0.2]);
    t.setNow(instantOf('2026-11-25', '09:00'));
    let times = 0;
    meanwhile = async () => {
      times += 1;
      for (const person of busy) await complete([own.get(person) as string], person);
    };
    const { status, body } = await optimize();
    expect(status).toBe(200);
    const planned = await rows();
    expect(planned.filter((row) => row.status === 'assigned' && row.routeId)).toHaveLength(7);
    expect(times).toBe(1);
    for (const route of body.routes as { pickups: { status: string; routeOrder: number }[] }[]) {
      expect(route.pickups.map(({ routeOrder }) => routeOrder)).toEqual(route.pickups.map((_, index) => index + 1));
      expect(route.pickups.map((stop) => stop.status)).toEqual(
        route.pickups
          .map((stop) => stop.status)
          .toSorted()
          .toReversed(),
      );
    }
  });

  it('starts over when a driver has emptied the truck at a site that the plan does not know', async () => {
    const date = '2026-11-25';
    const siteId = await makeSite(t, { isActive: false });
    const visit = await insertVisit(t, { driverId: driver.id, date, siteId });
    for (const id of await bookStreet([0, 1])) await assign(id, driver);
    let times = 0;
    meanwhile = async () => {
      times += 1;
      const path = `/api/driver/disposal-visits/${visit}/emptied`;
      if (times === 1) expect((await post(path, { siteId }, driver.token)).status).toBe(200);
    };
    const { status, body } = await optimize();
    expect([status, times]).toEqual([200, 2]);
    // The drive from the site to the first stop is a leg like any other.
    expect(body.routes[0].pickups[0].milesFromPrevious).toBeGreaterThan(1);
  });

  it('starts over when a driver whose stops it would give to another has begun in the meantime', async () => {
    const ids = await bookStreet([0, 1, 2, 3]);
    await optimize();
    await makeDriver(t);
    t.setNow(instantOf('2026-11-25', '09:00'));
    let times = 0;
    meanwhile = async () => {
      times += 1;
      if (times === 1) await complete([ids[0] as string]);
    };
    const { status } = await post('/api/admin/optimize-package-route', { includeAssigned: true });
    expect([status, times > 1]).toEqual([200, true]);
    expect((await rows()).map(({ driverId }) => driverId)).toEqual(ids.map(() => driver.id));
  });

  it('does not start over when coordinates change', async () => {
    const ids = await bookStreet([0, 1, 2]);
    let lookups = 0;
    meanwhile = async () => {
      lookups += 1;
      await placeAt(t, ids[0] as string, `39.${93_000 + lookups},-75.16`);
    };
    expect(await optimize()).toMatchObject({ status: 200, body: { totalStops: 3 } });
    expect(lookups).toBe(1);
  });
});
