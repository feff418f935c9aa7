import { sql } from 'kysely';

/**
 * SQL for the window that was promised for a pickup's day, as text ("9:00 AM – 11:00 AM"); null if none was promised.
 * Use it in a statement on `pickups` that doesn't change the day, because it reads the day from the row.
 */
export const promisedWindowText = sql<string | null>`(
  SELECT to_char(promised."startsAt" AT TIME ZONE 'America/New_York', 'FMHH12:MI AM') || ' – '
    || to_char(promised."endsAt" AT TIME ZONE 'America/New_York', 'FMHH12:MI AM')
  FROM promised_windows AS promised
  WHERE promised."pickupId" = pickups."id" AND promised."date" = pickups."scheduledDay")`;
