import type { Db } from '../../database/transaction.ts';
import { selectUsers, type UserRow, userColumns } from '../accounts.store.ts';

/**
 * Finds and locks an account, but more weakly than `lockUser`: rows that reference it can still be inserted. Returns
 * undefined for a deleted account.
 */
export async function lockContact(trx: Db, id: string): Promise<UserRow | undefined> {
  return await selectUsers(trx).where('id', '=', id).where('deletedAt', 'is', null).forNoKeyUpdate().executeTakeFirst();
}

export async function setContact(
  trx: Db,
  id: string,
  changes: Partial<Pick<UserRow, 'phone' | 'address'>>,
  now: Date,
): Promise<UserRow> {
  return await trx
    .updateTable('users')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}
