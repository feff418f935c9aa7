import { randomUUID } from 'node:crypto';
import type pg from 'pg';

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
