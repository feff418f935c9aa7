import { type SqlBool, sql } from 'kysely';
import type { PickupStatus, ServiceType } from '../../../contract/pickups.ts';
import { contains, folded, foldedPerson, startsWith } from '../../database/folded-text.ts';
import type { Db } from '../../database/transaction.ts';
import type { SearchTerms } from '../../pickups/search-rules.ts';

/** SQL of Find. It reads several features' tables on purpose: the results are only displayed, and no rule uses them. */

export interface PersonRow {
  id: string;
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
}

const personColumns = ['id', 'username', 'email', 'firstName', 'lastName', 'phone', 'address'] as const;

const addressText = folded(sql`"address"`);
/** Must equal the expression of the index users_phone_search. */
const phoneDigits = sql`regexp_replace("phone", '[^0-9]', '', 'g')`;

/** A common word has too many matches to rank, so only this many are ranked. */
const mostRanked = 300;

/**
 * Finds customers. Each column is searched by its own query, because PostgreSQL can't use an index for conditions
 * joined by OR. Customers whose name or phone number starts with the text come first; the rest are ordered by name.
 */
export async function findCustomers(db: Db, terms: SearchTerms, limit: number): Promise<PersonRow[]> {
  const of = (condition: ReturnType<typeof sql<SqlBool>>) =>
    db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'customer')
      .where('deletedAt', 'is', null)
      .where(condition)
      .limit(mostRanked);
  const parts = [of(hasWords(foldedPerson, terms.words)), of(hasWords(addressText, terms.words))];
  if (terms.phone) parts.push(of(hasDigits(terms.phone)));
  const ids = sql<string>`(${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` UNION `,
  )})`;
  return await rankedPeople(db, terms, limit).where('id', 'in', ids).execute();
}

/** Finds active drivers. They are few, so no index is needed. */
export async function findDrivers(db: Db, terms: SearchTerms, limit: number): Promise<PersonRow[]> {
  const { words, phone } = terms;
  return await rankedPeople(db, terms, limit)
    .where('role', '=', 'driver')
    .where('isActive', '=', true)
    .where((eb) =>
      eb.or([hasWords(foldedPerson, words), hasWords(addressText, words), ...(phone ? [hasDigits(phone)] : [])]),
    )
    .execute();
}

function rankedPeople(db: Db, { words, phone }: SearchTerms, limit: number) {
  const text = words.join(' ');
  const full = folded(sql`coalesce("firstName", '') || ' ' || coalesce("lastName", '')`);
  const starts = [folded(sql`"username"`), folded(sql`"lastName"`), full].map((name) => startsWith(name, text));
  const isFirst = sql<SqlBool>`(${sql.join(starts, sql` OR `)}
    OR coalesce(${phoneDigits} LIKE ${`${phone ?? '-'}%`}, false))`;
  return db
    .selectFrom('users')
    .select(personColumns)
    .orderBy(sql`coalesce(${isFirst}, false)`, 'desc')
    .orderBy(sql`lower(coalesce("lastName", "username"))`)
    .orderBy(sql`lower(coalesce("firstName", ''))`)
    .orderBy('id')
    .limit(limit);
}

export interface PickupRow {
  id: string;
  address: string;
  status: PickupStatus;
  serviceType: ServiceType;
  scheduledDate: Date | null;
  customer: Pick<PersonRow, 'firstName' | 'lastName' | 'username'>;
  driver: Pick<PersonRow, 'firstName' | 'lastName' | 'username'> | null;
}

/** Finds pickups by id or by the beginning of the short id, the latest service date first. */
export async function findPickups(db: Db, { id, shortId }: SearchTerms, limit: number): Promise<PickupRow[]> {
  // Must equal the expression of the index pickups_short_id.
  const byShortId = sql<SqlBool>`right("pickups"."id"::text, 8) LIKE ${`${shortId}%`}`;
  const rows = await db
    .selectFrom('pickups')
    .innerJoin('users as customers', 'customers.id', 'pickups.customerId')
    .leftJoin('users as drivers', 'drivers.id', 'pickups.driverId')
    .select(['pickups.id', 'pickups.address', 'pickups.status', 'pickups.serviceType', 'pickups.scheduledDate'])
    .select(['customers.username', 'customers.firstName', 'customers.lastName'])
    .select([
      'drivers.username as driverUsername',
      'drivers.firstName as driverFirst',
      'drivers.lastName as driverLast',
    ])
    .where((eb) => (id ? eb('pickups.id', '=', id) : byShortId))
    .orderBy('pickups.scheduledDate', (order) => order.desc().nullsLast())
    .orderBy('pickups.id')
    .limit(limit)
    .execute();
  return rows.map(({ username, firstName, lastName, driverUsername, driverFirst, driverLast, ...pickup }) => ({
    ...pickup,
    customer: { username, firstName, lastName },
    driver: driverUsername === null ? null : { username: driverUsername, firstName: driverFirst, lastName: driverLast },
  }));
}

/** Matches rows whose folded text contains every word. */
function hasWords(text: ReturnType<typeof sql>, words: readonly string[]) {
  return sql<SqlBool>`(${sql.join(
    words.map((word) => contains(text, word)),
    sql` AND `,
  )})`;
}

function hasDigits(phone: string) {
  return sql<SqlBool>`${phoneDigits} LIKE ${`%${phone}%`}`;
}
