import { sql } from 'kysely';

/**
 * SQL for the window that was promised for the day of a row of `pickups`, as text ("9:00 AM – 11:00 AM"); null without
 * a promise. For a statement that changes `pickups` but not the day.
 */
export const promisedWindowText = sql<string | null>`(
  SELECT to_char(promised."startsAt" AT TIME ZONE 'America/New_York', 'FMHH12:MI AM') || ' – '
    || to_char(promised."endsAt" AT TIME ZONE 'America/New_York', 'FMHH12:MI AM')
  FROM promised_windows AS promised
  WHERE promised."pickupId" = pickups."id" AND promised."date" = pickups."scheduledDay")`;
