import { type Kysely, sql } from 'kysely';

/** Who booked a pickup by phone, which pickups are held because they aren't paid, and notes about customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN "bookedBy" uuid REFERENCES users ("id")',
  'ALTER TABLE pickups ADD COLUMN "heldAt" timestamptz(3)',
  // No row has `bookedBy` yet, so the index is built over nothing.
  `CREATE INDEX pickups_unpaid_by_phone ON pickups ("scheduledDay", "id")
    WHERE "bookedBy" IS NOT NULL AND "paymentStatus" = 'pending' AND "status" IN ('pending', 'assigned')`,
  `CREATE TABLE customer_notes (
    "id" uuid PRIMARY KEY,
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "authorId" uuid NOT NULL REFERENCES users ("id"),
    "text" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
  )`,
  'CREATE INDEX customer_notes_of_customer ON customer_notes ("customerId", "createdAt" DESC, "id" DESC)',
];
