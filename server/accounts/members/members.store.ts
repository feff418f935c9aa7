import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Role } from '../../../contract/accounts.ts';
import { countRows } from '../../database/count-rows.ts';
import { contains, foldedPerson } from '../../database/folded-text.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import { selectUsers, type UserRow } from '../accounts.store.ts';

export interface MemberFilter {
  role: Role | undefined;
  /** Text to find in username, email, first and last name. */
  search: string | undefined;
}

export interface MemberPage {
  direction: 'asc' | 'desc';
  limit: number;
  after: { at: Date; id: string } | undefined;
}

/**
 * Lists a page of accounts by creation time, without deleted ones. Reads one more than the limit, so that the caller
 * can see if there is a next page.
 */
export async function listUsers(db: Db, filter: MemberFilter, page: MemberPage): Promise<UserRow[]> {
  const compare = page.direction === 'desc' ? sql`<` : sql`>`;
  let query = selectUsers(db)
    .where((eb) => matches(eb, filter))
    .orderBy('users.createdAt', page.direction)
    .orderBy('users.id', page.direction)
    .limit(page.limit + 1);
  if (page.after) {
    query = query.where(sql<SqlBool>`("createdAt", "id") ${compare} (${page.after.at}, ${page.after.id})`);
  }
  return await query.execute();
}

/** Counts matching accounts, up to `most + 1`. */
export async function countUsers(db: Db, filter: MemberFilter, most: number): Promise<number> {
  const bounded = db
    .selectFrom('users')
    .select('users.id')
    .where((eb) => matches(eb, filter))
    .limit(most + 1);
  return await countRows(db, bounded);
}

/** Lists the active staff with a role, ordered by username. There are few, so `most` is only a safety limit. */
export async function listStaff(db: Db, role: 'driver' | 'admin', most: number): Promise<UserRow[]> {
  return await selectUsers(db)
    .where('role', '=', role)
    .where('isActive', '=', true)
    .orderBy(sql`lower("username")`)
    .limit(most)
    .execute();
}

function matches(eb: ExpressionBuilder<Schema, 'users'>, filter: MemberFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('users.deletedAt', 'is', null)];
  if (filter.role) conditions.push(eb('users.role', '=', filter.role));
  if (filter.search) conditions.push(contains(foldedPerson, filter.search));
  return eb.and(conditions);
}

/** Counts customers with a live subscription (at most one each), up to `most + 1`. For display only. */
export async function countSubscribed(db: Db, most: number): Promise<number> {
  const live = db.selectFrom('subscriptions').select('id').where('status', 'in', ['active', 'paused']);
  return await countRows(db, live.limit(most + 1));
}

export interface MemberFigures {
  totalPickups: number;
  subscriptionStatus: string | undefined;
}

/**
 * Reads each account's number of pickups (without cancelled ones) and the status of its newest subscription that isn't
 * cancelled, or else of its newest one. Reads other features' tables on purpose: two queries serve a whole page, for
 * display only, and no rule depends on them.
 */
export async function readMemberFigures(db: Db, ids: readonly string[]): Promise<Map<string, MemberFigures>> {
  if (ids.length === 0) return new Map();
  const [pickups, subscriptions] = await Promise.all([
    db
      .selectFrom('pickups')
      .select(['customerId', (eb) => eb.fn.countAll<string>().as('count')])
      .where('customerId', 'in', ids)
      .where('status', '<>', 'cancelled')
      .groupBy('customerId')
      .execute(),
    db
      .selectFrom('subscriptions')
      .distinctOn('customerId')
      .select(['customerId', 'status'])
      .where('customerId', 'in', ids)
      .orderBy('customerId')
      .orderBy((eb) => eb.case().when('status', '=', 'cancelled').then(1).else(0).end())
      .orderBy('createdAt', 'desc')
      .execute(),
  ]);
  const counts = new Map(pickups.map((row) => [row.customerId, Number(row.count)]));
  const statuses = new Map(subscriptions.map((row) => [row.customerId, row.status]));
  return new Map(ids.map((id) => [id, { totalPickups: counts.get(id) ?? 0, subscriptionStatus: statuses.get(id) }]));
}
