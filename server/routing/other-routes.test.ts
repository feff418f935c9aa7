import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import type { Db } from '../database/transaction.ts';
import { setPlannedVisits } from './disposal/planned-visits.store.ts';
import { refreshRoutes, setTravel } from './routing.store.ts';

/** Statements that must leave the routes of other drivers and days alone. */

let db: Db;
let close: () => Promise<void>;
// The other driver's ID sorts first, even in an index, so a query that isn't limited to one driver finds it first.
const [theirs, mine] = [randomUUID(), randomUUID()].sort() as [string, string];
const now = new Date('2026-03-05T14:00:00Z');
const [yesterday, today] = ['2026-03-04', '2026-03-05'] as const;
beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const driver = (id: string) => ({ id, username: id, email: `${id}@stoop.example`, role: 'driver' }) as const;
  await db
    .insertInto('users')
    .values([driver(mine), driver(theirs)])
    .execute();
});
afterAll(async () => await close());

async function addRoute(driverId: string, date: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('routes')
    .values({ id, driverId, date, pickupIds: ['one'] })
    .execute();
  return id;
}

it("saves the travel of one driver's day", async () => {
  const routes = [await addRoute(mine, yesterday), await addRoute(theirs, today), await addRoute(mine, today)];
  const travel = { totalDistance: '7.50', estimatedTime: 40, googleMapsUrl: null, legs: [] };
  await setTravel(db, { driverId: mine, date: today }, { ...travel, startLocation: null, endLocation: null }, now);
  const changed = await db.selectFrom('routes').select('id').where('totalDistance', 'is not', null).execute();
  expect(changed).toEqual([{ id: routes[2] }]);
});

it("replaces the planned visits of one driver's day", async () => {
  const site = { id: randomUUID(), name: 'Transfer station', address: '1 Penn Sq', minutes: 15, isActive: true };
  await db
    .insertInto('disposal_sites')
    .values({ ...site, version: 1, createdAt: now })
    .execute();
  const visit = (driverId: string, date: string) => {
    return { id: randomUUID(), driverId, date, siteId: site.id, afterStops: 3, bags: 30, createdAt: now };
  };
  const others = [visit(theirs, today), visit(mine, yesterday)];
  await db
    .insertInto('disposal_visits')
    .values([visit(mine, today), ...others])
    .execute();
  await setPlannedVisits(db, { driverId: mine, date: today }, [], now);
  const left = await db.selectFrom('disposal_visits').select('id').execute();
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(others.map(({ id }) => id)));
});

it('counts the stops of one route, without cancelled ones', async () => {
  const [route, other] = [await addRoute(mine, '2026-03-09'), await addRoute(theirs, '2026-03-09')];
  const stop = (routeId: string, status: 'assigned' | 'cancelled') => {
    const order = { address: '1127 S 9th St', bagCount: 4, amount: '30.00', serviceType: 'one-time' } as const;
    return { id: randomUUID(), customerId: theirs, driverId: mine, routeId, status, ...order };
  };
  const open = stop(route, 'assigned');
  await db
    .insertInto('pickups')
    .values([open, stop(route, 'cancelled'), stop(other, 'assigned')])
    .execute();
  await refreshRoutes(db, [route], now);
  const rows = await db.selectFrom('routes').select(['id', 'pickupIds']).where('date', '=', '2026-03-09').execute();
  expect(new Map(rows.map(({ id, pickupIds }) => [id, pickupIds]))).toEqual(
    new Map([
      [route, [open.id]],
      [other, ['one']],
    ]),
  );
});
