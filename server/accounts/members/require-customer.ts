import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { findUser, hasPassword, type UserRow } from '../accounts.store.ts';

/** Returns a customer's account, active or not. Throws 404 when no customer has this id. */
export async function requireCustomer(db: Db, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (user?.role !== 'customer') throw new Refusal(404, 'Customer not found');
  return user;
}

/** Returns a customer's account, and whether the customer has ever set a password. Throws 404. */
export async function readCustomer(db: Db, id: string): Promise<{ user: UserRow; hasPassword: boolean }> {
  const user = await requireCustomer(db, id);
  return { user, hasPassword: await hasPassword(db, id) };
}

/** Returns the refusal of an action on a deleted account. */
export function deletedAccount(): Refusal {
  return new Refusal(409, 'This customer has deleted their account.', { code: 'deleted' });
}
