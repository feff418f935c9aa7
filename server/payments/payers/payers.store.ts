import type { Selectable } from 'kysely';
import type { UsersTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

export type PayerRow = Pick<
  Selectable<UsersTable>,
  'id' | 'email' | 'firstName' | 'lastName' | 'username' | 'address' | 'stripeCustomerId'
>;

export async function findPayer(db: Db, userId: string): Promise<PayerRow> {
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'address', 'stripeCustomerId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Saves the provider's id unless another request has saved one since `before` was read. */
export async function setProviderCustomer(db: Db, userId: string, before: string | null, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripeCustomerId: id })
    .where('id', '=', userId)
    .where('stripeCustomerId', 'is not distinct from', before)
    .execute();
}
