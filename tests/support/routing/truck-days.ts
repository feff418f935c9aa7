import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type pg from 'pg';
import { coordinatesText } from '../../../contract/values/places.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { DisposalSitesTable, DisposalVisitsTable, TrucksTable } from '../../../server/database/schema.ts';
import type { TestApp } from '../app.ts';

type Spot = Parameters<typeof coordinatesText>[0];

/** Adds an active disposal site, open all day unless hours are given. Returns its id. */
export async function makeSite(
  t: TestApp,
  { at = { latitude: 39.92, longitude: -75.2 }, ...change }: Partial<DisposalSitesTable> & { at?: Spot } = {},
): Promise<string> {
  const id = randomUUID();
  const now = t.services.clock();
  const site = {
    ...{ id, name: 'South Transfer Station', address: '3605 Grays Ferry Ave, Philadelphia, PA 19146' },
    ...{ coordinates: coordinatesText(at), coordinatesPrecision: 'address' as const, opensAt: null, closesAt: null },
    ...{ minutes: 15, isActive: true, version: 1, createdAt: now },
  };
  await t.db
    .insertInto('disposal_sites')
    .values({ ...site, ...change })
    .execute();
  return id;
}

/** Gives a driver a truck, or changes it. */
export async function setTruck(
  t: TestApp,
  driverId: string,
  change: Partial<Insertable<TrucksTable>> = {},
): Promise<void> {
  const truck = {
    ...{ capacityBags: 60, startAddress: null, startCoordinates: null, endAddress: null, endCoordinates: null },
    ...{ pauseMinutes: null, pauseFrom: null, pauseUntil: null, ...change },
  };
  const updatedAt = t.services.clock();
  await t.db
    .insertInto('trucks')
    .values({ driverId, updatedAt, ...truck })
    .onConflict((conflict) => conflict.column('driverId').doUpdateSet({ updatedAt, ...truck }))
    .execute();
}

type NewVisit = Pick<Insertable<DisposalVisitsTable>, 'driverId' | 'date' | 'siteId'> &
  Partial<Insertable<DisposalVisitsTable>>;

/** Adds a visit to a driver's day. Returns its id. */
export async function insertVisit(t: TestApp, visit: NewVisit): Promise<string> {
  const id = randomUUID();
  const known = { afterStops: 0, bags: 0, legSeconds: null, legMeters: null, estimatedArrival: null, emptiedAt: null };
  const rest = { tons: null, ticketKey: null, createdAt: t.services.clock() };
  await t.db
    .insertInto('disposal_visits')
    .values({ id, ...known, ...rest, ...visit })
    .execute();
  return id;
}

/** Adds a planned visit after the first stop of today, with 118 bags. Returns its id. */
export async function makeVisit(
  t: TestApp,
  visit: Pick<NewVisit, 'driverId' | 'siteId'> & Partial<NewVisit>,
): Promise<string> {
  return await insertVisit(t, { date: dateKeyOf(t.services.clock()), afterStops: 1, bags: 118, ...visit });
}

/** Returns the visits of a driver's day in order. */
export async function visitsOf(t: TestApp, driverId: string, date: string) {
  return await t.db
    .selectFrom('disposal_visits')
    .selectAll()
    .where('driverId', '=', driverId)
    .where('date', '=', date)
    .orderBy('afterStops')
    .orderBy('emptiedAt')
    .execute();
}

/** Returns the visit's row. */
export async function visitRow(t: TestApp, id: string) {
  return await t.db.selectFrom('disposal_visits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Adds a disposal site that no route plan uses. For stories, which have no TestApp. Returns its id. */
export async function addSite(client: pg.Client, name: string, coordinates: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO disposal_sites
      ("id", "name", "address", "coordinates", "coordinatesPrecision", "minutes", "isActive", "version", "createdAt")
     VALUES ($1, $2, '3600 S 61st St, Philadelphia, PA 19153', $3, 'address', 20, false, 1, now())`,
    [id, name, coordinates],
  );
  return id;
}

interface StoryVisit {
  driverId: string;
  date: string;
  siteId: string;
  afterStops: number;
  bags: number;
  estimatedArrival: Date | null;
  emptiedAt?: Date;
  tons?: string;
}

/** Adds a visit to a driver's day. For stories, which have no TestApp. Returns its id. */
export async function addVisit(client: pg.Client, visit: StoryVisit): Promise<string> {
  const id = randomUUID();
  const { driverId, date, siteId, afterStops, bags, estimatedArrival, emptiedAt = null, tons = null } = visit;
  await client.query(
    `INSERT INTO disposal_visits
      ("id", "driverId", "date", "siteId", "afterStops", "bags", "estimatedArrival", "emptiedAt", "tons", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())`,
    [id, driverId, date, siteId, afterStops, bags, estimatedArrival, emptiedAt, tons],
  );
  return id;
}
