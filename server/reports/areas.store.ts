import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import { zipOfAddress } from '../database/zip-of-address.ts';

/** SQL of the report of areas: the bookings and plans in each ZIP code. */

export interface AreaSums {
  zip: string | null;
  bookings: number;
  cancelled: number;
  plans: number;
}

/** Counts one-time bookings (without free recoveries) and plans made in a span of time, by ZIP code. */
export async function sumAreas(db: Db, { since, until }: { since: Date; until: Date }): Promise<AreaSums[]> {
  const { rows } = await sql<AreaSums>`
    SELECT "zip", sum("bookings")::int AS "bookings", sum("cancelled")::int AS "cancelled", sum("plans")::int AS "plans" FROM (
      SELECT ${zipOfAddress(sql`"address"`)} AS "zip", count(*) AS "bookings",
        count(*) FILTER (WHERE "status" = 'cancelled') AS "cancelled", 0 AS "plans"
      FROM pickups WHERE "createdAt" >= ${since} AND "createdAt" < ${until} AND "serviceType" <> 'subscription' AND "recoveryOf" IS NULL
      GROUP BY 1
      UNION ALL
      SELECT ${zipOfAddress(sql`coalesce(subscriptions."address", users."address")`)}, 0, 0, count(*)
      FROM subscriptions JOIN users ON users."id" = subscriptions."customerId"
      WHERE subscriptions."createdAt" >= ${since} AND subscriptions."createdAt" < ${until}
      GROUP BY 1
    ) AS made GROUP BY "zip" ORDER BY sum("bookings") + sum("plans") DESC, "zip"`.execute(db);
  return rows;
}

/** Returns some recent places in each ZIP code that are more exact than the ZIP code. */
export async function samplePlaces(
  db: Db,
  zips: readonly string[],
  most: number,
): Promise<{ zip: string; coordinates: string }[]> {
  const { rows } = await sql<{ zip: string; coordinates: string }>`
    SELECT zips."zip", place."coordinates" FROM unnest(${zips as string[]}::text[]) AS zips ("zip"), LATERAL (
      SELECT "coordinates", "coordinatesPrecision" FROM pickups
      WHERE ${zipOfAddress(sql`"address"`)} = zips."zip" ORDER BY "createdAt" DESC, "id" DESC LIMIT ${most}
    ) AS place
    WHERE place."coordinates" IS NOT NULL AND place."coordinatesPrecision" IS DISTINCT FROM 'area'`.execute(db);
  return rows;
}
