import { sql } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { Db } from '../database/transaction.ts';

/**
 * SQL of the accounts that an import compares with. It reads the table of accounts on purpose: a whole file is compared
 * in a few statements.
 */

export interface KnownPerson {
  id: string;
  role: Role;
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  emailVerified: boolean;
  hasPassword: boolean;
}

const columns = sql`"id", "role", "username", "email", "firstName", "lastName", "phone", "address", "emailVerified",
  "passwordHash" IS NOT NULL AS "hasPassword"`;

/** Lists accounts with one of these emails, given in lower case. */
export async function listByEmail(db: Db, emails: readonly string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`SELECT ${columns} FROM users WHERE lower("email") = ANY(${emails})`.execute(
    db,
  );
  return rows;
}

/**
 * Lists customers with one of these phone numbers, however they are written: their last ten digits are compared. Scans
 * the whole table, which is fine for a rare check.
 */
export async function listByPhone(db: Db, phones: readonly string[]): Promise<KnownPerson[]> {
  const digits = phones.map((phone) => phone.replace(/\D/g, '').slice(-10));
  const { rows } = await sql<KnownPerson>`SELECT ${columns} FROM users
    WHERE right(regexp_replace("phone", '\\D', '', 'g'), 10) = ANY(${digits}) AND "role" = 'customer' AND "deletedAt" IS NULL`.execute(
    db,
  );
  return rows;
}

/** Lists customers whose address begins with one of these words (house numbers), in pages by id. */
export async function listByHouseNumber(
  db: Db,
  numbers: readonly string[],
  page: { after: string; most: number },
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`SELECT ${columns} FROM users
    WHERE lower(split_part("address", ' ', 1)) = ANY(${numbers}) AND "role" = 'customer' AND "deletedAt" IS NULL
      AND "id" > ${page.after}
    ORDER BY "id" LIMIT ${page.most}`.execute(db);
  return rows;
}

/** Returns those of these lowercase usernames that are taken. */
export async function listTakenNames(db: Db, usernames: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`SELECT lower("username") AS "name" FROM users
    WHERE lower("username") = ANY(${usernames})`.execute(db);
  return new Set(rows.map((row) => row.name));
}

/**
 * Finds an active customer's account. Locks it until the transaction ends, so that only one plan is added at a time.
 */
export async function lockCustomer(
  trx: Db,
  customerId: string,
): Promise<Pick<KnownPerson, 'emailVerified' | 'hasPassword'> | undefined> {
  const { rows } = await sql<Pick<KnownPerson, 'emailVerified' | 'hasPassword'>>`
    SELECT "emailVerified", "passwordHash" IS NOT NULL AS "hasPassword"
    FROM users WHERE "id" = ${customerId} AND "role" = 'customer' AND "isActive" FOR NO KEY UPDATE`.execute(trx);
  return rows[0];
}

/**
 * Returns why an account that an import made can't be removed: somebody has used or changed it. Null when nobody has.
 * Locks the account until the transaction ends.
 */
export async function lockUse(trx: Db, customerId: string, importedNoteId: string): Promise<string | null> {
  const { rows: found } = await sql<{ isChanged: boolean; hasSignedIn: boolean; role: Role; deletedAt: Date | null }>`
    SELECT "updatedAt" <> "createdAt" AS "isChanged", "passwordHash" IS NOT NULL OR "lastLoginAt" IS NOT NULL AS "hasSignedIn",
      "role", "deletedAt" FROM users WHERE "id" = ${customerId} FOR UPDATE`.execute(trx);
  const [user] = found;
  if (!user || user.deletedAt) return 'The customer has deleted the account.';
  if (user.hasSignedIn) return 'The customer has set a password.';
  if (user.isChanged || user.role !== 'customer') return 'The account was changed.';
  const { rows } = await sql<{ hasPlan: boolean; hasBooking: boolean; hasNote: boolean }>`SELECT
    EXISTS (SELECT FROM subscriptions WHERE "customerId" = ${customerId})
      OR EXISTS (SELECT FROM subscription_orders WHERE "customerId" = ${customerId}) AS "hasPlan",
    EXISTS (SELECT FROM pickups WHERE "customerId" = ${customerId}) OR EXISTS (SELECT FROM bookings WHERE "customerId" = ${customerId})
      OR EXISTS (SELECT FROM payments WHERE "customerId" = ${customerId}) AS "hasBooking",
    EXISTS (SELECT FROM customer_notes WHERE "customerId" = ${customerId} AND "id" <> ${importedNoteId}) AS "hasNote"`.execute(
    trx,
  );
  const [use] = rows;
  if (use?.hasPlan) return 'The customer has a plan.';
  if (use?.hasBooking) return 'The customer has a booking.';
  return use?.hasNote ? 'A note was added to the customer.' : null;
}
