import { type Kysely, sql } from 'kysely';

/** The email addresses that a mail server has refused permanently, in lower case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE IF NOT EXISTS refused_emails (
    "email" text PRIMARY KEY,
    "reason" text NOT NULL,
    "refusedAt" timestamptz(3) NOT NULL
  )`,
];
