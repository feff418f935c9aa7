import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type PickupStatus, type ServiceType, serviceTypes } from '../../../contract/pickups.ts';
import { countRows } from '../../database/count-rows.ts';
import { contains, folded, foldedNames } from '../../database/folded-text.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import { zipOfAddress } from '../../database/zip-of-address.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { withPeople } from '../pickups.store.ts';
import { longestRun, readSearch } from '../search-rules.ts';

/** The SQL of lists of pickups: filters, search, order, pages and bounded counts. */

export interface PickupFilter {
  customerId?: string;
  driverId?: string;
  statuses: readonly PickupStatus[];
  /** Empty for every type. */
  types: readonly ServiceType[];
  /** A New York date. */
  day?: string;
  /** The id of a driver, or `none` for pickups without one. */
  driver?: string;
  /** The ZIP code of the address. */
  area?: string;
  /** A part of the address or of the customer's name, username or phone number, or the short or full id; not empty. */
  search?: string;
}

export interface PageRequest {
  orderBy: 'createdAt' | 'scheduledDate';
  direction: 'asc' | 'desc';
  limit: number;
  after: { at: Date; id: string } | undefined;
}

/** Lists a page of pickups after a cursor. Reads one more than the limit, so that the caller can see a next page. */
export async function listPickups(db: Db, filter: PickupFilter, page: PageRequest): Promise<PickupRow[]> {
  return await (await selectPage(db, filter, page)).query.selectAll('pickups').execute();
}

/** Lists a page as `listPickups` does, with the names of the customers and drivers. */
export async function listAdminPickups(db: Db, filter: PickupFilter, page: PageRequest): Promise<AdminPickupRow[]> {
  return await withPeople((await selectPage(db, filter, page)).query).execute();
}

/** Makes the query of a page. Wraps it in an object, because a promise that resolves to a query would run it. */
async function selectPage(db: Db, filter: PickupFilter, page: PageRequest) {
  const { search } = filter;
  const found = search && (await selectFound(db, filter, search, (ids) => cutToPage(ids, page)));
  const query = db
    .selectFrom('pickups')
    .where((eb) => (found ? eb('pickups.id', 'in', found) : eb.and([matches(eb, filter), ...afterCursor(page)])))
    .orderBy(`pickups.${page.orderBy}`, page.direction)
    .orderBy('pickups.id', page.direction)
    .limit(page.limit + 1);
  return { query };
}

/** Counts the matching pickups up to `most + 1`, so that polling a list never counts a million rows. */
export async function countPickups(db: Db, filter: PickupFilter, most: number): Promise<number> {
  const { rows } = await selectBounded(db, filter, most);
  return Math.min(await countRows(db, rows), most + 1);
}

async function selectBounded(db: Db, filter: PickupFilter, most: number) {
  const bounded = (ids: PickupIds) => ids.limit(most + 1);
  const { search } = filter;
  return { rows: search ? await selectFound(db, filter, search, bounded) : bounded(selectMatching(db, filter)) };
}

const zip = zipOfAddress(sql`"pickups"."address"`);

/**
 * Lists the ZIP codes of pickups, in order. The query jumps from one to the next in the index, so that it reads no more
 * rows than it returns.
 */
export async function listZips(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    WITH RECURSIVE zips AS (
      SELECT (SELECT min(${zip}) FROM pickups) AS zip
      UNION ALL
      SELECT (SELECT min(${zip}) FROM pickups WHERE ${zip} > zips.zip) FROM zips WHERE zips.zip IS NOT NULL
    )
    SELECT zip FROM zips WHERE zip IS NOT NULL LIMIT ${most}`.execute(db);
  return rows.map(({ zip }) => zip);
}

type PickupIds = SelectQueryBuilder<Schema, 'pickups', { id: string }>;

function selectMatching(db: Db, filter: PickupFilter): PickupIds {
  return db
    .selectFrom('pickups')
    .select('pickups.id')
    .where((eb) => matches(eb, filter));
}

/** The trigram indexes need this many letters or digits in a row. */
const shortestIndexed = 3;
/** Any other search reads only this many of the newest pickups. */
const mostSearchedThrough = 2_000;

/**
 * Makes the query of the ids that a search finds. `cut` limits each part of it. Each column has its own part: with OR
 * between the columns, PostgreSQL can use no index and reads the whole table.
 */
async function selectFound(db: Db, filter: PickupFilter, search: string, cut: (ids: PickupIds) => PickupIds) {
  const ids = selectMatching(db, filter);
  const { ofPickups, ofPeople } = searchConditions(search);
  const isIndexed = longestRun(search) >= shortestIndexed;
  if (!isIndexed || filter.customerId || filter.driverId || filter.day) {
    const newest = ids.orderBy('pickups.createdAt', 'desc').orderBy('pickups.id', 'desc').limit(mostSearchedThrough);
    // As an array, so that the planner fetches these few by id instead of scanning the table.
    const isNew = sql<SqlBool>`"pickups"."id" = ANY (ARRAY${newest})`;
    const [few, isOf] = isIndexed ? [ids, isOfPeople] : [ids.where(isNew), isOfItsCustomer];
    return sql<string>`${cut(few.where((eb) => eb.or([...ofPickups, ...ofPeople.map(isOf)])))}`;
  }
  const parts = ofPickups.map((condition) => sql`${cut(ids.where(condition))}`);
  for (const condition of ofPeople) {
    const few = await findFewPeople(db, condition);
    parts.push(sql`${cut(few === undefined ? ids.where(isOfPeople(condition)) : selectOfFew(db, ids, few))}`);
  }
  return sql<string>`(${sql.join(parts, sql` UNION `)})`;
}

/**
 * For up to this many people, pickups are read through the index by customer. For more people, the newest pickups are
 * scanned, because some of theirs are probably among them.
 */
const mostFewPeople = 250;

/** Returns the ids of the people who match; undefined if there are more than `mostFewPeople`. */
async function findFewPeople(db: Db, condition: Expression<SqlBool>): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(condition)
    .limit(mostFewPeople + 1)
    .execute();
  return rows.length > mostFewPeople ? undefined : rows.map(({ id }) => id);
}

/** Selects the pickups of a few people first. Otherwise the planner would scan all pickups, newest first. */
function selectOfFew(db: Db, ids: PickupIds, customerIds: readonly string[]): PickupIds {
  const own = ids
    .select(['pickups.createdAt', 'pickups.scheduledDate'])
    .where(sql<SqlBool>`"pickups"."customerId" = ANY (${customerIds}::uuid[])`)
    .offset(0);
  return db.selectFrom(own.as('pickups')).select('pickups.id') as PickupIds;
}

interface SearchConditions {
  ofPickups: Expression<SqlBool>[];
  ofPeople: Expression<SqlBool>[];
}

/** Returns conditions, one of which a found pickup must meet. They must match the indexes' expressions exactly. */
function searchConditions(search: string): SearchConditions {
  const { phone, shortId, id } = readSearch(search);
  if (id) return { ofPickups: [sql<SqlBool>`"pickups"."id" = ${id}`], ofPeople: [] };
  const byShortId = sql<SqlBool>`right("pickups"."id"::text, 8) LIKE ${`${shortId}%`}`;
  if (search.startsWith('#') && shortId) return { ofPickups: [byShortId], ofPeople: [] };
  const name = contains(foldedNames, search);
  const digits = sql<SqlBool>`regexp_replace("phone", '[^0-9]', '', 'g') LIKE ${`%${phone}%`}`;
  return {
    ofPickups: [contains(folded(sql`"pickups"."address"`), search), ...(shortId ? [byShortId] : [])],
    ofPeople: [name, ...(phone ? [digits] : [])],
  };
}

function isOfPeople(condition: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`"pickups"."customerId" IN (SELECT "id" FROM users WHERE ${condition})`;
}

/** The same condition for a few pickups: reads each one's customer instead of all people. */
function isOfItsCustomer(condition: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`(SELECT ${condition} FROM users WHERE "users"."id" = "pickups"."customerId")`;
}

function cutToPage(ids: PickupIds, page: PageRequest): PickupIds {
  return ids
    .where((eb) => eb.and(afterCursor(page)))
    .orderBy(`pickups.${page.orderBy}`, page.direction)
    .orderBy('pickups.id', page.direction)
    .limit(page.limit + 1);
}

function afterCursor({ after, direction, orderBy }: PageRequest): Expression<SqlBool>[] {
  if (!after) return [];
  const compare = direction === 'desc' ? sql`<` : sql`>`;
  return [sql<SqlBool>`(${sql.ref(`pickups.${orderBy}`)}, "pickups"."id") ${compare} (${after.at}, ${after.id})`];
}

/** Returns the condition of every filter except the search, which needs its own query (`selectFound`). */
function matches(eb: ExpressionBuilder<Schema, 'pickups'>, filter: PickupFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('pickups.status', 'in', filter.statuses)];
  if (filter.customerId) conditions.push(eb('pickups.customerId', '=', filter.customerId));
  if (filter.driverId) conditions.push(eb('pickups.driverId', '=', filter.driverId));
  if (filter.driver === 'none') conditions.push(eb('pickups.driverId', 'is', null));
  else if (filter.driver) conditions.push(eb('pickups.driverId', '=', filter.driver));
  if (filter.area) conditions.push(sql<SqlBool>`${zip} = ${filter.area}`);
  if (filter.day) conditions.push(eb('pickups.scheduledDay', '=', filter.day));
  if (filter.types.length > 0 && !filter.types.includes('subscription')) {
    // The condition of the partial indexes, so that the planner can use them.
    conditions.push(eb('pickups.serviceType', '<>', 'subscription'));
  }
  if (filter.types.length > 0 && !isAllRequests(filter.types)) {
    conditions.push(eb('pickups.serviceType', 'in', filter.types));
  }
  return eb.and(conditions);
}

/** Returns whether these are all types except `subscription`. Then the condition of the partial indexes is enough. */
function isAllRequests(types: readonly ServiceType[]): boolean {
  return !types.includes('subscription') && new Set(types).size === serviceTypes.length - 1;
}
