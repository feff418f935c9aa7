import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';
import type { Factor, FactorFacts } from '../second-factor/rules.ts';
import { named, type UserRow, userColumns } from '../store.ts';

export interface ReservedAttempt {
  id: string;
  passwordHash: string | null;
  twoFactorEnabled: boolean;
}

/** Whose password is checked: by name on sign-in, by id when already signed in. */
export type Claimant = { name: string } | { id: string };

/**
 * Counts a sign-in as failed before its password is checked, so that concurrent guesses can't outrun the lock: the
 * attempt that reaches the limit locks the account, and a success resets the count. Returns undefined, after the same
 * single statement, for a name that doesn't exist, is locked or deactivated. The count needn't survive a crash, and
 * waiting for the disk would reveal by timing that the name exists.
 */
export async function reserveAttempt(
  db: Db,
  claimant: Claimant,
  now: Date,
  lock: { afterFailures: number; until: Date },
): Promise<ReservedAttempt | undefined> {
  // After a lock the count starts again.
  const count = sql<number>`CASE WHEN "lockedUntil" IS NULL THEN "failedLoginAttempts" + 1 ELSE 1 END`;
  return await db
    .updateTable('users')
    .from(sql<{ value: string }>`(SELECT set_config('synchronous_commit', 'off', true) AS value)`.as('durability'))
    .set({
      failedLoginAttempts: count,
      lockedUntil: sql<Date | null>`CASE WHEN ${count} >= ${lock.afterFailures} THEN ${lock.until}::timestamptz END`,
    })
    .where((eb) => ('id' in claimant ? eb('users.id', '=', claimant.id) : named(claimant.name)))
    .where('isActive', '=', true)
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', now)]))
    .returning(['users.id', 'users.passwordHash', 'users.twoFactorEnabled'])
    .executeTakeFirst();
}

/** Removes one reserved attempt that was neither a failure nor a sign-in. */
export async function releaseAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ failedLoginAttempts: sql<number>`greatest("failedLoginAttempts" - 1, 0)`, lockedUntil: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Records a sign-in. Returns undefined when the account was deactivated, or its password or the need of a second factor
 * changed since they were checked.
 * The row stays locked until the transaction ends, so that a concurrent deactivation also finds the new session.
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
      failedLoginAttempts: 0,
      lockedUntil: null,
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

export async function insertSession(
  trx: Db,
  session: { sid: string; userId: string; expire: Date; confirmedAt: Date | null; sess: object },
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, sess: JSON.stringify(session.sess) })
    .execute();
}

/** The user of a session that hasn't expired, with their current role and second factor, in one query. */
export async function findSessionUser(
  db: Db,
  sid: string,
  now: Date,
): Promise<({ id: string; username: string } & FactorFacts) | undefined> {
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.username', 'users.role', 'users.twoFactorEnabled', 'sessions.confirmedAt'])
    .where('sessions.sid', '=', sid)
    .where('sessions.expire', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst();
}

export async function deleteSession(db: Db, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', sid).execute();
}

/** Ends an account's sessions, except `exceptSid`. */
export async function deleteSessionsOf(trx: Db, userId: string, exceptSid = ''): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).where('sid', '<>', exceptSid).execute();
}

/** Deletes at most `most` expired sessions, so that no statement runs long. Returns how many. */
export async function deleteExpiredSessions(db: Db, now: Date, most: number): Promise<number> {
  const expired = db.selectFrom('sessions').select('sid').where('expire', '<=', now).limit(most);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('sid', 'in', expired).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
