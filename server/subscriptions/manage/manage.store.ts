import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { PackageType } from '../../../contract/values/prices.ts';
import { countRows } from '../../database/count-rows.ts';
import { contains, folded, foldedPerson } from '../../database/folded-text.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { type AdminSubscriptionRow, type SubscriptionRow, selectAdminSubscriptions } from '../subscriptions.store.ts';

/** SQL of the dispatcher's list of subscribers: filters, search, pages and bounded counts. */

export interface SubscriptionFilter {
  /** Empty: every status. */
  statuses: readonly SubscriptionRow['status'][];
  /** Empty: every package. */
  packages: readonly PackageType[];
  /** Part of the customer's name or email, or of the service address; not empty. */
  search?: string;
}

export interface SubscriptionPage {
  direction: 'asc' | 'desc';
  limit: number;
  after: { at: Date; id: string } | undefined;
}

/** Returns a page in order of creation, with one row more than the limit, which shows whether there is a next page. */
export async function listSubscriptions(
  db: Db,
  filter: SubscriptionFilter,
  page: SubscriptionPage,
): Promise<AdminSubscriptionRow[]> {
  const found = filter.search && selectFound(db, filter, filter.search, (ids) => cutToPage(ids, page));
  return await selectAdminSubscriptions(db)
    .where((eb) =>
      found ? eb('subscriptions.id', 'in', found) : eb.and([...matches(eb, filter), ...afterCursor(page)]),
    )
    .orderBy('subscriptions.createdAt', page.direction)
    .orderBy('subscriptions.id', page.direction)
    .limit(page.limit + 1)
    .execute();
}

/** Returns the number of matching subscriptions, counted up to `most + 1`. */
export async function countSubscriptions(db: Db, filter: SubscriptionFilter, most: number): Promise<number> {
  const bounded = (ids: SubscriptionIds) => ids.limit(most + 1);
  const rows = filter.search
    ? selectFound(db, filter, filter.search, bounded)
    : sql<string>`${bounded(selectMatching(db, filter))}`;
  return Math.min(await countRows(db, sql`(${rows})`), most + 1);
}

export async function listLatestStops(db: Db, subscriptionId: string, most: number): Promise<PickupRow[]> {
  return await db
    .selectFrom('pickups')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '<>', 'cancelled')
    .orderBy('scheduledDate', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

type SubscriptionIds = SelectQueryBuilder<Schema, 'subscriptions', { id: string }>;

function selectMatching(db: Db, filter: SubscriptionFilter): SubscriptionIds {
  return db
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where((eb) => eb.and(matches(eb, filter)));
}

/**
 * Selects the ids that a search finds; `cut` limits each query. Each field is searched by a separate query, because
 * with OR between them PostgreSQL can't use their indexes and reads the whole table. The customer's address is searched
 * only if the plan has none.
 */
function selectFound(
  db: Db,
  filter: SubscriptionFilter,
  search: string,
  cut: (ids: SubscriptionIds) => SubscriptionIds,
) {
  const ids = selectMatching(db, filter);
  const inPlan = contains(folded(sql`"subscriptions"."address"`), search);
  const ofPerson = sql<SqlBool>`"subscriptions"."customerId" IN (SELECT "id" FROM users WHERE ${contains(foldedPerson, search)})`;
  const atHome = sql<SqlBool>`"subscriptions"."address" IS NULL AND "subscriptions"."customerId" IN (SELECT "id" FROM users WHERE ${contains(folded(sql`"address"`), search)})`;
  return sql<string>`(${cut(ids.where(inPlan))} UNION ${cut(ids.where(ofPerson))} UNION ${cut(ids.where(atHome))})`;
}

function cutToPage(ids: SubscriptionIds, page: SubscriptionPage): SubscriptionIds {
  return ids
    .where((eb) => eb.and(afterCursor(page)))
    .orderBy('subscriptions.createdAt', page.direction)
    .orderBy('subscriptions.id', page.direction)
    .limit(page.limit + 1);
}

function afterCursor({ after, direction }: SubscriptionPage): Expression<SqlBool>[] {
  if (!after) return [];
  const compare = direction === 'desc' ? sql`<` : sql`>`;
  return [sql<SqlBool>`("subscriptions"."createdAt", "subscriptions"."id") ${compare} (${after.at}, ${after.id})`];
}

function matches(eb: ExpressionBuilder<Schema, 'subscriptions'>, filter: SubscriptionFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.statuses.length > 0) conditions.push(eb('subscriptions.status', 'in', filter.statuses));
  if (filter.packages.length > 0) conditions.push(eb('subscriptions.packageType', 'in', filter.packages));
  return conditions;
}
