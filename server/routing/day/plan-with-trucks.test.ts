import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { coordinatesText } from '../../../contract/values/places.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { isLong } from '../../../tests/support/effort.ts';
import { randomOf } from '../../../tests/support/random.ts';
import { boardOf } from '../../../tests/support/routing/board.ts';
import { bookAt, eastOf, placeAt, south } from '../../../tests/support/routing/located-stops.ts';
import { insertVisit, makeSite, setTruck, visitsOf } from '../../../tests/support/routing/truck-days.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { listPending, type StopRow } from '../stops.store.ts';
import { planRoutes } from './plan/plan-routes.ts';
import { readDay, readDayStops } from './read/read-day.ts';
import { refreshArrivals } from './refresh-arrivals.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
const date = '2026-11-25';
const at = (wallTime: string) => instantOf(date, wallTime);
beforeEach(async () => {
  t = await startTestApp({ STOP_MINUTES: '2' });
  t.setNow(at('05:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
  return async () => await t.close();
});

const post = (path: string, body: unknown = {}, token = admin.token) => t.call('POST', path, { token, body });
const optimize = (body: unknown = {}) => post('/api/admin/optimize-package-route', body);
const assign = (id: string, to = driver) => post(`/api/admin/pickups/${id}/assign`, { driverId: to.id });
const column = async () =>
  (await boardOf(t, admin).read(date)).columns.find((one: { driverId: string }) => one.driverId === driver.id);
const stopRows = () =>
  t.db
    .selectFrom('pickups')
    .select(['id', 'driverId', 'routeOrder', 'bagCount', 'coordinates', 'estimatedArrival', 'status'])
    .orderBy('id')
    .execute();
/** Books stops along a street from west to east, half a mile apart. */
async function bookStreet(spots: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const spot of spots) ids.push(await bookAt(t, customer.token, eastOf(south, spot)));
  return ids;
}

const setBags = (ids: string[], bagCount: number) =>
  t.db.updateTable('pickups').set({ bagCount }).where('id', 'in', ids).execute();

/** Inserts pending stops across a part of the city, with two bags each on average. */
async function fillDay(count: number): Promise<void> {
  const random = randomOf(count);
  const spot = () => ({ latitude: 39.92 + random.int(300) / 10_000, longitude: -75.19 + random.int(300) / 10_000 });
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: randomUUID(), customerId: customer.id, address: `${index + 1} Pine St, Philadelphia, PA 19147` },
    ...{ coordinates: coordinatesText(spot()), coordinatesPrecision: 'address' as const, bagCount: 1 + random.int(3) },
    ...{ amount: '45.00', serviceType: 'one-time' as const, scheduledDate: at('09:00') },
  }));
  await t.db.insertInto('pickups').values(rows).execute();
}

async function hireThree(capacityBags = 60): Promise<Person[]> {
  const drivers = [driver, await makeDriver(t), await makeDriver(t)];
  for (const { id: driverId } of drivers) {
    await setTruck(t, driverId, { capacityBags });
    await t.db.insertInto('driver_shifts').values({ driverId, start: '05:00', end: '15:00' }).execute();
  }
  return drivers;
}

/**
 * Returns the driving time between two coordinates in seconds as ROUTE-22 defines it: great-circle distance × 1.25 at
 * 18 miles an hour.
 */
function secondsBetween(from: string | null, to: string | null): number {
  const [[a = 0, b = 0], [c = 0, d = 0]] = [from, to].map((text) =>
    (text ?? '').split(',').map((n) => (Number(n) * Math.PI) / 180),
  ) as [number[], number[]];
  const haversine = Math.sin((c - a) / 2) ** 2 + Math.cos(a) * Math.cos(c) * Math.sin((d - b) / 2) ** 2;
  return (2 * 6_371_009 * Math.asin(Math.sqrt(haversine)) * 1.25) / (18 * 0.447_04);
}

/** Returns the rules that a driver's saved day breaks, computed from the rows alone. */
async function brokenRules(
  driverId: string,
  { capacity, closes, shiftEnd }: { capacity: number; closes: Date; shiftEnd: Date },
) {
  const stops = (await stopRows())
    .filter((row) => row.driverId === driverId)
    .toSorted((a, b) => (a.routeOrder ?? 0) - (b.routeOrder ?? 0));
  const visits = await visitsOf(t, driverId, date);
  const site = await t.db.selectFrom('disposal_sites').selectAll().executeTakeFirstOrThrow();
  const day = [...stops.keys(), stops.length].flatMap((gap) => [
    ...visits.filter(({ afterStops }) => afterStops === gap),
    ...stops.slice(gap, gap + 1),
  ]);
  const broken: string[] = [];
  let [bags, ready, place] = [0, at('05:00').getTime() / 1000, null as string | null];
  for (const one of day) {
    const isStop = 'bagCount' in one;
    const here = isStop ? one.coordinates : site.coordinates;
    const arrives = (one.estimatedArrival?.getTime() ?? 0) / 1000;
    if (place !== null) ready += secondsBetween(place, here);
    if (Math.abs(arrives - ready) > 1 + stops.length) broken.push(`${one.id} is reached at ${arrives}, not ${ready}`);
    if (isStop) bags += one.bagCount;
    if (bags > capacity) broken.push(`${bags} bags on board`);
    if (!isStop && one.bags !== bags) broken.push(`${one.bags} instead of ${bags} bags at the site`);
    if (!isStop && (one.estimatedArrival as Date) > closes) broken.push('the site has closed');
    if (!isStop) bags = 0;
    ready = arrives + (isStop ? 120 + 20 * one.bagCount : site.minutes * 60);
    place = here;
  }
  if (bags > 0) broken.push('the truck does not end empty');
  if (ready > shiftEnd.getTime() / 1000) broken.push('the day ends after the shift');
  return broken;
}

/**
 * The long run has as many stops as a long day. The short run takes a third of the stops and of the truck's capacity,
 * and a fraction of the time.
 */
const day = isLong
  ? { stops: 300, capacity: 60, closes: '14:00', tooMany: { stops: 260, closes: '09:00' } }
  : { stops: 100, capacity: 20, closes: '14:00', tooMany: { stops: 90, closes: '06:30' } };

describe('optimizeRoutes with trucks', () => {
  it(`plans ${day.stops} stops for three trucks within capacity, shift and hours, and again without a change`, async () => {
    const drivers = await hireThree(day.capacity);
    await makeSite(t, { opensAt: '05:00', closesAt: day.closes });
    await fillDay(day.stops);
    const { status, body } = await optimize();
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalStops: day.stops, unassigned: [], overloads: [] });
    const limits = { capacity: day.capacity, closes: at(day.closes), shiftEnd: at('15:00') };
    for (const { id } of drivers) {
      expect(await brokenRules(id, limits)).toEqual([]);
      expect((await visitsOf(t, id, date)).length).toBeGreaterThanOrEqual(3);
    }
    const visits = async () => await t.db.selectFrom('disposal_visits').selectAll().orderBy('id').execute();
    const before = [await stopRows(), await visits()];
    expect((await optimize()).body).toMatchObject({ savedMiles: 0, savedMinutes: 0 });
    expect([await stopRows(), await visits()]).toEqual(before);
  });

  it('never gives a driver more than fits when a day that is too full is planned again', async () => {
    const { stops, closes } = day.tooMany;
    await makeSite(t, { opensAt: '05:00', closesAt: closes });
    const drivers = await hireThree(day.capacity);
    await fillDay(stops);
    const limits = { capacity: day.capacity, closes: at(closes), shiftEnd: at('15:00') };
    for (let press = 0; press < 2; press++) {
      const { body } = await optimize({ date });
      expect(body.overloads).toEqual([]);
      expect(new Set(body.unassigned.map(({ reason }: { reason: string }) => reason))).toEqual(
        new Set(["It doesn't fit into any shift before the disposal sites close."]),
      );
      for (const { id } of drivers) expect(await brokenRules(id, limits)).toEqual([]);
    }
  });

  it('gives few other stops to other drivers when one is off', async () => {
    const [first, ...others] = (await hireThree()) as [Person, Person, Person];
    await makeSite(t);
    await fillDay(60);
    await optimize();
    t.setNow(at('10:00'));
    const before = new Map((await stopRows()).map((row) => [row.id, row.driverId]));
    const off = await boardOf(t, admin).setDay(first, date, { isOff: true, openStops: 'replan' });
    expect(off.body).toMatchObject({ unassigned: [] });
    expect((await optimize({ includeAssigned: true })).status).toBe(200);
    const after = (await stopRows()).filter(({ id }) => before.get(id) !== first.id);
    const changed = after.filter(({ id, driverId }) => before.get(id) !== driverId);
    expect(after.length).toBeGreaterThan(30);
    expect(changed.length / after.length).toBeLessThanOrEqual(0.1);
    expect((await stopRows()).every(({ driverId }) => others.some(({ id }) => id === driverId))).toBe(true);
    expect(await visitsOf(t, first.id, date)).toEqual([]);
  });

  it('says why a stop has no driver, and why a truck is too full', async () => {
    await setTruck(t, driver.id, { capacityBags: 20 });
    const siteId = await makeSite(t);
    const [large] = await bookStreet([0]);
    await setBags([large as string], 25);
    await bookStreet([1, 2]);
    expect((await optimize()).body).toMatchObject({
      unassigned: [{ id: large, reason: 'It has more bags than any truck holds.' }],
      overloads: [],
    });
    await assign(large as string);
    const { body } = await optimize();
    expect(body.overloads).toMatchObject([
      { overMinutes: 0, overBags: 5, bagsReason: 'A stop has more bags than the truck holds.' },
    ]);
    expect(await column()).toMatchObject({ capacityBags: 20, fullestBags: 25, overBags: 5, leftBags: 0 });
    await t.db
      .updateTable('disposal_sites')
      .set({ opensAt: '03:00', closesAt: '04:00' })
      .where('id', '=', siteId)
      .execute();
    const other = await makeDriver(t);
    const [late] = await bookStreet([3]);
    const closed = (await optimize()).body;
    expect(closed.unassigned).toMatchObject([{ id: late, reason: 'No disposal site is open after it.' }]);
    expect(closed.overloads).toMatchObject([{ driverId: driver.id, overBags: 21 }]);
    expect(await column()).toMatchObject({ overBags: 21, leftBags: 41 });
    const drivers = async () => (await t.call('GET', '/api/driver/route', { token: driver.token })).body[date];
    expect(await drivers()).toMatchObject({ leftBags: 41, disposalVisits: [] });
    expect(await visitsOf(t, driver.id, date)).toEqual([]);
    expect((await stopRows()).some(({ driverId }) => driverId === other.id)).toBe(false);
    // Without an active site the capacity is ignored (TRUCK-1).
    await t.db.updateTable('disposal_sites').set({ isActive: false }).execute();
    expect((await optimize()).body).toMatchObject({ unassigned: [], overloads: [] });
    expect(await column()).toMatchObject({ capacityBags: null, overBags: 0, leftBags: 0 });
    expect(await drivers()).toMatchObject({ leftBags: 0 });
  });

  it('plans the same day in the same way, also the hours that its plans prefer', async () => {
    await hireThree();
    await makeSite(t, { opensAt: '05:00', closesAt: '14:00' });
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'wednesday' });
    await t.db
      .updateTable('subscriptions')
      .set({ preferredTime: 'afternoon' })
      .where('id', '=', subscriptionId)
      .execute();
    await t.db
      .updateTable('pickups')
      .set({ scheduledDate: at('09:00') })
      .where('subscriptionId', '=', subscriptionId)
      .execute();
    await fillDay(20);
    const days = await t.db.selectFrom('users').select('id').where('role', '=', 'driver').orderBy('id').execute();
    const pending = [...(await listPending(t.db, 'package', date)), ...(await listPending(t.db, 'subscription', date))];
    expect(pending).toHaveLength(21);
    const dayWith = async (stops: StopRow[]) => {
      const driverIds = days.map(({ id }) => id);
      return await readDay(
        t.services,
        await readDayStops(t.db, t.services.settings, { date, driverIds, pending: stops }),
      );
    };
    const plan = async (stops: StopRow[]) => {
      const { plans } = await planRoutes(await dayWith(stops), { isIncluded: () => true });
      return plans.map(({ driverId, open, arrivals, visits }) => ({
        driverId,
        stops: open.map(({ id }, index) => [id, arrivals[index]]),
        visits: visits.map(({ afterOpen, begins, bags }) => [afterOpen, begins, bags]),
      }));
    };
    const first = await plan(pending);
    expect(first.flatMap(({ stops }) => stops)).toHaveLength(21);
    expect(await plan(pending.toReversed())).toEqual(first);
    const preferring = pending.find((stop) => stop.subscriptionId === subscriptionId);
    expect((await dayWith(pending)).windows.get(preferring?.id ?? '')).toMatchObject({
      earliest: at('12:00').getTime() / 1000,
      latest: at('17:00').getTime() / 1000,
    });
  });

  it('plans stops with wrong or no coordinates, and a site without any', async () => {
    await makeSite(t, { coordinates: null, coordinatesPrecision: null });
    const ids = await bookStreet([0, 1, 2, 3, 4, 5]);
    for (const [index, place] of ['0,0', 'nonsense', null, '10.00000,179.99500'].entries())
      await placeAt(t, ids[index] as string, place);
    const { status, body } = await optimize();
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalStops: 6, unassigned: [], overloads: [] });
    expect(await visitsOf(t, driver.id, date)).toMatchObject([{ afterStops: 6, bags: 48 }]);
  });
});

describe('the day of a truck', () => {
  it('starts and ends at its own places, with its pause', async () => {
    const [depot, end] = [eastOf(south, -2), eastOf(south, -1)];
    await setTruck(t, driver.id, {
      ...{ startCoordinates: coordinatesText(depot), endCoordinates: coordinatesText(end) },
      startAddress: '3900 Richmond St, Philadelphia, PA 19137',
      ...{ pauseMinutes: 45, pauseFrom: '07:20', pauseUntil: '08:00' },
    });
    await bookStreet([0, 1, 2, 3, 4, 5, 6]);
    const { routes } = (await optimize()).body;
    const stops = routes[0].pickups as { estimatedArrival: string; milesFromPrevious: number }[];
    expect(stops[0]?.milesFromPrevious).toBeCloseTo(1.3, 1);
    const route = await t.db.selectFrom('routes').selectAll().executeTakeFirstOrThrow();
    expect(route).toMatchObject({
      startLocation: '3900 Richmond St, Philadelphia, PA 19137',
      endLocation: coordinatesText(end),
    });
    const minutes = stops.map((stop) => (new Date(stop.estimatedArrival).getTime() - at('07:00').getTime()) / 60_000);
    const steps = minutes.slice(1).map((minute, index) => minute - (minutes[index] as number));
    expect(steps.filter((step) => step > 45)).toHaveLength(1);
    const load = await column();
    const service = 7 * ((120 + 160) / 60);
    const miles = routes[0].totalDistance as string;
    expect(load.plannedMinutes).toBeCloseTo(service + 45 + (Number(miles) / 18) * 60, -0.5);
    expect((new Date(load.endsAt).getTime() - at('07:00').getTime()) / 60_000).toBeCloseTo(load.plannedMinutes, -0.5);
  });

  it('keeps the ids of planned visits, never changes an emptied one, and counts what is on board', async () => {
    await setTruck(t, driver.id, { capacityBags: 16 });
    const siteId = await makeSite(t);
    await bookStreet([0, 1, 2, 3, 4]);
    const { routes } = (await optimize()).body;
    const planned = await visitsOf(t, driver.id, date);
    expect(planned).toHaveLength(3);
    expect(routes[0].googleMapsUrl).toContain('Grays+Ferry');
    expect(routes[0].disposalVisits.map(({ id }: { id: string }) => id)).toEqual(planned.map(({ id }) => id));
    const [first, second] = routes[0].pickups as [{ id: string }, { id: string }];
    t.setNow(at('08:00'));
    await post('/api/driver/complete-bulk', { pickupIds: [first.id] }, driver.token);
    await t.db.updateTable('pickups').set({ countedBags: 9 }).where('id', '=', first.id).execute();
    await refreshArrivals(t.services, { driverId: driver.id, day: date });
    // Nine and eight bags exceed 16, so the truck is now emptied before the second stop.
    const again = await visitsOf(t, driver.id, date);
    expect(again.map(({ id }) => id).slice(0, 3)).toEqual(planned.map(({ id }) => id));
    expect(again[0]).toMatchObject({ afterStops: 1, bags: 9 });
    t.setNow(at('08:30'));
    const emptied = { siteId, emptiedAt: at('08:30'), tons: '1.25', bags: 9 };
    await t.db
      .updateTable('disposal_visits')
      .set(emptied)
      .where('id', '=', again[0]?.id ?? '')
      .execute();
    await refreshArrivals(t.services, { driverId: driver.id, day: date });
    const left = await visitsOf(t, driver.id, date);
    expect(left[0]).toMatchObject({ id: again[0]?.id, afterStops: 1, bags: 9, tons: '1.25', emptiedAt: at('08:30') });
    expect(left.slice(1).map(({ bags }) => bags)).toEqual([16, 16]);
    const [, next] = (await stopRows())
      .filter(({ id }) => [first.id, second.id].includes(id))
      .toSorted((a, b) => (a.routeOrder ?? 0) - (b.routeOrder ?? 0));
    // The drive starts at the site, where the driver is now, not at the first stop.
    const site = coordinatesText({ latitude: 39.92, longitude: -75.2 });
    const seconds = ((next?.estimatedArrival?.getTime() ?? 0) - at('08:30').getTime()) / 1000;
    expect(Math.abs(seconds - secondsBetween(site, next?.coordinates ?? null))).toBeLessThan(2);
  });

  it('loses its planned visits with its last stop', async () => {
    await makeSite(t);
    const [only] = await bookStreet([0]);
    await optimize();
    expect(await visitsOf(t, driver.id, date)).toHaveLength(1);
    const stops = await boardOf(t, admin).chosen(date, [only as string]);
    expect((await boardOf(t, admin).move({ date, stops, unassign: true })).status).toBe(200);
    await t.runJobs();
    expect(await visitsOf(t, driver.id, date)).toEqual([]);
  });

  it('reports bags above the capacity between visits', async () => {
    await setTruck(t, driver.id, { capacityBags: 10 });
    const siteId = await makeSite(t);
    await bookStreet([0, 1]);
    await optimize();
    expect(await column()).toMatchObject({ capacityBags: 10, overBags: 0 });
    await t.db.deleteFrom('disposal_visits').execute();
    await insertVisit(t, { driverId: driver.id, date, siteId, afterStops: 2 });
    expect(await column()).toMatchObject({ overBags: 6 });
  });
});

describe('promised and preferred times', () => {
  const promise = (pickupId: string, startsAt: Date, endsAt: Date) =>
    t.db
      .insertInto('promised_windows')
      .values({ pickupId, date, startsAt, endsAt, promisedAt: at('04:00') })
      .execute();

  it('that are kept stay kept: a stop that fits only by breaking one has no driver', async () => {
    // Each stop takes half an hour, with about two minutes of driving between stops. The day ends at 10:11.
    const ids = await bookStreet([0, 1, 2, 3, 4, 5]);
    await setBags(ids, 84);
    await t.db.insertInto('driver_shifts').values({ driverId: driver.id, start: '07:00', end: '10:25' }).execute();
    await optimize();
    const [added] = await bookStreet([2]);
    await setBags([added as string], 24);
    const planned = (await stopRows()).filter(({ status }) => status === 'assigned');
    for (const { id, estimatedArrival } of planned) {
      const arrival = estimatedArrival?.getTime() ?? 0;
      await promise(id, new Date(arrival - 60_000), new Date(arrival + 300_000));
    }
    // The added stop takes ten minutes. Driving back to it at the end of the street takes too long.
    expect((await optimize({ includeAssigned: true })).body.unassigned).toMatchObject([
      { id: added, reason: "It doesn't fit into any shift. Promised times are kept." },
    ]);
    expect((await stopRows()).filter(({ status }) => status === 'assigned')).toEqual(planned);
    await t.db.deleteFrom('promised_windows').execute();
    expect((await optimize()).body).toMatchObject({ unassigned: [], overloads: [] });
  });

  it('decide the order of a day, and leave no stop out', async () => {
    // Each stop takes half an hour. The day starts at 7 AM.
    const ids = await bookStreet([0, 1, 2, 3, 4, 5]);
    await setBags(ids, 84);
    await promise(ids[2] as string, at('07:00'), at('07:30'));
    await promise(ids[3] as string, at('09:15'), at('11:00'));
    // No order keeps this promise, because the day ends long before it, but the stop is still planned.
    await promise(ids[0] as string, at('20:00'), at('21:00'));
    const { body } = await optimize();
    expect(body).toMatchObject({ totalStops: 6, unassigned: [], overloads: [] });
    const arrivalOf = new Map((await stopRows()).map((row) => [row.id, row.estimatedArrival]));
    expect(arrivalOf.get(ids[2] as string)).toEqual(at('07:00'));
    expect(arrivalOf.get(ids[3] as string)?.getTime()).toBeGreaterThanOrEqual(at('09:15').getTime());
    const latest = Math.max(...[...arrivalOf.values()].map((arrival) => arrival?.getTime() ?? 0));
    expect(arrivalOf.get(ids[0] as string)?.getTime()).toBe(latest);
  });
});
