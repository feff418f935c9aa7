import { sql } from 'kysely';
import type { IncompleteReason } from '../../contract/drivers.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the report of stops. It reads other features' tables for display only; no rule depends on the results. */

export interface DayOfStops {
  day: string;
  done: number;
  incomplete: number;
  issue: number;
  open: number;
  cancelled: number;
}

/** Counts the stops of each New York day by status. A day without stops has no row. */
export async function countStops(db: Db, { from, to }: DaySpan): Promise<DayOfStops[]> {
  const { rows } = await sql<DayOfStops>`
    SELECT "scheduledDay" AS "day",
      (count(*) FILTER (WHERE "status" = 'completed'))::int AS "done",
      (count(*) FILTER (WHERE "status" = 'incomplete'))::int AS "incomplete",
      (count(*) FILTER (WHERE "status" = 'issue'))::int AS "issue",
      (count(*) FILTER (WHERE "status" IN ('pending', 'assigned')))::int AS "open",
      (count(*) FILTER (WHERE "status" = 'cancelled'))::int AS "cancelled"
    FROM pickups WHERE "scheduledDay" BETWEEN ${from} AND ${to} GROUP BY "scheduledDay"`.execute(db);
  return rows;
}

export async function countReasons(
  db: Db,
  { from, to }: DaySpan,
): Promise<{ reason: IncompleteReason | null; stops: number }[]> {
  const { rows } = await sql<{ reason: IncompleteReason | null; stops: number }>`
    SELECT "incompleteReason" AS "reason", count(*)::int AS "stops"
    FROM pickups WHERE "scheduledDay" BETWEEN ${from} AND ${to} AND "status" = 'incomplete'
    GROUP BY "incompleteReason" ORDER BY "stops" DESC, "reason" NULLS LAST`.execute(db);
  return rows;
}

/** Counts the reports that were judged missed, by the day of the visit. */
export async function countMissed(
  db: Db,
  { from, to }: DaySpan,
): Promise<{ day: string; byRecord: number; byDispatcher: number }[]> {
  const { rows } = await sql<{ day: string; byRecord: number; byDispatcher: number }>`
    SELECT "day", (count(*) FILTER (WHERE "state" = 'recovered'))::int AS "byRecord",
      (count(*) FILTER (WHERE "state" = 'missed'))::int AS "byDispatcher"
    FROM missed_reports WHERE "day" BETWEEN ${from} AND ${to} AND "state" IN ('recovered', 'missed')
    GROUP BY "day"`.execute(db);
  return rows;
}

export interface OnTime {
  early: number;
  inWindow: number;
  late: number;
  withoutPromise: number;
  byOffice: number;
}

/**
 * Counts done stops by whether they were in the window promised for their day, to the minute because windows have whole
 * minutes. `settledAt` is when the driver pressed; a completion by a dispatcher has none.
 */
export async function countOnTime(db: Db, { from, to }: DaySpan): Promise<OnTime> {
  const { rows } = await sql<OnTime>`
    SELECT (count(*) FILTER (WHERE "settledAt" < "startsAt"))::int AS "early",
      (count(*) FILTER (WHERE "settledAt" >= "startsAt" AND "settledAt" < "endsAt" + interval '1 minute'))::int AS "inWindow",
      (count(*) FILTER (WHERE "settledAt" >= "endsAt" + interval '1 minute'))::int AS "late",
      (count(*) FILTER (WHERE "startsAt" IS NULL))::int AS "withoutPromise",
      (count(*) FILTER (WHERE "startsAt" IS NOT NULL AND "settledAt" IS NULL))::int AS "byOffice"
    FROM pickups LEFT JOIN promised_windows
      ON promised_windows."pickupId" = pickups."id" AND promised_windows."date" = pickups."scheduledDay"
        AND promised_windows."date" BETWEEN ${from} AND ${to}
    WHERE pickups."scheduledDay" BETWEEN ${from} AND ${to} AND pickups."status" = 'completed'`.execute(db);
  const [onTime] = rows;
  if (!onTime) throw new Error('the count returned no row');
  return onTime;
}
