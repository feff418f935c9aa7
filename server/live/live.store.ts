import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { LiveFacts } from './rules.ts';

/** SQL of live days and their links. */

/** Loads the facts about pickups' days, from their rows. */
export async function listPickupFacts(
  db: Db,
  ids: readonly string[],
): Promise<Omit<LiveFacts, 'hasStarted' | 'stopsAhead'>[]> {
  return await db
    .selectFrom('pickups')
    .select(['id', 'status', 'scheduledDay', 'address', 'pickupWindow', 'heldAt', 'completedAt', 'incompleteReason'])
    .select(['beforePhotoUrl', 'afterPhotoUrl'])
    .where('id', '=', sql<string>`ANY(${ids as string[]}::uuid[])`)
    .execute();
}

export async function insertLink(
  db: Db,
  link: { hash: string; pickupId: string; day: string; createdAt: Date },
): Promise<void> {
  await db.insertInto('live_links').values(link).execute();
}

/** Lists the links with these hashes that weren't ended. */
export async function listLinks(
  db: Db,
  hashes: readonly string[],
): Promise<{ hash: string; pickupId: string; day: string }[]> {
  return await db
    .selectFrom('live_links')
    .select(['hash', 'pickupId', 'day'])
    .where('hash', '=', sql<string>`ANY(${hashes as string[]}::text[])`)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Returns true if the customer has ended the pickup's links. */
export async function hasRevokedLinks(db: Db, pickupId: string): Promise<boolean> {
  const row = await db
    .selectFrom('live_links')
    .select('hash')
    .where('pickupId', '=', pickupId)
    .where('revokedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true if a pickup has links to `oldest` or a later day that weren't ended. */
export async function hasWorkingLinks(db: Db, pickupId: string, oldest: string): Promise<boolean> {
  const row = await db
    .selectFrom('live_links')
    .select('hash')
    .where('pickupId', '=', pickupId)
    .where('day', '>=', oldest)
    .where('revokedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function revokeLinks(db: Db, pickupId: string, now: Date): Promise<void> {
  await db.updateTable('live_links').set({ revokedAt: now }).where('pickupId', '=', pickupId).execute();
}

export async function deleteLinksBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('live_links').where('day', '<', day).execute();
}

export interface ComingStop {
  id: string;
  customerId: string;
  estimatedArrival: Date | null;
}

/**
 * Lists the open stops of a driver's day in route order. Leaves out the stops of customers who get no messages: those
 * of the demo data, and deleted accounts.
 */
export async function listComingStops(
  db: Db,
  { driverId, day }: { driverId: string; day: string },
): Promise<(ComingStop & { stopsAhead: number })[]> {
  const { rows } = await sql<ComingStop & { stopsAhead: number }>`
    SELECT coming."id", coming."customerId", coming."estimatedArrival", coming."stopsAhead"
    FROM (
      SELECT "id", "customerId", "estimatedArrival", (row_number() OVER (
        ORDER BY "routeOrder" IS NULL, coalesce("routeOrder", 0), "createdAt", "id"))::integer - 1 AS "stopsAhead"
      FROM pickups WHERE "driverId" = ${driverId} AND "scheduledDay" = ${day} AND "status" = 'assigned'
    ) AS coming
    JOIN users ON users."id" = coming."customerId"
    WHERE users."deletedAt" IS NULL AND users."username" NOT LIKE 'demo-customer-%'
    ORDER BY coming."stopsAhead"`.execute(db);
  return rows;
}

/** Returns the time of the driver's last press that resolved a stop of the day; undefined before the first. */
export async function findLastPress(
  db: Db,
  { driverId, day }: { driverId: string; day: string },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('pickups')
    .select('resolvedAt')
    .where('driverId', '=', driverId)
    .where('scheduledDay', '=', day)
    .where('resolvedAt', 'is not', null)
    .orderBy('resolvedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.resolvedAt ?? undefined;
}
