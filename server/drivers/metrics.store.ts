import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Db } from '../database/transaction.ts';

/** SQL of `driver_metrics`: one row per driver and New York day, always counted from the pickups. */

export interface DriverDayKey {
  driverId: string;
  date: string;
}

export interface DayCounts {
  totalPickups: number;
  completedPickups: number;
  totalDistance: string | null;
  hoursWorked: string | null;
}
export interface CountedDay extends DayCounts {
  averageRating: string | null;
}

/** Serializes the counts of a driver's day, so that an older count never overwrites a newer one. */
export async function lockDriverDay(trx: Db, { driverId, date }: DriverDayKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`driver day ${driverId} ${date}`}, 0))`.execute(trx);
}

/** Counts the day. `from` and `to` are the instants when the New York day begins and ends. */
export async function readDay(
  trx: Db,
  { driverId, date }: DriverDayKey,
  { from, to }: { from: Date; to: Date },
): Promise<CountedDay> {
  const { rows } = await sql<CountedDay>`
    SELECT
      scheduled.total::int AS "totalPickups",
      scheduled.completed::int AS "completedPickups",
      scheduled.rating AS "averageRating",
      (SELECT sum("totalDistance")::numeric(10, 2) FROM routes WHERE "driverId" = ${driverId} AND "date" = ${date})
        AS "totalDistance",
      (SELECT (extract(epoch FROM max("completedAt") - min("completedAt")) / 3600)::numeric(5, 2) FROM pickups
        WHERE "driverId" = ${driverId} AND "status" = 'completed' AND "completedAt" >= ${from} AND "completedAt" < ${to}
          -- A stop that a dispatcher completed in the evening doesn't extend the driver's hours, unless that was undone.
          AND ("settledAt" IS NOT NULL OR NOT EXISTS (
            SELECT FROM audit_log WHERE "subject" = 'pickup' AND "subjectId" = pickups."id"
            AND "action" = 'completed' AND "actorId" IS DISTINCT FROM pickups."driverId")))
        AS "hoursWorked"
    FROM (
      SELECT count(*) AS total, count(*) FILTER (WHERE "status" = 'completed') AS completed,
        (avg("customerRating") FILTER (WHERE "status" = 'completed'))::numeric(3, 2) AS rating
      FROM pickups
      WHERE "driverId" = ${driverId} AND "scheduledDay" = ${date}
        AND "status" IN ('assigned', 'completed', 'issue', 'incomplete')
    ) AS scheduled`.execute(trx);
  const [day] = rows;
  if (!day) throw new Error('the count returned no row');
  return day;
}

export async function saveDay(trx: Db, key: DriverDayKey, counts: CountedDay): Promise<void> {
  await trx
    .insertInto('driver_metrics')
    .values({ id: newId(), ...key, ...counts })
    .onConflict((conflict) => conflict.columns(['driverId', 'date']).doUpdateSet(counts))
    .execute();
}

/** Deletes a day without stops, such as one whose only stop went to another driver. */
export async function deleteDay(trx: Db, { driverId, date }: DriverDayKey): Promise<void> {
  await trx.deleteFrom('driver_metrics').where('driverId', '=', driverId).where('date', '=', date).execute();
}

/** Lists the drivers' days from `from` to `to` that have stops or a count. */
export async function listDriverDays(db: Db, from: string, to: string): Promise<DriverDayKey[]> {
  return await db
    .selectFrom('pickups')
    .select((eb) => [eb.ref('driverId').$notNull().as('driverId'), eb.ref('scheduledDay').$notNull().as('date')])
    .where('driverId', 'is not', null)
    .where('scheduledDay', '>=', from)
    .where('scheduledDay', '<=', to)
    .union(
      db.selectFrom('driver_metrics').select(['driverId', 'date']).where('date', '>=', from).where('date', '<=', to),
    )
    .execute();
}

/** Sums a driver's counted days, except `date`. */
export async function sumOtherDays(db: Db, { driverId, date }: DriverDayKey): Promise<DayCounts> {
  return await db
    .selectFrom('driver_metrics')
    .select((eb) => [
      sql<number>`coalesce(sum("totalPickups"), 0)::int`.as('totalPickups'),
      sql<number>`coalesce(sum("completedPickups"), 0)::int`.as('completedPickups'),
      eb.fn.sum<string | null>('totalDistance').as('totalDistance'),
      eb.fn.sum<string | null>('hoursWorked').as('hoursWorked'),
    ])
    .where('driverId', '=', driverId)
    .where('date', '<>', date)
    .executeTakeFirstOrThrow();
}

/** Counts the completed pickups in the driver's history, and their bags: as counted, else as booked. */
export async function sumCompleted(db: Db, driverId: string): Promise<{ pickups: number; bags: number }> {
  return await db
    .selectFrom('pickups')
    .select([
      sql<number>`count(*)::int`.as('pickups'),
      sql<number>`coalesce(sum(coalesce("countedBags", "bagCount")), 0)::int`.as('bags'),
    ])
    .where('driverId', '=', driverId)
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow();
}
