import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/** Records that a device has signed in to an account, and forgets the account's oldest devices beyond `most`. */
export async function saveDevice(
  trx: Db,
  { userId, deviceId, now, most }: { userId: string; deviceId: string; now: Date; most: number },
): Promise<void> {
  await trx
    .insertInto('sign_in_devices')
    .values({ userId, deviceId, signedInAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'deviceId']).doUpdateSet({ signedInAt: now }))
    .execute();
  const newest = trx
    .selectFrom('sign_in_devices')
    .select('deviceId')
    .where('userId', '=', userId)
    .orderBy('signedInAt', 'desc')
    .orderBy('deviceId')
    .limit(most);
  await trx.deleteFrom('sign_in_devices').where('userId', '=', userId).where('deviceId', 'not in', newest).execute();
}

/** Forgets an account's devices, except `exceptDeviceId`. */
export async function forgetDevices(trx: Db, userId: string, exceptDeviceId?: string): Promise<void> {
  await trx
    .deleteFrom('sign_in_devices')
    .where('userId', '=', userId)
    .$if(exceptDeviceId !== undefined, (query) => query.where('deviceId', '<>', exceptDeviceId as string))
    .execute();
}

/** Forgets the devices that have not signed in since. */
export async function deleteOldDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_devices').where('signedInAt', '<', before).execute();
}

/** The server's secret of this name. The first process that needs it stores the one it proposes. */
export async function readSecret(db: Db, name: string, proposed: string): Promise<string> {
  const { value } = await db
    .insertInto('server_secrets')
    .values({ name, value: proposed })
    // An update, because a conflict that does nothing would return no row.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`server_secrets."value"` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
