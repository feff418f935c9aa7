import type { Db } from '../database/transaction.ts';

/** SQL of addresses that a mail server has permanently refused. An address stays refused whichever account has it. */

export async function saveRefusal(db: Db, email: string, reason: string, now: Date): Promise<void> {
  await db
    .insertInto('refused_emails')
    .values({ email: email.toLowerCase(), reason, refusedAt: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ reason, refusedAt: now }))
    .execute();
}

export async function hasRefusal(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('refused_emails')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRefusal(db: Db, email: string): Promise<void> {
  await db.deleteFrom('refused_emails').where('email', '=', email.toLowerCase()).execute();
}
