import { sql } from 'kysely';
import type { DaySpan } from '../../contract/values/report-periods.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of the report of drivers: their day figures (`driver_metrics`), and the bags of their done stops. */

export interface DriverSums {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  days: number;
  scheduled: number;
  done: number;
  bags: number;
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
      SELECT "driverId", sum("bagCount")::int AS "bags" FROM pickups
      WHERE "scheduledDay" BETWEEN ${from} AND ${to} AND "status" = 'completed' AND "driverId" IS NOT NULL GROUP BY "driverId"
    )
    SELECT users."id", users."username", users."firstName", users."lastName", counted."days", counted."scheduled", counted."done",
      coalesce(taken."bags", 0) AS "bags", counted."miles", counted."hours", counted."timedStops"
    FROM counted JOIN users ON users."id" = counted."driverId" LEFT JOIN taken ON taken."driverId" = counted."driverId"
    ORDER BY counted."done" DESC, users."username"`.execute(db);
  return rows;
}
