import type { Db } from '../database/transaction.ts';

/** SQL of the facts that decide whether an account can be deleted. It reads other features' tables on purpose. */

/** Returns true if one of a customer's charges was disputed after an instant. */
export async function hasDispute(db: Db, customerId: string, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('payment_history')
    .select('id')
    .where('customerId', '=', customerId)
    .where('disputedAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns true if one of a customer's payments may still be charged. */
export async function hasOpenPayment(db: Db, customerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', 'in', ['creating', 'open'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Locks a customer's account if it is active and the password is still the checked one. Until the transaction ends, no
 * row that references the account can be inserted. Returns false if nothing was locked.
 */
export async function lockAccount(trx: Db, id: string, passwordHash: string | null): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'customer')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return user !== undefined;
}
