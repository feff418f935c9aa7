import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/** The SQL of the tokens that go out by mail. Only their hashes are here; another address or password ends them. */

/** Whom a mail is to. */
export interface Recipient {
  username: string;
  email: string;
}

/** Which account an address belongs to, open or not. */
export async function findIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower("email")`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Keeps the only token that may set a new password from now on; undefined when the account is gone or deactivated. */
export async function savePasswordReset(
  db: Db,
  id: string,
  token: { hash: string; expires: Date },
): Promise<Recipient | undefined> {
  return await db
    .updateTable('users')
    .set({ passwordResetToken: token.hash, passwordResetExpires: token.expires })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .returning(['username', 'email'])
    .executeTakeFirst();
}

/** Whether the token would open an account at the moment. */
export async function isPasswordResetOpen(db: Db, hash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('passwordResetToken', '=', hash)
    .where('passwordResetExpires', '>', now)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the token out, once: of several at the same time one finds it. Whoever holds it has read the mail, and an
 * address that changed since has ended the token: so the address is proven too.
 */
export async function takePasswordReset(trx: Db, hash: string, now: Date): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ passwordResetToken: null, passwordResetExpires: null, emailVerified: true, updatedAt: now })
    .where('passwordResetToken', '=', hash)
    .where('passwordResetExpires', '>', now)
    .where('isActive', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Keeps the only token that verifies the address from now on; undefined when there is nobody to ask any more. */
export async function saveVerification(db: Db, id: string, hash: string): Promise<Recipient | undefined> {
  return await db
    .updateTable('users')
    .set({ emailVerificationToken: hash })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('emailVerified', '=', false)
    .returning(['username', 'email'])
    .executeTakeFirst();
}

/**
 * Marks the token's address as verified and answers whether there is such a token. The token stays, with nothing left
 * to do: a second press finds it again and hears the same.
 */
export async function markEmailVerified(db: Db, hash: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({
      emailVerified: true,
      updatedAt: sql<Date>`CASE WHEN "emailVerified" THEN "updatedAt" ELSE ${now}::timestamptz END`,
    })
    .where('emailVerificationToken', '=', hash)
    .where('isActive', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
