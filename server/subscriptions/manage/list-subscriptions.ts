import type { SubscriptionCounts } from '../../../contract/subscriptions.ts';
import { packageTypes } from '../../../contract/values/prices.ts';
import type { ListQuery } from '../../../contract/values/shapes.ts';
import type { Db } from '../../database/transaction.ts';
import { cutPage, maxCounted, type Position, readCursor, readNames } from '../../http/paging.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { requireAdminSubscription } from '../require-subscription.ts';
import type { AdminSubscriptionRow, SubscriptionRow } from '../subscriptions.store.ts';
import { countSubscriptions, listLatestStops, listSubscriptions, type SubscriptionFilter } from './manage.store.ts';

const statuses = ['active', 'paused', 'cancelled'] as const satisfies SubscriptionRow['status'][];

/** Returns a page of subscribers, newest first by default. `status` and `type` (the package) are comma-separated. */
export async function listSubscribers(
  db: Db,
  query: ListQuery,
): Promise<{ rows: AdminSubscriptionRow[]; total: number; next: Position | undefined }> {
  const filter: SubscriptionFilter = {
    statuses: readNames(query.status, statuses, 'status'),
    packages: readNames(query.type, packageTypes, 'package'),
    ...(query.q && { search: query.q }),
  };
  const direction = query.sort === 'newest' ? 'desc' : 'asc';
  const page = { direction, limit: query.limit, after: readCursor(query.cursor) } as const;
  const [found, total] = await Promise.all([
    listSubscriptions(db, filter, page),
    countSubscriptions(db, filter, maxCounted),
  ]);
  const { page: rows, next } = cutPage(found, query.limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { rows, total, next };
}

export async function countSubscribers(db: Db): Promise<SubscriptionCounts> {
  const of = (filter: Partial<SubscriptionFilter>) =>
    countSubscriptions(db, { statuses: [], packages: [], ...filter }, maxCounted);
  const [all, active, paused, cancelled, basic, cleanCarry, heavyDuty, premium] = await Promise.all([
    of({}),
    of({ statuses: ['active'] }),
    of({ statuses: ['paused'] }),
    of({ statuses: ['cancelled'] }),
    of({ packages: ['basic'] }),
    of({ packages: ['clean-carry'] }),
    of({ packages: ['heavy-duty'] }),
    of({ packages: ['premium'] }),
  ]);
  return { all, active, paused, cancelled, basic, cleanCarry, heavyDuty, premium };
}

const recentPickups = 5;

/** Returns the most recent pickups of a subscription. Throws 404. */
export async function listRecentPickups(db: Db, id: string): Promise<PickupRow[]> {
  await requireAdminSubscription(db, id);
  return await listLatestStops(db, id, recentPickups);
}
