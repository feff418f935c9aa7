import { sql } from 'kysely';
import type { Role } from '../../../contract/accounts.ts';
import type { Db } from '../../database/transaction.ts';
import { named, userColumns } from '../store.ts';
import type { UserRow } from '../user-row.ts';

/** The SQL of signing in: attempts, sessions and the counters per address. */

export interface ReservedAttempt {
  id: string;
  passwordHash: string | null;
  twoFactorEnabled: boolean;
}

/** Whose password is tried: whoever signs in gives a name, whoever is signed in has an id. */
export type Claimant = { name: string } | { id: string };

/**
 * Counts a sign-in as failed before its password is looked at, so that guesses sent at once cannot outrun the lock:
 * the one that fills the count locks the account, and a success takes it all back. Undefined, after the same single
 * statement, for a name that does not exist, is locked or deactivated. The count need not survive a crash: waiting for
 * the disk would only tell by the clock that the name exists.
 */
export async function reserveAttempt(
  db: Db,
  claimant: Claimant,
  now: Date,
  lock: { afterFailures: number; until: Date },
): Promise<ReservedAttempt | undefined> {
  // A count that a lock has ended starts anew.
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

/** Takes one reserved attempt back that was no failure and no sign-in either. */
export async function returnAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ failedLoginAttempts: sql<number>`greatest("failedLoginAttempts" - 1, 0)`, lockedUntil: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Notes a sign-in; undefined when the account was deactivated or its password changed since it was verified. The row
 * stays locked until the transaction ends, so that a deactivation that comes meanwhile also finds the new session.
 */
export async function recordSignIn(
  trx: Db,
  id: string,
  signIn: { verifiedHash: string | undefined; ip: string; userAgent: string; now: Date; kept: number },
): Promise<UserRow | undefined> {
  const { now, ip, userAgent, kept, verifiedHash } = signIn;
  const entry = JSON.stringify([{ at: now.toISOString(), ip, userAgent }]);
  return await trx
    .updateTable('users')
    .set({
      failedLoginAttempts: 0,
      lockedUntil: null,
      lastLoginAt: now,
      loginHistory: sql<string>`jsonb_path_query_array(${entry}::jsonb || "loginHistory", ${`$[0 to ${kept - 1}]`}::jsonpath)`,
    })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .$if(verifiedHash !== undefined, (query) => query.where('passwordHash', '=', verifiedHash as string))
    .returning(userColumns)
    .executeTakeFirst();
}

/** Whether the account still has this password; it keeps it until the transaction ends. */
export async function holdPassword(trx: Db, id: string, passwordHash: string | null): Promise<boolean> {
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
  session: { sid: string; userId: string; expire: Date; sess: object },
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, sess: JSON.stringify(session.sess) })
    .execute();
}

/** Whose session this is: one query finds the session, its end and the person with the role of this moment. */
export async function findSessionUser(
  db: Db,
  sid: string,
  now: Date,
): Promise<{ id: string; username: string; role: Role } | undefined> {
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.username', 'users.role'])
    .where('sessions.sid', '=', sid)
    .where('sessions.expire', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst();
}

export async function deleteSession(db: Db, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', sid).execute();
}

/** Ends an account's sessions, all or all but one. */
export async function deleteSessionsOf(trx: Db, userId: string, keptSid = ''): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).where('sid', '<>', keptSid).execute();
}

/** Deletes expired sessions, at most `most` at a time so that no statement runs long; answers how many. */
export async function deleteExpiredSessions(db: Db, now: Date, most: number): Promise<number> {
  const expired = db.selectFrom('sessions').select('sid').where('expire', '<=', now).limit(most);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('sid', 'in', expired).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
