import type { RequestCounts } from '../../../contract/pickups.ts';
import type { Db } from '../../database/transaction.ts';
import { maxCounted } from '../../http/paging.ts';
import { countPickups as count, type PickupFilter } from './store.ts';

const requests = ['one-time', 'same-day', 'next-day'] as const;
const open = ['pending', 'assigned', 'issue', 'incomplete'] as const;

/**
 * How many one-time requests match each filter. Same-day and next-day count only open requests, which the dispatcher plans by.
 * Each count stops at maxCounted + 1.
 */
export async function countRequests(db: Db): Promise<RequestCounts> {
  const of = (filter: Partial<PickupFilter>) => count(db, { types: requests, statuses: [], ...filter }, maxCounted);
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
  const of = (statuses: PickupFilter['statuses']) => count(db, { customerId, statuses, types: [] }, maxCounted);
  const [upcoming, completed, total] = await Promise.all([
    of(['pending', 'assigned']),
    of(['completed']),
    of(['pending', 'assigned', 'completed', 'issue', 'incomplete']),
  ]);
  return { upcoming, completed, total };
}
