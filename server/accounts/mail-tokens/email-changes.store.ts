import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/**
 * The SQL of email changes that can still be undone. They are written under a lock of the account's row, so code that
 * bases a decision on them locks that row first.
 */

/** A change of an account's email. It is open until its undo link expires. */
export interface EmailChange {
  id: string;
  userId: string;
  oldEmail: string;
}

export async function insertEmailChange(
  trx: Db,
  change: EmailChange & { newEmail: string; isConfirmed: boolean; undoUntil: Date },
): Promise<void> {
  await trx.insertInto('email_changes').values(change).execute();
}

/**
 * Finds the account's oldest open change that was made without the password. Password resets go to its old address.
 * Returns undefined when resets go to the account's own address.
 */
export async function findUnconfirmedChange(db: Db, userId: string, now: Date): Promise<EmailChange | undefined> {
  return await db
    .selectFrom('email_changes')
    .select(['id', 'userId', 'oldEmail'])
    .where('userId', '=', userId)
    .where('isConfirmed', '=', false)
    .where('undoUntil', '>', now)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns whether another account may still get this address back. */
export async function isReservedEmail(db: Db, email: string, exceptUserId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('email_changes')
    .select('id')
    .where(sql<SqlBool>`lower("oldEmail") = lower(${email})`)
    .where('userId', '<>', exceptUserId)
    .where('undoUntil', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the hash of the change's only valid undo token. Returns undefined when the change is no longer open. */
export async function saveUndoToken(
  db: Db,
  changeId: string,
  hash: string,
  now: Date,
): Promise<{ username: string; oldEmail: string; newEmail: string } | undefined> {
  return await db
    .updateTable('email_changes')
    .from('users')
    .set({ undoToken: hash })
    .where('email_changes.id', '=', changeId)
    .where('email_changes.undoUntil', '>', now)
    .whereRef('users.id', '=', 'email_changes.userId')
    .returning(['users.username', 'email_changes.oldEmail', 'email_changes.newEmail'])
    .executeTakeFirst();
}

/** Finds the open change with this undo token. */
export async function findChangeByToken(db: Db, hash: string, now: Date): Promise<EmailChange | undefined> {
  return await db
    .selectFrom('email_changes')
    .select(['id', 'userId', 'oldEmail'])
    .where('undoToken', '=', hash)
    .where('undoUntil', '>', now)
    .executeTakeFirst();
}

/** Deletes a change and the account's later changes. Returns false when the change was already deleted. */
export async function deleteChangesFrom(trx: Db, { id, userId }: EmailChange): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('email_changes')
    .where('userId', '=', userId)
    .where('id', '>=', id)
    .returning('id')
    .execute();
  return deleted.some((change) => change.id === id);
}

/** Deletes the changes whose undo links expired before an instant. */
export async function deleteClosedChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('undoUntil', '<', before).execute();
}

/** Restores an account's old address. It counts as verified, because the undo link went to it. Voids other links. */
export async function restoreEmail(trx: Db, { userId, oldEmail }: EmailChange, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: oldEmail, emailVerified: true, emailVerificationToken: null, updatedAt: now })
    .set({ passwordResetToken: null, passwordResetExpires: null })
    .where('id', '=', userId)
    .execute();
}
