import { type PickupStatus, pickupStatuses, type ServiceType, serviceTypes } from '../../contract/pickups.ts';
import type { ListQuery } from '../../contract/shapes.ts';
import type { Db } from '../database/transaction.ts';
import type { Actor } from '../http/actor.ts';
import { cutPage, maxCounted, type Position, readCursor } from '../http/paging.ts';
import { Refusal } from '../refusal.ts';
import { countPickups, listPickups as listRows, type PickupFilter } from './lists.store.ts';
import type { AdminPickupRow } from './pickup-row.ts';

export interface PickupPage {
  rows: AdminPickupRow[];
  /** Up to maxCounted + 1, which stands for 'more'. */
  total: number;
  next: Position | undefined;
}

/** The caller's own pickups by their date: a customer's own, a driver's own, an admin's all. */
export async function listOwnPickups(db: Db, actor: Actor, query: ListQuery): Promise<PickupPage> {
  const scope =
    actor.role === 'customer' ? { customerId: actor.id } : actor.role === 'driver' ? { driverId: actor.id } : {};
  return await listPage(db, { ...scope, ...readFilter(query) }, query, 'scheduledDate');
}

/** Every pickup for the dispatcher, by creation. */
export async function listAllPickups(db: Db, query: ListQuery): Promise<PickupPage> {
  return await listPage(db, readFilter(query), query, 'createdAt');
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

/** `status` and `type` are lists with commas. Cancelled pickups show only when they are asked for. */
function readFilter(query: ListQuery): Omit<PickupFilter, 'customerId' | 'driverId'> {
  const statuses = readNames<PickupStatus>(query.status, pickupStatuses, 'status');
  const types = readNames<ServiceType>(query.type, serviceTypes, 'type');
  return {
    statuses: statuses.length > 0 ? statuses : pickupStatuses.filter((status) => status !== 'cancelled'),
    types,
    ...(query.q && { search: query.q }),
  };
}

function readNames<Name extends string>(text: string | undefined, known: readonly Name[], what: string): Name[] {
  if (!text || text === 'all') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Refusal(400, `There is no ${what} '${unknown.slice(0, 30)}'.`);
  return [...new Set(names as Name[])];
}
