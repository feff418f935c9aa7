import { randomUUID } from 'node:crypto';
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
