import type { AdminPickupQuery, OwnPickupQuery, RequestCounts } from '../../../contract/pickups/lists.ts';
import {
  isOpenStatus,
  openStatuses,
  type PickupStatus,
  pickupStatuses,
  type ServiceType,
  serviceTypes,
  unfinishedStatuses,
} from '../../../contract/pickups.ts';
import type { ListQuery } from '../../../contract/values/shapes.ts';
import type { Db } from '../../database/transaction.ts';
import type { Actor } from '../../http/adapter.ts';
import { cutPage, maxCounted, maxCountedRows, type Position, readCursor, readNames } from '../../http/paging.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import {
  countPickups,
  listAdminPickups,
  listPickups,
  listZips,
  type PageRequest,
  type PickupFilter,
} from './lists.store.ts';

export interface PickupPage<Row> {
  rows: Row[];
  /** At most `countedTo + 1`, which means "more". */
  total: number;
  countedTo: number;
  next: Position | undefined;
  /** The position where the previous page ends; undefined on the first page. */
  previous?: Position | undefined;
}

/** Lists the pickups that the caller may see, by date: a customer's or a driver's own, or all of them for an admin. */
export async function listOwnPickups(db: Db, actor: Actor, query: OwnPickupQuery): Promise<PickupPage<PickupRow>> {
  const scope =
    actor.role === 'customer' ? { customerId: actor.id } : actor.role === 'driver' ? { driverId: actor.id } : {};
  return await listPage(db, { ...scope, ...readFilter(query) }, query, 'scheduledDate', listPickups);
}

/** Lists all pickups for the dispatcher, or those of a day, a driver or an area, by creation or service date. */
export async function listAllPickups(db: Db, query: AdminPickupQuery): Promise<PickupPage<AdminPickupRow>> {
  const { day, driver, area, sort, before } = query;
  const filter = { ...readFilter(query), ...(day && { day }), ...(driver && { driver }), ...(area && { area }) };
  const orderBy = sort === 'soonest' || sort === 'latest' ? 'scheduledDate' : 'createdAt';
  return await listPage(db, filter, { ...query, before }, orderBy, listAdminPickups);
}

/** Lists a customer's pickups for the dispatcher: the upcoming ones, earliest first, or all others, latest first. */
export async function listPickupsOfCustomer(
  db: Db,
  customerId: string,
  query: Pick<ListQuery, 'limit' | 'cursor'> & { when: 'upcoming' | 'past' },
): Promise<PickupPage<AdminPickupRow>> {
  const isUpcoming = query.when === 'upcoming';
  const statuses = isUpcoming ? openStatuses : pickupStatuses.filter((status) => !isOpenStatus(status));
  const sort = isUpcoming ? 'oldest' : 'newest';
  return await listPage(db, { customerId, statuses, types: [] }, { ...query, sort }, 'scheduledDate', listAdminPickups);
}

interface PageQuery extends Pick<ListQuery, 'limit' | 'cursor'> {
  sort: AdminPickupQuery['sort'];
  before?: string | undefined;
}

/** Lists the page after `cursor`, or the page that ends before `before`. */
async function listPage<Row extends PickupRow>(
  db: Db,
  filter: PickupFilter,
  { sort, limit, cursor, before }: PageQuery,
  orderBy: 'createdAt' | 'scheduledDate',
  listRows: (db: Db, filter: PickupFilter, page: PageRequest) => Promise<Row[]>,
): Promise<PickupPage<Row>> {
  const isDescending = sort === 'newest' || sort === 'latest';
  const isBackward = before !== undefined;
  const direction = isDescending !== isBackward ? 'desc' : 'asc';
  const after = readCursor(before ?? cursor);
  const countedTo = filter.search || filter.driver || filter.area ? maxCountedRows : maxCounted;
  const [found, total] = await Promise.all([
    listRows(db, filter, { orderBy, direction, limit, after }),
    countPickups(db, filter, countedTo),
  ]);
  const positionOf = (row: Row) => ({ at: row[orderBy] ?? row.createdAt, id: row.id });
  const { page, next } = cutPage(found, limit, positionOf);
  const [first] = page;
  const counted = { total, countedTo };
  if (!isBackward) return { ...counted, rows: page, next, previous: after && first && positionOf(first) };
  return { ...counted, rows: page.toReversed(), next: first && positionOf(first), previous: next };
}

/**
 * Reads the filter from a query, whose `status` and `type` are comma-separated lists. Cancelled pickups are listed only
 * when `status` names them, or when it is empty and `include` is set. Throws 400 for an unknown name.
 */
function readFilter(query: Pick<OwnPickupQuery, 'q' | 'status' | 'type' | 'include'>): PickupFilter {
  const statuses = readNames<PickupStatus>(query.status, pickupStatuses, 'status');
  const types = readNames<ServiceType>(query.type, serviceTypes, 'type');
  const usual = query.include ? pickupStatuses : uncancelledStatuses;
  return {
    statuses: statuses.length > 0 ? statuses : usual,
    types,
    ...(query.q && { search: query.q }),
  };
}

/** Lists the ZIP codes of pickups, for the filter by area. */
export async function listAreas(db: Db): Promise<string[]> {
  return await listZips(db, maxAreas);
}

const uncancelledStatuses = pickupStatuses.filter((status) => status !== 'cancelled');

const maxAreas = 500;

const requests = ['one-time', 'same-day', 'next-day'] as const;

/**
 * Counts the one-time requests that match each filter. Same-day and next-day count only unfinished requests, which the
 * dispatcher still has to plan. Each count stops at `maxCounted + 1`.
 */
export async function countRequests(db: Db): Promise<RequestCounts> {
  const of = (filter: Partial<PickupFilter>) =>
    countPickups(db, { types: requests, statuses: [], ...filter }, maxCounted);
  const [all, pending, assigned, completed, issue, incomplete, cancelled, sameDay, nextDay] = await Promise.all([
    of({ statuses: uncancelledStatuses }),
    of({ statuses: ['pending'] }),
    of({ statuses: ['assigned'] }),
    of({ statuses: ['completed'] }),
    of({ statuses: ['issue'] }),
    of({ statuses: ['incomplete'] }),
    of({ statuses: ['cancelled'] }),
    of({ statuses: unfinishedStatuses, types: ['same-day'] }),
    of({ statuses: unfinishedStatuses, types: ['next-day'] }),
  ]);
  return { all, pending, assigned, completed, issue, incomplete, cancelled, sameDay, nextDay };
}

/** Counts a customer's pickups. Upcoming means pending or assigned; cancelled ones aren't counted. */
export async function countMyPickups(
  db: Db,
  customerId: string,
): Promise<{ upcoming: number; completed: number; total: number }> {
  const of = (statuses: PickupFilter['statuses']) => countPickups(db, { customerId, statuses, types: [] }, maxCounted);
  const [upcoming, completed, total] = await Promise.all([
    of(openStatuses),
    of(['completed']),
    of(uncancelledStatuses),
  ]);
  return { upcoming, completed, total };
}
