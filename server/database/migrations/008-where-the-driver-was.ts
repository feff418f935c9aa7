import { type Kysely, sql } from 'kysely';

/** When a driver was done with a stop, completed or not: the last one is where the driver is. Null where the dispatcher marked it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN "settledAt" timestamptz(3)',
  // The trail knows who marked the stops of the last days; older ones steer nobody any more.
  `UPDATE pickups SET "settledAt" = coalesce(pickups."completedAt", audit_log."at")
    FROM audit_log
    WHERE pickups."status" IN ('completed', 'incomplete') AND pickups."scheduledDay" >= current_date - 7
      AND audit_log."subject" = 'pickup' AND audit_log."subjectId" = pickups."id"
      AND audit_log."action" = pickups."status" AND audit_log."actorId" = pickups."driverId"`,
];
