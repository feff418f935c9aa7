import type { Db } from '../database/transaction.ts';

/** The SQL of a pickup's driver. */

/** Locks a driver's account, active or not, against a change of role. Returns undefined when it isn't a driver's. */
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
