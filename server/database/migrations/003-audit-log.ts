import { type Kysely, sql } from 'kysely';

/** The audit trail, and indexes for the dispatcher's screens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // No foreign key to the subject: the trail outlives it.
  `CREATE TABLE audit_log (
    "id" uuid PRIMARY KEY,
    "at" timestamptz(3) NOT NULL,
    "actorId" uuid REFERENCES users ("id"),
    "action" text NOT NULL,
    "subject" text NOT NULL,
    "subjectId" uuid NOT NULL,
    "details" jsonb NOT NULL DEFAULT '{}'
  )`,
  `CREATE INDEX audit_log_subject ON audit_log ("subject", "subjectId", "at" DESC, "id" DESC)`,
  `CREATE INDEX pickups_day ON pickups ("scheduledDay", "id")`,
  `CREATE INDEX pickups_completed ON pickups ("completedAt") WHERE "status" = 'completed'`,
  `CREATE INDEX pickups_pending_unrouted ON pickups ("scheduledDay", "id") WHERE "status" = 'pending' AND "routeId" IS NULL`,
  `CREATE INDEX pickups_route ON pickups ("routeId", "routeOrder") WHERE "routeId" IS NOT NULL`,
  `CREATE INDEX subscriptions_revenue ON subscriptions ("status") INCLUDE ("pricePerMonth")`,
  `CREATE INDEX subscriptions_package_newest ON subscriptions ("packageType", "createdAt" DESC, "id" DESC)`,
  `CREATE INDEX subscriptions_address_search ON subscriptions USING gin (lower("address") gin_trgm_ops)`,
  `CREATE INDEX users_address_search ON users USING gin (lower("address") gin_trgm_ops)`,
];
