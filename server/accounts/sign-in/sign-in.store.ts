import { type ExpressionBuilder, sql } from 'kysely';
import type { Role } from '../../../contract/accounts.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import { named, type UserRow, userColumns } from '../accounts.store.ts';
import type { Factor, FactorFacts } from '../second-factor/rules.ts';

export interface ReservedAttempt {
  id: string;
  passwordHash: string | null;
  twoFactorEnabled: boolean;
  /** The device whose count includes the attempt; undefined for the count that strangers share. */
  device: string | undefined;
}

/** The account whose password is checked: by name at sign-in, by id for a signed-in user. */
export type Claimant = { name: string } | { id: string };

/** The number of failures that lock an account, and the end of that lock. */
export interface Lock {
  afterFailures: number;
  until: Date;
}

/** A joined subquery that lets the statement commit without waiting for the disk. */
const withoutDisk = sql<{ value: string }>`(SELECT set_config('synchronous_commit', 'off', true) AS value)`.as(
  'durability',
);

/**
 * Counts a sign-in as failed before its password is checked, so that concurrent guesses can't outrun the lock. The
 * attempt that reaches the limit locks, and a success resets the count. A device that has signed in to the account
 * before has its own count; everyone else shares the account's. Returns undefined, after the same statements, for an
 * account that doesn't exist, is locked or is deactivated. The count needn't survive a crash, so the statement doesn't
 * wait for the disk: that time would reveal that the name exists.
 */
export async function reserveAttempt(
  db: Db,
  claimant: Claimant,
  now: Date,
  lock: Lock,
  device?: string,
): Promise<ReservedAttempt | undefined> {
  const ofDevice = device && (await reserveDeviceAttempt(db, claimant, now, lock, device));
  return ofDevice || (await reserveStrangerAttempt(db, claimant, now, lock, device));
}

async function reserveDeviceAttempt(db: Db, claimant: Claimant, now: Date, lock: Lock, device: string) {
  // After a lock, the count restarts.
  const count = sql<number>`CASE WHEN sign_in_devices."lockedUntil" IS NULL THEN "failures" + 1 ELSE 1 END`;
  const row = await db
    .updateTable('sign_in_devices')
    .from('users')
    .from(withoutDisk)
    .set({
      failures: count,
      lockedUntil: sql<Date | null>`CASE WHEN ${count} >= ${lock.afterFailures} THEN ${lock.until}::timestamptz END`,
    })
    .whereRef('users.id', '=', 'sign_in_devices.userId')
    .where('sign_in_devices.deviceId', '=', device)
    .where((eb) => claimed(eb, claimant))
    .where('users.isActive', '=', true)
    .where((eb) => eb.or([eb('sign_in_devices.lockedUntil', 'is', null), eb('sign_in_devices.lockedUntil', '<=', now)]))
    .returning(['users.id', 'users.passwordHash', 'users.twoFactorEnabled'])
    .executeTakeFirst();
  return row && { ...row, device };
}

/** Uses the strangers' count. A device that has signed in to the account before is no stranger, even while locked. */
async function reserveStrangerAttempt(
  db: Db,
  claimant: Claimant,
  now: Date,
  lock: Lock,
  device: string | undefined,
): Promise<ReservedAttempt | undefined> {
  const count = sql<number>`CASE WHEN "lockedUntil" IS NULL THEN "failedLoginAttempts" + 1 ELSE 1 END`;
  const isKnown = sql<boolean>`EXISTS (SELECT FROM sign_in_devices
    WHERE "userId" = users."id" AND "deviceId" = ${device ?? null}::uuid)`;
  const row = await db
    .updateTable('users')
    .from(withoutDisk)
    .set({
      failedLoginAttempts: count,
      lockedUntil: sql<Date | null>`CASE WHEN ${count} >= ${lock.afterFailures} THEN ${lock.until}::timestamptz END`,
    })
    .where((eb) => claimed(eb, claimant))
    .where('isActive', '=', true)
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', now)]))
    .where((eb) => eb.not(isKnown))
    .returning(['users.id', 'users.passwordHash', 'users.twoFactorEnabled'])
    .executeTakeFirst();
  return row && { ...row, device: undefined };
}

function claimed(eb: ExpressionBuilder<Schema, 'users'>, claimant: Claimant) {
  return 'id' in claimant ? eb('users.id', '=', claimant.id) : named(claimant.name);
}

/** Reverts one reserved attempt that was neither a failure nor a sign-in, and the lock that it may have caused. */
export async function releaseAttempt(db: Db, { id, device }: Pick<ReservedAttempt, 'id' | 'device'>): Promise<void> {
  if (device === undefined) {
    const one = sql<number>`greatest("failedLoginAttempts" - 1, 0)`;
    await db.updateTable('users').set({ failedLoginAttempts: one, lockedUntil: null }).where('id', '=', id).execute();
  } else {
    const one = sql<number>`greatest("failures" - 1, 0)`;
    await devicesOf(db, id, device).set({ failures: one, lockedUntil: null }).execute();
  }
}

/** Resets the count that includes the attempt. A known device's sign-in doesn't change the strangers' count or lock. */
export async function clearAttempts(db: Db, { id, device }: Pick<ReservedAttempt, 'id' | 'device'>): Promise<void> {
  if (device === undefined) {
    await db.updateTable('users').set({ failedLoginAttempts: 0, lockedUntil: null }).where('id', '=', id).execute();
  } else {
    await devicesOf(db, id, device).set({ failures: 0, lockedUntil: null }).execute();
  }
}

function devicesOf(db: Db, userId: string, device: string) {
  return db.updateTable('sign_in_devices').where('userId', '=', userId).where('deviceId', '=', device);
}

/**
 * Records a sign-in. Returns undefined when the account was deactivated, or its password or the need for a second
 * factor has changed since the check. The row stays locked until the transaction ends, so that a concurrent
 * deactivation also finds the new session.
 */
export async function recordSignIn(
  trx: Db,
  id: string,
  signIn: {
    verifiedHash: string | undefined;
    factor: Factor | undefined;
    ip: string;
    userAgent: string;
    now: Date;
    historyLength: number;
  },
): Promise<UserRow | undefined> {
  const { now, ip, userAgent, historyLength, verifiedHash, factor } = signIn;
  const entry = JSON.stringify([{ at: now.toISOString(), ip, userAgent, factor }]);
  return await trx
    .updateTable('users')
    .set({
      lastLoginAt: now,
      loginHistory: sql<string>`jsonb_path_query_array(${entry}::jsonb || "loginHistory", ${`$[0 to ${historyLength - 1}]`}::jsonpath)`,
    })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('twoFactorEnabled', '=', factor !== undefined)
    .$if(verifiedHash !== undefined, (query) => query.where('passwordHash', '=', verifiedHash as string))
    .returning(userColumns)
    .executeTakeFirst();
}

/** Returns whether the account still has this password, and locks the row until the transaction ends. */
export async function lockIfPasswordIs(trx: Db, id: string, passwordHash: string | null): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** When the session was opened. */
const signedInAt = sql<Date>`(sessions."sess" ->> 'createdAt')::timestamptz`;

export async function insertSession(
  trx: Db,
  session: {
    sid: string;
    userId: string;
    expire: Date;
    lastUsedAt: Date;
    confirmedAt: Date | null;
    sess: object;
  },
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, sess: JSON.stringify(session.sess) })
    .execute();
}

type SessionRow = { id: string; username: string; expire: Date; lastUsedAt: Date } & FactorFacts;

/**
 * Finds the session of an active account, with its user's current role and second factor, in one query. The session may
 * have ended (`hasEnded`).
 */
export async function findSession(db: Db, sid: string): Promise<SessionRow | undefined> {
  // Plain SQL, because every request runs it and building the query costs more than the rest of the access check.
  const { rows } = await sql<SessionRow>`
    SELECT users."id", users."username", users."role", users."twoFactorEnabled",
      sessions."expire", sessions."lastUsedAt", sessions."confirmedAt"
    FROM sessions INNER JOIN users ON users."id" = sessions."userId"
    WHERE sessions."sid" = ${sid} AND users."isActive"`.execute(db);
  return rows[0];
}

/** Finds the sessions with these ids, of active accounts, with their users' current roles. They may have ended. */
export async function findSessions(
  db: Db,
  sids: readonly string[],
): Promise<{ sid: string; role: Role; expire: Date; lastUsedAt: Date }[]> {
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.sid', 'users.role', 'sessions.expire', 'sessions.lastUsedAt'])
    .where('sessions.sid', '=', sql<string>`ANY(${sids as string[]}::text[])`)
    .where('users.isActive', '=', true)
    .execute();
}

/** Records a use of a session, unless another request has recorded one since `lastUsedAt`. */
export async function recordUse(db: Db, sid: string, lastUsedAt: Date, use: { now: Date; ip: string }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: use.now, lastIp: use.ip })
    .where('sid', '=', sid)
    .where('lastUsedAt', '=', lastUsedAt)
    .execute();
}

export async function deleteSession(db: Db, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', sid).execute();
}

/**
 * Ends a session that was over, so that it stays so if the clock is set back. Its row stays while a device's
 * notifications depend on it, with the time of the sign-in as its end.
 */
export async function endSession(db: Db, sid: string): Promise<void> {
  const hasPush = sql<boolean>`EXISTS (SELECT FROM push_subscriptions WHERE "sid" = ${sid})`;
  await db.deleteFrom('sessions').where('sid', '=', sid).where(sql<boolean>`NOT ${hasPush}`).execute();
  await db.updateTable('sessions').set({ expire: signedInAt }).where('sid', '=', sid).execute();
}

/** Ends an account's sessions, except `exceptSid`. */
export async function deleteSessionsOf(trx: Db, userId: string, exceptSid = ''): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).where('sid', '<>', exceptSid).execute();
}

/**
 * Deletes at most `most` expired sessions, so that no statement runs long, except those that signed in after
 * `pushSince` and have a device that gets notifications. Returns the number of deleted sessions.
 */
export async function deleteExpiredSessions(
  db: Db,
  { now, pushSince, most }: { now: Date; pushSince: Date; most: number },
): Promise<number> {
  const hasPush = sql<boolean>`EXISTS (SELECT FROM push_subscriptions WHERE push_subscriptions."sid" = sessions."sid")`;
  const expired = db
    .selectFrom('sessions')
    .select('sid')
    .where('expire', '<=', now)
    .where((eb) => eb.or([eb.not(hasPush), eb(signedInAt, '<=', pushSince)]))
    .limit(most);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('sid', 'in', expired).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
