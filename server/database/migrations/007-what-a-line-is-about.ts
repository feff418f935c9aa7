import { type Kysely, sql } from 'kysely';

/** Lines of the books that stay true whatever comes later: when the money moved, which plan a month was of, one line a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE payment_history
    ADD COLUMN "movedAt" timestamptz(3),
    ADD COLUMN "packageType" text`,
  // A month may be paid without an intent, outside the provider: its invoice tells that it is booked.
  `CREATE UNIQUE INDEX payment_history_one_month ON payment_history ("invoiceId")
    WHERE "status" = 'succeeded' AND "invoiceId" IS NOT NULL`,
];
