import { type RawBuilder, sql } from 'kysely';
import type { AttentionFacts } from './attention-facts.ts';

/**
 * Selects each driver's days with open stops, from today to the horizon. `overMinutes` equals the day board's figure:
 * routing/board/load-rules.ts has the rule and the reasons, and a test compares the two.
 */
export function driverDays({ today, horizon, now, hours, guessedLegSeconds, stopSeconds, bagSeconds }: AttentionFacts) {
  const work = sql`(${stopSeconds}::int + ${bagSeconds}::int * "bagCount")`;
  const isPlanned = sql`("status" = 'assigned' AND "routeOrder" IS NOT NULL AND "estimatedArrival" IS NOT NULL)`;
  const isUnplanned = sql`("status" = 'assigned' AND ("routeOrder" IS NULL OR "estimatedArrival" IS NULL))`;
  const isVisited = sql`("status" = 'completed' OR ("status" <> 'assigned' AND "settledAt" IS NOT NULL))`;
  const sumOf = (seconds: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
    sql`coalesce(sum(${seconds}) FILTER (WHERE ${which}), 0)`;
  const wallTime = (side: 'start' | 'end') =>
    sql`coalesce(exception.${sql.ref(side)}::time, usual.${sql.ref(side)}::time, ${hours[side]}::time)`;
  const atWallTime = (side: 'start' | 'end') => sql`((open."day" + ${wallTime(side)}) AT TIME ZONE 'America/New_York')`;
  const isOff = sql`(exception."driverId" IS NOT NULL AND exception."start" IS NULL)`;
  const seconds = (amount: RawBuilder<unknown>) => sql`(${amount}) * interval '1 second'`;
  const extra = sql`open."unplannedSeconds" + open."unplanned" * coalesce(legs."average", ${guessedLegSeconds}::int)`;
  const departure = sql`CASE WHEN open."day" = ${today} AND (open."isUnderWay" OR visits."isUnderWay" OR ${now} > ${atWallTime('start')})
    THEN ${now} ELSE ${atWallTime('start')} END`;
  const lastLeg = sql`(routes."routeInstructions" -> -1)`;
  const wayBack = sql`CASE WHEN ${lastLeg} ->> 'pickupId' IS NULL THEN coalesce((${lastLeg} ->> 'seconds')::numeric, 0) ELSE 0 END`;
  const plannedEnd = sql`greatest(open."plannedEnd", visits."plannedEnd")`;
  const endsAt = sql`greatest(${departure}, ${plannedEnd} + ${seconds(wayBack)}) + ${seconds(extra)}`;
  return sql`
    SELECT open."driverId", open."day", open."stops",
      CASE WHEN ${isOff} THEN 0 ELSE extract(epoch FROM ${wallTime('end')} - ${wallTime('start')})::int / 60 END AS "shiftMinutes",
      greatest(0, ceil(CASE WHEN ${isOff} THEN ${extra} + open."plannedSeconds" + coalesce(legs."toPlanned", 0)
          + coalesce(visits."seconds", 0)
        ELSE extract(epoch FROM ${endsAt} - ${atWallTime('end')}) END / 60))::int AS "overMinutes"
    FROM (
      SELECT "driverId", "scheduledDay" AS "day", count(*) FILTER (WHERE "status" = 'assigned')::int AS "stops",
        count(*) FILTER (WHERE ${isUnplanned}) AS "unplanned", ${sumOf(work, isUnplanned)} AS "unplannedSeconds",
        ${sumOf(work, isPlanned)} AS "plannedSeconds",
        max("estimatedArrival" + ${seconds(work)}) FILTER (WHERE ${isPlanned}) AS "plannedEnd",
        bool_or(${isVisited} AND "settledAt" IS NOT NULL) AS "isUnderWay"
      FROM pickups
      WHERE "driverId" IS NOT NULL AND "scheduledDay" BETWEEN ${today} AND ${horizon}
        AND "status" IN ('assigned', 'completed', 'issue', 'incomplete')
      GROUP BY "driverId", "scheduledDay" HAVING bool_or("status" = 'assigned')
    ) AS open
    LEFT JOIN routes ON routes."driverId" = open."driverId" AND routes."date" = open."day"
    LEFT JOIN driver_days AS exception ON exception."driverId" = open."driverId" AND exception."date" = open."day"
    LEFT JOIN driver_shifts AS usual ON usual."driverId" = open."driverId"
    LEFT JOIN LATERAL (
      SELECT avg(leg."seconds") FILTER (WHERE leg."pickupId" IS NOT NULL) AS "average",
        sum(leg."seconds") FILTER (WHERE ${isPlanned}) AS "toPlanned"
      FROM (SELECT (value ->> 'pickupId')::uuid AS "pickupId", (value ->> 'seconds')::numeric AS "seconds"
        FROM jsonb_array_elements(routes."routeInstructions")) AS leg
      LEFT JOIN pickups ON pickups."id" = leg."pickupId" AND pickups."driverId" = open."driverId" AND "scheduledDay" = open."day"
    ) AS legs ON open."unplanned" > 0 OR ${isOff}
    LEFT JOIN LATERAL (
      SELECT max("estimatedArrival" + ${seconds(sql`"minutes" * 60`)}) FILTER (WHERE "emptiedAt" IS NULL) AS "plannedEnd",
        sum("minutes" * 60 + coalesce("legSeconds", 0)) FILTER (WHERE "emptiedAt" IS NULL) AS "seconds",
        bool_or("emptiedAt" IS NOT NULL) AS "isUnderWay"
      FROM disposal_visits INNER JOIN disposal_sites ON disposal_sites."id" = disposal_visits."siteId"
      WHERE disposal_visits."driverId" = open."driverId" AND disposal_visits."date" = open."day"
    ) AS visits ON true`;
}
