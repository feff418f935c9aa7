import { sql } from 'kysely';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import type { Db } from '../database/transaction.ts';

/**
 * SQL of the report of drivers: their day figures (`driver_metrics`), the bags of their done stops, and the tons that
 * they weighed.
 */

export interface DriverSums {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  days: number;
  scheduled: number;
  done: number;
  bags: number;
  tons: number | null;
  miles: number | null;
  hours: number | null;
  /** The done stops of days whose hours are known and above zero. */
  timedStops: number;
}

export async function sumDrivers(db: Db, { from, to }: DaySpan): Promise<DriverSums[]> {
  const { rows } = await sql<DriverSums>`
    WITH counted AS (
      SELECT "driverId", (count(*) FILTER (WHERE "totalPickups" > 0))::int AS "days",
        sum("totalPickups")::int AS "scheduled", sum("completedPickups")::int AS "done",
        sum("totalDistance")::float8 AS "miles", sum("hoursWorked")::float8 AS "hours",
        coalesce(sum("completedPickups") FILTER (WHERE "hoursWorked" > 0), 0)::int AS "timedStops"
      FROM driver_metrics WHERE "date" BETWEEN ${from} AND ${to} GROUP BY "driverId"
    ), taken AS (
      SELECT "driverId", sum(coalesce("countedBags", "bagCount"))::int AS "bags" FROM pickups
      WHERE "scheduledDay" BETWEEN ${from} AND ${to} AND "status" = 'completed' AND "driverId" IS NOT NULL GROUP BY "driverId"
    ), emptied AS (
      SELECT "driverId", sum("tons")::float8 AS "tons" FROM disposal_visits
      WHERE ("emptiedAt" AT TIME ZONE 'America/New_York')::date BETWEEN ${from} AND ${to} AND "tons" IS NOT NULL GROUP BY "driverId"
    )
    SELECT users."id", users."username", users."firstName", users."lastName", coalesce(counted."days", 0) AS "days",
      coalesce(counted."scheduled", 0) AS "scheduled", coalesce(counted."done", 0) AS "done", coalesce(taken."bags", 0) AS "bags",
      emptied."tons", counted."miles", counted."hours", coalesce(counted."timedStops", 0) AS "timedStops"
    FROM users LEFT JOIN counted ON counted."driverId" = users."id" LEFT JOIN taken ON taken."driverId" = users."id"
      LEFT JOIN emptied ON emptied."driverId" = users."id"
    WHERE counted."driverId" IS NOT NULL OR emptied."driverId" IS NOT NULL
    ORDER BY "done" DESC, users."username"`.execute(db);
  return rows;
}
