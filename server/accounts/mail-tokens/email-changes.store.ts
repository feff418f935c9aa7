import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/**
 * SQL of email changes that can still be undone. Whoever reads them to decide something locks the account's row first,
 * because every change of them happens under that lock.
 */

/** A change is open until its undo link ends. */
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
 * The account's oldest open change that came without the password. Its old address gets the password resets. Undefined
 * when resets go to the account's own address.
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

/** Whether another account may still get this address back. */
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

/** Stores the hash of the change's only valid undo token. Undefined when the change is no longer open. */
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

/** The open change with this undo token. */
export async function findChangeByToken(db: Db, hash: string, now: Date): Promise<EmailChange | undefined> {
  return await db
    .selectFrom('email_changes')
    .select(['id', 'userId', 'oldEmail'])
    .where('undoToken', '=', hash)
    .where('undoUntil', '>', now)
    .executeTakeFirst();
}

/** Deletes a change and the account's later ones. False when the change was already deleted. */
export async function deleteChangesFrom(trx: Db, { id, userId }: EmailChange): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('email_changes')
    .where('userId', '=', userId)
    .where('id', '>=', id)
    .returning('id')
    .execute();
  return deleted.some((change) => change.id === id);
}

/** Deletes the changes that could be undone only before this time. */
export async function deleteClosedChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('undoUntil', '<', before).execute();
}

/** Makes the old address the account's again. It is verified, because the link came to it. Other links end. */
export async function restoreEmail(trx: Db, { userId, oldEmail }: EmailChange, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: oldEmail, emailVerified: true, emailVerificationToken: null, updatedAt: now })
    .set({ passwordResetToken: null, passwordResetExpires: null })
    .where('id', '=', userId)
    .execute();
}
