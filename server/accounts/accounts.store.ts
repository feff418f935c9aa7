import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { UsersTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The columns read of an account. They contain no secrets, so none can leak. */
export const userColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.role',
  'users.firstName',
  'users.lastName',
  'users.phone',
  'users.address',
  'users.profileImageUrl',
  'users.isActive',
  'users.emailVerified',
  'users.twoFactorEnabled',
  'users.lastLoginAt',
  'users.deletedAt',
  'users.createdAt',
  'users.updatedAt',
] as const;

type ColumnName<Column> = Column extends `users.${infer Name extends keyof UsersTable}` ? Name : never;
export type UserRow = Pick<Selectable<UsersTable>, ColumnName<(typeof userColumns)[number]>>;

export function selectUsers(db: Db) {
  return db.selectFrom('users').select(userColumns);
}

type NewUser = Pick<UserRow, 'id' | 'username' | 'email' | 'role' | 'firstName' | 'lastName' | 'phone' | 'address'> &
  Pick<UserRow, 'createdAt' | 'updatedAt'> & { passwordHash: string | null; isDemo: boolean };

/** Inserts an account. Rejects with a unique violation when the username or email is taken (`takenField`). */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return await db.insertInto('users').values(user).returning(userColumns).executeTakeFirstOrThrow();
}

/** Returns the field whose value was taken, by a database error; undefined for any other error. */
export function takenField(error: unknown): 'username' | 'email' | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505') return undefined;
  if (constraint === 'users_username_unique') return 'username';
  return constraint === 'users_email_unique' ? 'email' : undefined;
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return await selectUsers(db).where('id', '=', id).executeTakeFirst();
}

/** Returns whether the account has a password; false also when there is no such account. */
export async function hasPassword(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds an account by username or email, ignoring case. Only emails contain @, so they can't be confused. */
export async function findUserByName(db: Db, name: string): Promise<UserRow | undefined> {
  return await selectUsers(db).where(named(name)).executeTakeFirst();
}

/** Returns the condition of `findUserByName`, with the expressions of the two unique indexes. */
export function named(name: string) {
  const column = name.includes('@') ? sql.ref('email') : sql.ref('username');
  return sql<SqlBool>`lower(${column}) = lower(${name})`;
}

/** Reads an account and locks it until the transaction ends. */
export async function lockUser(trx: Db, id: string): Promise<UserRow | undefined> {
  return await selectUsers(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Serializes changes of admins until the transaction ends. Must be taken before any account's lock. */
export async function lockAdmins(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('who is an admin', 0))`.execute(trx);
}

export async function hasOtherActiveAdmin(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function setRole(trx: Db, id: string, role: Role, now: Date): Promise<UserRow> {
  return await trx
    .updateTable('users')
    .set({ role, updatedAt: now })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

/** Activates or deactivates an account. Activating resets its failed sign-ins; deactivating voids its reset links. */
export async function setActive(trx: Db, id: string, isActive: boolean, now: Date): Promise<UserRow> {
  return await trx
    .updateTable('users')
    .set({
      ...{ isActive, updatedAt: now },
      ...(isActive
        ? { failedLoginAttempts: 0, lockedUntil: null }
        : { passwordResetToken: null, passwordResetExpires: null }),
    })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

/** Changes the given values. A new email is unverified and voids links to the old one. Rejects as `insertUser` does. */
export async function setProfile(
  db: Db,
  id: string,
  changes: { username?: string; email?: string },
  now: Date,
): Promise<UserRow | undefined> {
  const { email } = changes;
  const verified = sql<boolean>`"emailVerified" AND lower("email") = lower(${email})`;
  return await db
    .updateTable('users')
    .set({
      ...changes,
      ...(email !== undefined && { emailVerified: verified, emailVerificationToken: null }),
      ...(email !== undefined && { passwordResetToken: null, passwordResetExpires: null }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(userColumns)
    .executeTakeFirst();
}

/** Sets a password, unlocks the account and invalidates its reset link. */
export async function setPasswordHash(trx: Db, id: string, passwordHash: string, now: Date): Promise<UserRow> {
  return await trx
    .updateTable('users')
    .set({ passwordHash, failedLoginAttempts: 0, lockedUntil: null, updatedAt: now })
    .set({ passwordResetToken: null, passwordResetExpires: null })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

export type DemoRow = UserRow & { isDemo: boolean };

/** Finds the accounts with one of these usernames or emails, created by the demo or not. */
export async function findDemoCandidates(
  db: Db,
  names: readonly string[],
  emails: readonly string[],
): Promise<DemoRow[]> {
  return await selectUsers(db)
    .select('users.isDemo')
    .where((eb) => eb.or([eb(sql`lower("username")`, 'in', names), eb(sql`lower("email")`, 'in', emails)]))
    .execute();
}

export async function findOpenDemoIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('isDemo', '=', true)
    .where('isActive', '=', true)
    .execute();
  return rows.map((row) => row.id);
}
