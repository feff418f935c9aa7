import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type PickupStatus, type ServiceType, serviceTypes } from '../../../contract/pickups.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { selectAdminPickups } from '../store.ts';

/** The SQL of lists of pickups: filters, search, order, pages and bounded counts. */

export interface PickupFilter {
  customerId?: string;
  driverId?: string;
  statuses: readonly PickupStatus[];
  /** Empty: every type. */
  types: readonly ServiceType[];
  /** A New York date. */
  day?: string;
  /** Part of the address or of the customer's username; not empty. */
  search?: string;
}

export interface PageRequest {
  /** Creation for the dispatcher's list, the scheduled date for a person's own list. */
  orderBy: 'createdAt' | 'scheduledDate';
  direction: 'asc' | 'desc';
  limit: number;
  after: { at: Date; id: string } | undefined;
}

/** A page of pickups by keyset. Reads one more than the limit, so that the caller can tell whether there is a next page. */
export async function listPickups(db: Db, filter: PickupFilter, page: PageRequest): Promise<AdminPickupRow[]> {
  const { search } = filter;
  const found = search && selectFound(db, filter, search, (ids) => cutToPage(ids, page));
  return await selectAdminPickups(db)
    .where((eb) => (found ? eb('pickups.id', 'in', found) : eb.and([matches(eb, filter), ...afterCursor(page)])))
    .orderBy(`pickups.${page.orderBy}`, page.direction)
    .orderBy('pickups.id', page.direction)
    .limit(page.limit + 1)
    .execute();
}

/** How many pickups match, counted up to `most + 1`, so that polling a list never counts a million rows. */
export async function countPickups(db: Db, filter: PickupFilter, most: number): Promise<number> {
  const bounded = (ids: PickupIds) => ids.limit(most + 1);
  const rows = filter.search ? selectFound(db, filter, filter.search, bounded) : bounded(selectMatching(db, filter));
  const { count } = await db
    .selectFrom(sql`${rows}`.as('bounded'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.min(Number(count), most + 1);
}

type PickupIds = SelectQueryBuilder<Schema, 'pickups', { id: string }>;

function selectMatching(db: Db, filter: PickupFilter): PickupIds {
  return db
    .selectFrom('pickups')
    .select('pickups.id')
    .where((eb) => matches(eb, filter));
}

/** The trigram indexes can find three letters or digits in a row. */
const indexedSearch = /[a-z0-9]{3}/i;
/** Any other search reads this many of the newest pickups. */
const mostSearchedThrough = 2_000;

/**
 * The ids that a search finds in the address or in the customer's username, with `cut` to keep each query short. The two
 * columns are searched by separate queries: with OR between them PostgreSQL can use neither index and reads the whole table.
 */
function selectFound(db: Db, filter: PickupFilter, search: string, cut: (ids: PickupIds) => PickupIds) {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const inAddress = sql<SqlBool>`lower("pickups"."address") LIKE ${pattern}`;
  const inUsername = sql<SqlBool>`"pickups"."customerId" IN (SELECT "id" FROM users WHERE lower("username") LIKE ${pattern})`;
  const ids = selectMatching(db, filter);
  const isIndexed = indexedSearch.test(search);
  if (!isIndexed || filter.customerId || filter.driverId || filter.day) {
    const newest = ids.orderBy('pickups.createdAt', 'desc').orderBy('pickups.id', 'desc').limit(mostSearchedThrough);
    // As an array, so that the planner fetches these few by id instead of scanning the table.
    const isNew = sql<SqlBool>`"pickups"."id" = ANY (ARRAY${newest})`;
    const few = isIndexed ? ids : ids.where(isNew);
    return sql<string>`${cut(few.where((eb) => eb.or([inAddress, inUsername])))}`;
  }
  return sql<string>`(${cut(ids.where(inAddress))} UNION ${cut(ids.where(inUsername))})`;
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

/** Every filter except the search, which needs its own query (`selectFound`). */
function matches(eb: ExpressionBuilder<Schema, 'pickups'>, filter: PickupFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('pickups.status', 'in', filter.statuses)];
  if (filter.customerId) conditions.push(eb('pickups.customerId', '=', filter.customerId));
  if (filter.driverId) conditions.push(eb('pickups.driverId', '=', filter.driverId));
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

/** Whether the types are all but the subscription's: the condition of the partial indexes then says it alone. */
function isAllRequests(types: readonly ServiceType[]): boolean {
  return !types.includes('subscription') && new Set(types).size === serviceTypes.length - 1;
}
