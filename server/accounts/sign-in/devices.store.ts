import { readSecret } from '../../database/read-secret.ts';
import type { Db } from '../../database/transaction.ts';

/** Records that a device has signed in to an account, and deletes the account's oldest devices beyond `most`. */
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

/**
 * Gives the notifications of a device to a new session of the same account, and deletes those of other accounts and
 * older ones.
 */
export async function handOverPush(
  trx: Db,
  { deviceId, userId, sid }: { deviceId: string; userId: string; sid: string },
): Promise<void> {
  const newest = trx
    .selectFrom('push_subscriptions as push')
    .innerJoin('sessions', 'sessions.sid', 'push.sid')
    .select('push.sid')
    .where('push.deviceId', '=', deviceId)
    .where('sessions.userId', '=', userId)
    .orderBy('push.createdAt', 'desc')
    .orderBy('push.sid')
    .limit(1);
  await trx.deleteFrom('push_subscriptions').where('deviceId', '=', deviceId).where('sid', 'not in', newest).execute();
  await trx
    .updateTable('push_subscriptions')
    .from('sessions')
    .set({ sid })
    .where('sessions.sid', '=', sid)
    .where('push_subscriptions.deviceId', '=', deviceId)
    .execute();
}

/** Deletes an account's devices, except `exceptDeviceId`. */
export async function forgetDevices(trx: Db, userId: string, exceptDeviceId?: string): Promise<void> {
  await trx
    .deleteFrom('sign_in_devices')
    .where('userId', '=', userId)
    .$if(exceptDeviceId !== undefined, (query) => query.where('deviceId', '<>', exceptDeviceId as string))
    .execute();
}

/** Deletes the devices that have not signed in since an instant. */
export async function deleteOldDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_devices').where('signedInAt', '<', before).execute();
}

/** Returns the secret that signs the devices' markers. The first process that needs it stores its proposed secret. */
export async function readMarkerSecret(db: Db, proposed: string): Promise<string> {
  return await readSecret(db, 'device-marker', proposed);
}
