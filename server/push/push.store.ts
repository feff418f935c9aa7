import { sql } from 'kysely';
import { readSecret } from '../database/read-secret.ts';
import type { Db } from '../database/transaction.ts';
import type { PushDevice } from '../external/push/push-service.ts';

/**
 * Returns the key pair as JSON. The first process that needs it stores the pair that it proposes, so that all use the
 * same.
 */
export async function readKeys(db: Db, proposed: string): Promise<string> {
  return await readSecret(db, 'push-keys', proposed);
}

/** Lists the devices of an active account that signed in after `since`. Their sessions may have expired. */
export async function listDevices(db: Db, userId: string, since: Date): Promise<PushDevice[]> {
  return await db
    .selectFrom('push_subscriptions as push')
    .innerJoin('sessions', 'sessions.sid', 'push.sid')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['push.endpoint', 'push.p256dh', 'push.auth'])
    .where('sessions.userId', '=', userId)
    .where('users.isActive', '=', true)
    .where(sql<Date>`(sessions."sess" ->> 'createdAt')::timestamptz`, '>', since)
    .execute();
}

/** Returns the ids of those people who have a device. */
export async function listWithDevices(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('push_subscriptions as push')
    .innerJoin('sessions', 'sessions.sid', 'push.sid')
    .select('sessions.userId')
    .distinct()
    .where('sessions.userId', 'in', userIds)
    .execute();
  return rows.map((row) => row.userId);
}

/**
 * Saves the device of a session, in place of its earlier one. A device belongs to the session that used it last;
 * `deviceId` is its id at sign-ins, if known. Returns false when the session has ended.
 */
export async function saveDevice(
  trx: Db,
  { sid, deviceId }: { sid: string; deviceId: string | undefined },
  device: PushDevice,
  now: Date,
): Promise<boolean> {
  await lockEndpoint(trx, device.endpoint);
  await trx
    .deleteFrom('push_subscriptions')
    .where('sid', '<>', sid)
    .where((eb) => eb.or([eb('endpoint', '=', device.endpoint), eb('deviceId', '=', deviceId ?? null)]))
    .execute();
  const saved = await trx
    .insertInto('push_subscriptions')
    .columns(['sid', 'endpoint', 'p256dh', 'auth', 'createdAt', 'deviceId'])
    // This waits for a sign-out in progress, which deletes the session.
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select((of) => [
          'sid',
          of.val(device.endpoint).as('endpoint'),
          of.val(device.p256dh).as('p256dh'),
          of.val(device.auth).as('auth'),
          of.val(now).as('createdAt'),
          sql<string | null>`${deviceId ?? null}::uuid`.as('deviceId'),
        ])
        .where('sid', '=', sid)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('sid').doUpdateSet((eb) => ({
        endpoint: eb.ref('excluded.endpoint'),
        p256dh: eb.ref('excluded.p256dh'),
        auth: eb.ref('excluded.auth'),
        deviceId: eb.ref('excluded.deviceId'),
      })),
    )
    .returning('sid')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Deletes a person's oldest devices beyond `most`. */
export async function deleteOldest(trx: Db, userId: string, most: number): Promise<void> {
  const oldest = trx
    .selectFrom('push_subscriptions as push')
    .innerJoin('sessions', 'sessions.sid', 'push.sid')
    .select('push.sid')
    .where('sessions.userId', '=', userId)
    .orderBy('push.createdAt', 'desc')
    .orderBy('push.sid')
    .offset(most);
  await trx.deleteFrom('push_subscriptions').where('sid', 'in', oldest).execute();
}

/**
 * Saves the new endpoint and keys of the device with the old endpoint and secret. Returns false when there is no such
 * device, or another device has the new endpoint.
 */
export async function replaceDevice(
  trx: Db,
  old: Pick<PushDevice, 'endpoint' | 'auth'>,
  device: PushDevice,
): Promise<boolean> {
  const { endpoint, p256dh, auth } = device;
  await lockEndpoint(trx, endpoint);
  const isTaken = sql<boolean>`EXISTS (SELECT FROM push_subscriptions AS other
    WHERE other."endpoint" = ${endpoint} AND other."sid" <> push_subscriptions."sid")`;
  const replaced = await trx
    .updateTable('push_subscriptions')
    .set({ endpoint, p256dh, auth })
    .where('endpoint', '=', old.endpoint)
    .where('auth', '=', old.auth)
    .where((eb) => eb.not(isTaken))
    .returning('sid')
    .executeTakeFirst();
  return replaced !== undefined;
}

/**
 * Makes sessions that report the same device at the same time wait for each other. Otherwise they would conflict in the
 * unique index.
 */
async function lockEndpoint(trx: Db, endpoint: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`push ${endpoint}`}, 0))`.execute(trx);
}

export async function deleteDevice(db: Db, sid: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('sid', '=', sid).execute();
}

/** Deletes a device that the push service no longer knows. */
export async function deleteGone(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
}
