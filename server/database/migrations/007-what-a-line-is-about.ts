import { type Kysely, sql } from 'kysely';

/** Ledger rows record when the money moved and which package a month was of, and each month has one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE payment_history
    ADD COLUMN "movedAt" timestamptz(3),
    ADD COLUMN "packageType" text`,
  // A month may be paid without an intent, outside the provider. Its invoice shows that it is recorded.
  `CREATE UNIQUE INDEX payment_history_one_month ON payment_history ("invoiceId")
    WHERE "status" = 'succeeded' AND "invoiceId" IS NOT NULL`,
];
