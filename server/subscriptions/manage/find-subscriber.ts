import type { Db } from '../../database/transaction.ts';
import { type AdminSubscriptionRow, findAdminSubscription, findLatestSubscription } from '../subscriptions.store.ts';

/**
 * Returns a customer's live plan as the dispatcher sees it, or else the newest one that has ended; undefined if
 * there is none.
 */
export async function findSubscriber(db: Db, customerId: string): Promise<AdminSubscriptionRow | undefined> {
  const latest = await findLatestSubscription(db, customerId);
  return latest && (await findAdminSubscription(db, latest.id));
}
