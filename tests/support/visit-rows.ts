import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { dateKeyOf } from '../../contract/values/dates.ts';
import type { TestApp } from './app.ts';

/** Inserts an active disposal site that is always open. Returns its id. */
export async function makeSite(t: TestApp, name = 'South Transfer Station'): Promise<string> {
  const site = { id: randomUUID(), name, address: '3600 S 26th St, Philadelphia, PA 19145', minutes: 20 };
  const rest = { opensAt: null, closesAt: null, isActive: true, version: 1, createdAt: t.services.clock() };
  const place = { coordinates: '39.90720,-75.19550', coordinatesPrecision: 'address' } as const;
  await t.db
    .insertInto('disposal_sites')
    .values({ ...site, ...place, ...rest })
    .execute();
  return site.id;
}

interface PlannedVisit {
  driverId: string;
  siteId: string;
  /** Today by default. */
  date?: string;
  afterStops?: number;
  bags?: number;
}

/** Inserts a visit as a route plan does. Returns its id. */
export async function makeVisit(t: TestApp, { driverId, siteId, ...visit }: PlannedVisit): Promise<string> {
  const id = randomUUID();
  const now = t.services.clock();
  const { date = dateKeyOf(now), afterStops = 1, bags = 118 } = visit;
  await t.db
    .insertInto('disposal_visits')
    .values({ id, driverId, siteId, date, afterStops, bags, createdAt: now })
    .execute();
  return id;
}

/** The visit's row. */
export async function visitRow(t: TestApp, id: string) {
  return await t.db.selectFrom('disposal_visits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

// For stories, which have no TestApp.

/** A disposal site that no plan uses. Returns its id. */
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

interface NewVisit {
  driverId: string;
  date: string;
  siteId: string;
  afterStops: number;
  bags: number;
  estimatedArrival: Date | null;
  emptiedAt?: Date;
  tons?: string;
}

/** A visit of a driver's day to a site. Returns its id. */
export async function addVisit(client: pg.Client, visit: NewVisit): Promise<string> {
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
