import type { Db } from '../database/transaction.ts';

/** The SQL of a pickup's customer and driver. */

export interface Contact {
  email: string;
  emailVerified: boolean;
  username: string;
  firstName: string | null;
}

export async function findContact(db: Db, userId: string): Promise<Contact> {
  return await db
    .selectFrom('users')
    .select(['email', 'emailVerified', 'username', 'firstName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Locks a driver's account, active or not, against a change of role; undefined when it isn't a driver's. */
export async function lockDriver(
  trx: Db,
  driverId: string,
): Promise<{ isActive: boolean; username: string; firstName: string | null; lastName: string | null } | undefined> {
  return await trx
    .selectFrom('users')
    .select(['isActive', 'username', 'firstName', 'lastName'])
    .where('id', '=', driverId)
    .where('role', '=', 'driver')
    .forShare()
    .executeTakeFirst();
}
