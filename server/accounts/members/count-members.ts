import type { MemberCounts } from '../../../contract/accounts.ts';
import type { Db } from '../../database/transaction.ts';
import { maxCounted } from '../../http/paging.ts';
import { countSubscribed, countUsers } from './members.store.ts';

/** Counts accounts by role and those with a live subscription, each up to `maxCounted + 1`. */
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
