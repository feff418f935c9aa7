import type { MemberCounts } from '../../../contract/accounts.ts';
import type { Db } from '../../database/transaction.ts';
import { maxCounted } from '../../http/paging.ts';
import { countSubscribed, countUsers } from './store.ts';

/** How many people there are, by role, and how many of them have a live subscription. No count goes beyond maxCounted. */
export async function countMembers(db: Db): Promise<MemberCounts> {
  const of = (role: 'customer' | 'driver' | 'admin' | undefined) =>
    countUsers(db, { role, search: undefined }, maxCounted);
  const [total, customers, drivers, admins, subscribed] = await Promise.all([
    of(undefined),
    of('customer'),
    of('driver'),
    of('admin'),
    countSubscribed(db, maxCounted),
  ]);
  return { total, customers, drivers, admins, subscribed };
}
