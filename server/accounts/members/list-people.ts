import type { z } from 'zod/mini';
import type { Member, Role, User } from '../../../contract/accounts.ts';
import { defaultListLimit, type ListQuery } from '../../../contract/values/shapes.ts';
import type { Db } from '../../database/transaction.ts';
import { cutPage, maxCounted, type Position, readCursor } from '../../http/paging.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRow } from '../accounts.store.ts';
import { presentMember, presentUser } from '../present-user.ts';
import { readRoleFilter } from '../rules.ts';
import { countUsers, listStaff, listUsers, type MemberFilter, readMemberFigures } from './members.store.ts';

export interface PageOf<Item> {
  items: Item[];
  /** At most `maxCounted + 1`, which means "more". */
  total: number;
  next: Position | undefined;
}

/** Limits memory. More drivers or admins than this would be an error. */
const maxStaff = 1_000;

/** Lists a page of all accounts with their pickup counts and plan status. Throws 400 for an unknown role. */
export async function listMembers(db: Db, query: ListQuery): Promise<PageOf<z.output<typeof Member>>> {
  const page = await listPage(db, { role: readRole(query.role), search: query.q || undefined }, query);
  const ids = page.items.map((row) => row.id);
  const figures = await readMemberFigures(db, ids);
  const none = { totalPickups: 0, subscriptionStatus: undefined };
  return { ...page, items: page.items.map((row) => presentMember(row, figures.get(row.id) ?? none)) };
}

/**
 * Lists a page of customers, and all active drivers and admins. A role in the query leaves the other roles out. Throws
 * 400 for an unknown role.
 */
export async function listByRole(
  db: Db,
  query: ListQuery,
): Promise<{ customers: PageOf<User>; drivers: User[]; admins: User[] }> {
  const only = readRole(query.role);
  const nobody = { items: [], total: 0, next: undefined };
  const staff = async (role: 'driver' | 'admin') =>
    only === undefined || only === role ? await listStaff(db, role, maxStaff) : [];
  const [customers, drivers, admins] = await Promise.all([
    only === undefined || only === 'customer'
      ? listPage(db, { role: 'customer', search: query.q || undefined }, query)
      : nobody,
    staff('driver'),
    staff('admin'),
  ]);
  return {
    customers: { ...customers, items: customers.items.map(presentUser) },
    drivers: drivers.map(presentUser),
    admins: admins.map(presentUser),
  };
}

/** Lists the ids of the active staff with a role, ordered by username. */
export async function listStaffIds(db: Db, role: 'driver' | 'admin', most: number): Promise<string[]> {
  return (await listStaff(db, role, most)).map((row) => row.id);
}

/** Lists the newest accounts, for the command line. */
export async function listNewestAccounts(db: Db, role: Role | undefined, search: string | undefined): Promise<User[]> {
  const page = { direction: 'desc', limit: defaultListLimit, after: undefined } as const;
  const rows = await listUsers(db, { role, search }, page);
  return rows.slice(0, defaultListLimit).map(presentUser);
}

async function listPage(db: Db, filter: MemberFilter, query: ListQuery): Promise<PageOf<UserRow>> {
  const direction = query.sort === 'newest' ? 'desc' : 'asc';
  const page = { direction, limit: query.limit, after: readCursor(query.cursor) } as const;
  const [rows, total] = await Promise.all([listUsers(db, filter, page), countUsers(db, filter, maxCounted)]);
  const { page: items, next } = cutPage(rows, query.limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { items, total, next };
}

function readRole(text: string | undefined): MemberFilter['role'] {
  const filter = readRoleFilter(text);
  if (filter.ok) return filter.role;
  const message = 'Role must be customer, driver or admin';
  throw new Refusal(400, message, { errors: { role: message } });
}
