import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { coordinatesText } from '../../../contract/values/places.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { rowOf } from '../../../tests/support/pickups/stops.ts';
import { bookAt, eastOf, placeAt, south } from '../../../tests/support/routing/located-stops.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';
import { RoadDistancesError } from '../../external/roads/road-distances.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
/** Runs while the travel costs are read. */
let meanwhile: () => Promise<unknown>;
const nine = instantOf('2026-11-25', '09:00');
beforeEach(async () => {
  await start();
  return async () => await t.close();
});

async function start(env: Record<string, string> = {}) {
  meanwhile = async () => {};
  const roads = {
    async between(): Promise<never> {
      await meanwhile();
      throw new RoadDistancesError('no roads in a test');
    },
  };
  t = await startTestApp(env, { roads });
  t.setNow(instantOf('2026-11-25', '06:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
}

interface Stop {
  id: string;
  address: string;
  status: string;
  milesFromPrevious: number | null;
  estimatedArrival: string;
  routeOrder: number;
  place: { longitude: number };
}
const post = (path: string, body: unknown = {}, token = admin.token) => t.call('POST', path, { token, body });
const optimize = () => post('/api/admin/optimize-package-route');
const readRoute = async () => (await t.call('GET', '/api/admin/routes', { token: admin.token })).body[0];
const stopsNow = async () => (await readRoute()).pickups as Stop[];
const complete = (...stops: (Stop | undefined)[]) =>
  post('/api/driver/complete-bulk', { pickupIds: stops.map((stop) => stop?.id) }, driver.token);
const fail = (stop: Stop | undefined) =>
  post(`/api/driver/pickups/${stop?.id}/incomplete`, { reason: 'not-out' }, driver.token);
const cancel = (stop: Stop | undefined) => t.call('DELETE', `/api/admin/pickups/${stop?.id}`, { token: admin.token });
/** Plans stops along a street from west to east, 0.66 miles and 133 s per spot. Returns them in route order. */
async function plan(spots: number[], change: Record<string, unknown> = {}): Promise<Stop[]> {
  for (const spot of spots) {
    await bookAt(t, customer.token, eastOf(south, spot), {
      address: `${100 + spot} Pine St, Philadelphia, PA 19147`,
      ...change,
    });
  }
  await optimize();
  return await stopsNow();
}
const secondsAfter = (stop: Stop | undefined, from: Date) =>
  (new Date(stop?.estimatedArrival ?? 0).getTime() - from.getTime()) / 1_000;

describe('after a stop has left a route', () => {
  it('updates miles, minutes and link to the remaining stops', async () => {
    const stops = await plan([0, 1, 20]);
    const planned = await readRoute();
    expect(Number(planned.totalDistance)).toBeCloseTo(13.2, 0);
    await cancel(stops.find(({ address }) => address.startsWith('120')));
    await t.runJobs();
    const left = await readRoute();
    expect(Number(left.totalDistance)).toBeCloseTo(0.7, 1);
    // Two stops of eight bags, 340 s each, and the leg between them.
    expect(left.estimatedTime).toBe(Math.round((2 * 340 + 133) / 60));
    expect(left.googleMapsUrl).not.toContain('120+Pine');
    expect(left.googleMapsUrl).toContain('101+Pine');
  });

  it('numbers the stops without gaps for dispatcher and driver, in the same order', async () => {
    const stops = await plan([0, 1, 2, 3, 4]);
    t.setNow(nine);
    await complete(stops[2]);
    await cancel(stops[1]);
    await t.runJobs();
    const left = [0, 2, 3, 4].map((index, place) => [stops[index]?.id, place + 1]);
    expect((await stopsNow()).map(({ id, routeOrder }) => [id, routeOrder])).toEqual(left);
    const { body } = await t.call('GET', '/api/driver/route', { token: driver.token });
    expect(body['2026-11-25'].pickups.map(({ id, routeOrder }: Stop) => [id, routeOrder])).toEqual(left);
  });

  it('numbers no other route, and counts no cancelled stop that is still in the route', async () => {
    const stops = await plan([0, 1, 2]);
    const inOtherRoute = async (driverId: string, date: string) => {
      const pickupId = await bookAt(t, customer.token, south, { scheduledDate: date });
      const known = { totalDistance: null, estimatedTime: null, googleMapsUrl: null, startLocation: null };
      const rest = { endLocation: null, routeInstructions: null, startedAt: null, completedAt: null };
      const route = {
        id: randomUUID(),
        driverId,
        date,
        pickupIds: [pickupId],
        optimizedOrder: null,
        ...known,
        ...rest,
      };
      await t.db.insertInto('routes').values(route).execute();
      const place = { status: 'assigned', driverId, routeId: route.id, routeOrder: 5 } as const;
      await t.db.updateTable('pickups').set(place).where('id', '=', pickupId).execute();
      return pickupId;
    };
    const others = [
      await inOtherRoute((await makeDriver(t)).id, '2026-11-25'),
      await inOtherRoute(driver.id, '2026-11-26'),
    ];
    // Ending a plan doesn't remove its stop from the route.
    await t.db
      .updateTable('pickups')
      .set({ status: 'cancelled' })
      .where('id', '=', stops[0]?.id ?? '')
      .execute();
    await cancel(stops[1]);
    await t.runJobs();
    const orderOf = async (id = '') => (await rowOf(t, id)).routeOrder;
    expect(await Promise.all(others.map(orderOf))).toEqual([5, 5]);
    expect(await orderOf(stops[2]?.id)).toBe(1);
    const travel = await t.db.selectFrom('routes').select(['driverId', 'date', 'totalDistance']).execute();
    const written = travel.filter(({ totalDistance }) => totalDistance !== null);
    expect(written).toMatchObject([{ driverId: driver.id, date: '2026-11-25', totalDistance: '0.00' }]);
  });

  it('writes no miles and minutes of a route that has no stops left', async () => {
    const [only] = await plan([0]);
    await cancel(only);
    await t.runJobs();
    const route = await t.db.selectFrom('routes').selectAll().executeTakeFirstOrThrow();
    expect(route).toMatchObject({ pickupIds: [], totalDistance: null, estimatedTime: null });
  });

  it('recomputes the leg across the gap and the arrival after it', async () => {
    const stops = await plan([0, 1, 2]);
    await cancel(stops[1]);
    await t.runJobs();
    const left = await stopsNow();
    expect(left.map(({ milesFromPrevious }) => milesFromPrevious)).toEqual([null, expect.closeTo(1.3, 1)]);
    expect(secondsAfter(left[1], new Date(stops[2]?.estimatedArrival ?? 0))).toBeCloseTo(-340, -1);
  });

  it('updates a future route, and a past one except its arrival times', async () => {
    for (const spot of [0, 1, 2]) {
      await bookAt(t, customer.token, eastOf(south, spot), { scheduledDate: '2026-11-27' });
    }
    await optimize();
    const stops = await stopsNow();
    expect((await readRoute()).date).toBe('2026-11-27');
    await cancel(stops[0]);
    await t.runJobs();
    const route = await readRoute();
    expect(Number(route.totalDistance)).toBeCloseTo(0.7, 1);
    expect(secondsAfter(route.pickups[0], instantOf('2026-11-27', '07:00'))).toBe(0);

    await t.db.updateTable('pickups').set({ estimatedArrival: nine }).execute();
    t.setNow(instantOf('2026-11-28', '06:00'));
    admin = await makeAdmin(t);
    await cancel(route.pickups[0]);
    await t.runJobs();
    const over = await readRoute();
    expect([over.totalDistance, over.pickups[0].estimatedArrival]).toEqual(['0.00', nine.toISOString()]);
  });

  it("updates the miles in the driver's figures", async () => {
    const stops = await plan([0, 1, 30]);
    await cancel(stops.find(({ address }) => address.startsWith('130')));
    t.setNow(nine);
    await complete(...stops.filter(({ address }) => !address.startsWith('130')));
    await t.runJobs();
    const { body } = await t.call('GET', '/api/driver/stats', { token: driver.token });
    expect(Number((await readRoute()).totalDistance)).toBeCloseTo(0.7, 1);
    expect(Number(body.today.totalDistance)).toBeCloseTo(0.7, 1);
  });
});

describe('when the bag limit of a plan changes', () => {
  it('updates the time at its stop and the later arrivals', async () => {
    const address = '100 Pine St, Philadelphia, PA 19147';
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'thursday', address });
    const [own] = await stopsOf(t, subscriptionId);
    await placeAt(t, own?.id as string, coordinatesText(south));
    const thursday = instantOf('2026-11-26', '09:00').toISOString();
    await bookAt(t, customer.token, eastOf(south, 1), { scheduledDate: thursday });
    await optimize();
    await post('/api/admin/optimize-subscription-route');
    const before = await readRoute();
    expect(before).toMatchObject({ date: '2026-11-26', totalStops: 2 });
    const path = `/api/admin/subscriptions/${subscriptionId}`;
    const edited = await t.call('PATCH', path, { token: admin.token, body: { bagCountLimit: 15 } });
    expect(edited.status).toBe(200);
    await t.runJobs();
    const after = await readRoute();
    // Nine more bags at 20 s each.
    expect(after.estimatedTime).toBe(before.estimatedTime + 3);
    const [resized] = await stopsOf(t, subscriptionId);
    expect(resized).toMatchObject({ bagCount: 15, estimatedDuration: 8 });
    const last = (route: { pickups: Stop[] }) => new Date(route.pickups[1]?.estimatedArrival ?? 0).getTime();
    expect(last(after) - last(before)).toBe(after.pickups[0].id === own?.id ? 180_000 : 0);
  });
});

describe('as the driver works through a route', () => {
  it('links to the open stops only and keeps the miles of the day', async () => {
    const stops = await plan(Array.from({ length: 13 }, (_, index) => index));
    t.setNow(nine);
    await complete(...stops.slice(0, 10));
    await t.runJobs();
    const { googleMapsUrl, totalDistance } = await readRoute();
    const shown = stops.filter(({ address }) => googleMapsUrl.includes(address.split(',')[0]?.replaceAll(' ', '+')));
    expect(shown).toEqual(stops.slice(10));
    expect(Number(totalDistance)).toBeCloseTo(12 * 0.66, 0);
    await complete(...stops.slice(10));
    await t.runJobs();
    expect(await readRoute()).toMatchObject({ googleMapsUrl: null, totalDistance });
  });

  it('continues from a stop that the driver marked incomplete', async () => {
    const stops = await plan([0, 1, 2, 10, 10.2]);
    t.setNow(nine);
    await complete(stops[0]);
    t.setNow(instantOf('2026-11-25', '09:30'));
    const far = stops.findIndex(({ address }) => address.startsWith('110 '));
    await fail(stops[far]);
    await t.runJobs();
    const nearFar = stops.find(({ address }) => address.startsWith('110.2')) as Stop;
    const { body } = await optimize();
    const again = body.routes[0].pickups as Stop[];
    expect(again.slice(0, 3).map(({ id }) => id)).toEqual([stops[0]?.id, stops[far]?.id, nearFar.id]);
    expect(secondsAfter(again[2], instantOf('2026-11-25', '09:30'))).toBeLessThan(60);
  });

  it('does not move the driver to stops that the dispatcher marks', async () => {
    const stops = await plan([0, 1, 2, 10]);
    t.setNow(nine);
    await complete(stops[0]);
    for (const [index, move] of [
      [3, 'complete-pickup'],
      [2, 'pickup-incomplete'],
    ] as const) {
      const path = `/api/admin/${move}/${stops[index]?.id}`;
      expect((await t.call('PATCH', path, { token: admin.token })).status).toBe(200);
    }
    await t.runJobs();
    const left = (await stopsNow()).filter(({ status }) => status === 'assigned');
    expect(left.map(({ id }) => id)).toEqual([stops[1]?.id]);
    expect(left[0]?.milesFromPrevious).toBeCloseTo(0.66, 1);
    expect(secondsAfter(left[0], nine)).toBeCloseTo(133, -1);
  });

  it('continues from a stop that the dispatcher marked before the driver did', async () => {
    const stops = await plan([0, 1, 2, 10]);
    const mark = `/api/admin/pickup-incomplete/${stops[2]?.id}`;
    expect((await t.call('PATCH', mark, { token: admin.token })).status).toBe(200);
    await t.runJobs();
    t.setNow(nine);
    expect((await fail(stops[2])).status).toBe(200);
    await t.runJobs();
    const [next] = (await stopsNow()).filter(({ status }) => status === 'assigned');
    expect(next?.milesFromPrevious).toBeCloseTo(1.3, 1);
    expect(secondsAfter(next, nine)).toBeCloseTo(266, -1);
  });

  it('clears the resolved time of a stop that is rescheduled', async () => {
    const stops = await plan([0, 1, 10]);
    t.setNow(nine);
    await fail(stops[2]);
    await post(`/api/admin/pickups/${stops[2]?.id}/reschedule`, { newDate: '2026-11-25', shouldEmailCustomer: false });
    const row = await t.db
      .selectFrom('pickups')
      .selectAll()
      .where('id', '=', stops[2]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ routeId: null, settledAt: null });
  });

  it('computes arrivals from now when the driver starts before 07:00', async () => {
    const stops = await plan([0, 1, 2]);
    const early = instantOf('2026-11-25', '06:10');
    t.setNow(early);
    await complete(stops[0]);
    await t.runJobs();
    const left = await stopsNow();
    expect(secondsAfter(left[1], early)).toBeCloseTo(133, -1);
  });

  it('writes ascending times when a stop is moved in the meantime', async () => {
    const stops = await plan([0, 1, 2, 3, 4, 5]);
    const { id } = await readRoute();
    t.setNow(nine);
    await complete(stops[0]);
    let isFirst = true;
    meanwhile = async () => {
      if (!isFirst) return;
      isFirst = false;
      expect((await post(`/api/admin/routes/${id}/move-stop`, { pickupId: stops[5]?.id, position: 2 })).status).toBe(
        200,
      );
    };
    await t.runJobs();
    const times = (await stopsNow()).slice(1).map(({ estimatedArrival }) => estimatedArrival);
    expect((await stopsNow())[1]?.id).toBe(stops[5]?.id);
    expect(times).toEqual(times.toSorted());
  });

  it('completes the route when every stop is resolved, even if none was completed', async () => {
    const stops = await plan([0, 1]);
    t.setNow(nine);
    await fail(stops[0]);
    expect(await readRoute()).toMatchObject({ status: 'pending', progress: 50, completedAt: null });
    const later = instantOf('2026-11-25', '09:20');
    t.setNow(later);
    await fail(stops[1]);
    expect(await readRoute()).toMatchObject({
      ...{ status: 'completed', progress: 100, startedAt: null, completedAt: later.toISOString() },
    });
  });
});

it('includes the leg to the configured end', async () => {
  await t.close();
  await start({ ROUTE_START: '39.9365,-75.1583', ROUTE_END: '39.9365,-74.7583' });
  for (const spot of [0, 1]) await bookAt(t, customer.token, eastOf(south, spot));
  const { body } = await optimize();
  // 0.4 degrees of longitude from start to end.
  expect(body.totalMiles).toBeCloseTo(40 * 0.662, 0);
  expect(Number(body.routes[0].totalDistance)).toBe(body.totalMiles);
  expect(body.totalMinutes).toBeCloseTo((2 * 340 + 40 * 132.5) / 60, -1);
});

it('treats apartments of one building as one place', async () => {
  for (let door = 1; door <= 5; door++) {
    await bookAt(t, customer.token, south, { address: `1500 Pine St Apt ${door}, Philadelphia, PA 19102` });
  }
  const { body } = await optimize();
  expect([body.totalMiles, body.totalMinutes]).toEqual([0, Math.round((5 * 340) / 60)]);
});
