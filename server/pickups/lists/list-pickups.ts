import {
  type PickupStatus,
  pickupStatuses,
  type RequestCounts,
  type ServiceType,
  serviceTypes,
} from '../../../contract/pickups.ts';
import type { ListQuery } from '../../../contract/values/shapes.ts';
import type { Db } from '../../database/transaction.ts';
import type { Actor } from '../../http/adapter.ts';
import { cutPage, maxCounted, type Position, readCursor, readNames } from '../../http/paging.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { countPickups, listPickups as listRows, type PickupFilter } from './store.ts';

export interface PickupPage {
  rows: AdminPickupRow[];
  /** At most maxCounted + 1, which means 'more'. */
  total: number;
  next: Position | undefined;
}

/** The pickups that the caller may see, by date: a customer's or a driver's own, for an admin all. */
export async function listOwnPickups(db: Db, actor: Actor, query: ListQuery): Promise<PickupPage> {
  const scope =
    actor.role === 'customer' ? { customerId: actor.id } : actor.role === 'driver' ? { driverId: actor.id } : {};
  return await listPage(db, { ...scope, ...readFilter(query) }, query, 'scheduledDate');
}

/** A customer's pickups for the dispatcher: what is to come, the earliest first, or all the rest, the latest first. */
export async function listPickupsOfCustomer(
  db: Db,
  customerId: string,
  query: Pick<ListQuery, 'limit' | 'cursor'> & { when: 'upcoming' | 'past' },
): Promise<PickupPage> {
  const isUpcoming = query.when === 'upcoming';
  const statuses = isUpcoming ? stillAhead : pickupStatuses.filter((status) => !stillAhead.includes(status));
  const sort = isUpcoming ? 'oldest' : 'newest';
  return await listPage(db, { customerId, statuses, types: [] }, { ...query, sort }, 'scheduledDate');
}

const stillAhead: readonly PickupStatus[] = ['pending', 'assigned'];

/** Every pickup for the dispatcher, by creation; only those of one day when the query names it. */
export async function listAllPickups(db: Db, query: ListQuery & { day?: string | undefined }): Promise<PickupPage> {
  return await listPage(db, { ...readFilter(query), ...(query.day && { day: query.day }) }, query, 'createdAt');
}

async function listPage(
  db: Db,
  filter: PickupFilter,
  query: ListQuery,
  orderBy: 'createdAt' | 'scheduledDate',
): Promise<PickupPage> {
  const direction = query.sort === 'newest' ? 'desc' : 'asc';
  const page = { orderBy, direction, limit: query.limit, after: readCursor(query.cursor) } as const;
  const [found, total] = await Promise.all([listRows(db, filter, page), countPickups(db, filter, maxCounted)]);
  const { page: rows, next } = cutPage(found, query.limit, (row) => ({
    at: row[orderBy] ?? row.createdAt,
    id: row.id,
  }));
  return { rows, total, next };
}

/** `status` and `type` are comma-separated lists. Cancelled pickups are listed only when `status` names them. */
function readFilter(query: ListQuery): Omit<PickupFilter, 'customerId' | 'driverId'> {
  const statuses = readNames<PickupStatus>(query.status, pickupStatuses, 'status');
  const types = readNames<ServiceType>(query.type, serviceTypes, 'type');
  return {
    statuses: statuses.length > 0 ? statuses : pickupStatuses.filter((status) => status !== 'cancelled'),
    types,
    ...(query.q && { search: query.q }),
  };
}

const requests = ['one-time', 'same-day', 'next-day'] as const;
const open = ['pending', 'assigned', 'issue', 'incomplete'] as const;

/**
 * How many one-time requests match each filter. Same-day and next-day count only open requests, which the dispatcher plans by.
 * Each count stops at maxCounted + 1.
 */
export async function countRequests(db: Db): Promise<RequestCounts> {
  const of = (filter: Partial<PickupFilter>) =>
    countPickups(db, { types: requests, statuses: [], ...filter }, maxCounted);
  const [all, pending, assigned, completed, issue, incomplete, cancelled, sameDay, nextDay] = await Promise.all([
    of({ statuses: ['pending', 'assigned', 'completed', 'issue', 'incomplete'] }),
    of({ statuses: ['pending'] }),
    of({ statuses: ['assigned'] }),
    of({ statuses: ['completed'] }),
    of({ statuses: ['issue'] }),
    of({ statuses: ['incomplete'] }),
    of({ statuses: ['cancelled'] }),
    of({ statuses: open, types: ['same-day'] }),
    of({ statuses: open, types: ['next-day'] }),
  ]);
  return { all, pending, assigned, completed, issue, incomplete, cancelled, sameDay, nextDay };
}

/** A customer's counts: upcoming is pending or assigned. */
export async function countMyPickups(
  db: Db,
  customerId: string,
): Promise<{ upcoming: number; completed: number; total: number }> {
  const of = (statuses: PickupFilter['statuses']) => countPickups(db, { customerId, statuses, types: [] }, maxCounted);
  const [upcoming, completed, total] = await Promise.all([
    of(stillAhead),
    of(['completed']),
    of(['pending', 'assigned', 'completed', 'issue', 'incomplete']),
  ]);
  return { upcoming, completed, total };
}
