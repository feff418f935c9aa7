import { type Kysely, sql } from 'kysely';

/**
 * When the driver resolved a stop (completed or incomplete); the last one is the driver's position. Null when the
 * dispatcher resolved it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN "settledAt" timestamptz(3)',
  // The trail has who resolved the stops of recent days. Older stops don't affect routes.
  `UPDATE pickups SET "settledAt" = coalesce(pickups."completedAt", audit_log."at")
    FROM audit_log
    WHERE pickups."status" IN ('completed', 'incomplete') AND pickups."scheduledDay" >= current_date - 7
      AND audit_log."subject" = 'pickup' AND audit_log."subjectId" = pickups."id"
      AND audit_log."action" = pickups."status" AND audit_log."actorId" = pickups."driverId"`,
];
