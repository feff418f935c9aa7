import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';
import { selectUsers, type UserRow } from '../accounts.store.ts';

/**
 * The SQL of the tokens in our emails. Only hashes are stored. A change of the address invalidates all tokens; a change
 * of the password invalidates reset tokens.
 */

/** The person who gets an email. */
export interface Recipient {
  username: string;
  email: string;
}

/**
 * Finds the account, active or not, whose password this address may reset: the account with this address, or one whose
 * email was changed from it without the password.
 */
export async function findIdByEmail(db: Db, email: string, now: Date): Promise<string | undefined> {
  const changedFrom = db
    .selectFrom('email_changes')
    .select('userId as id')
    .where(sql`lower("oldEmail")`, '=', email.toLowerCase())
    .where('isConfirmed', '=', false)
    .where('undoUntil', '>', now);
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower("email")`, '=', email.toLowerCase())
    .unionAll(changedFrom)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Stores the hash of the account's only valid reset token. Returns undefined if the account is gone or deactivated. */
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

/** Finds the account that the token is valid for, with its present password hash. */
export async function findPasswordReset(
  db: Db,
  hash: string,
  now: Date,
): Promise<(UserRow & { passwordHash: string | null }) | undefined> {
  return await selectUsers(db)
    .select('users.passwordHash')
    .where('passwordResetToken', '=', hash)
    .where('passwordResetExpires', '>', now)
    .where('isActive', '=', true)
    .executeTakeFirst();
}

/**
 * Uses up the token and returns the account's id; undefined for an invalid token. The token came by email and is
 * invalidated when the address changes, so it also verifies the address. The address isn't verified if an unconfirmed
 * change was open after `oldAddressSince`, because the token may have gone to the old address.
 */
export async function takePasswordReset(
  trx: Db,
  hash: string,
  { now, oldAddressSince }: { now: Date; oldAddressSince: Date },
): Promise<string | undefined> {
  const cameToOldAddress = sql<boolean>`EXISTS (SELECT FROM email_changes
    WHERE "userId" = users."id" AND NOT "isConfirmed" AND "undoUntil" > ${oldAddressSince})`;
  const row = await trx
    .updateTable('users')
    .set({ passwordResetToken: null, passwordResetExpires: null, updatedAt: now })
    .set({ emailVerified: sql<boolean>`"emailVerified" OR NOT ${cameToOldAddress}` })
    .where('passwordResetToken', '=', hash)
    .where('passwordResetExpires', '>', now)
    .where('isActive', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores the hash of the account's only valid verification token. Returns undefined if there is nothing to verify. */
export async function saveVerification(db: Db, id: string, hash: string): Promise<Recipient | undefined> {
  return await db
    .updateTable('users')
    .set({ emailVerificationToken: hash })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where(
      sql<boolean>`(NOT "emailVerified" OR EXISTS (SELECT FROM refused_emails WHERE refused_emails."email" = lower(users."email")))`,
    )
    .returning(['username', 'email'])
    .executeTakeFirst();
}

/**
 * Verifies the token's address and returns it; undefined for an unknown token. Doesn't delete the token, so that
 * clicking the link again also succeeds.
 */
export async function markEmailVerified(db: Db, hash: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({
      emailVerified: true,
      updatedAt: sql<Date>`CASE WHEN "emailVerified" THEN "updatedAt" ELSE ${now}::timestamptz END`,
    })
    .where('emailVerificationToken', '=', hash)
    .where('isActive', '=', true)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}
