import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import {
  type AdminSubscriptionRow,
  findAdminSubscription,
  findLatestSubscription,
  findSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';

/** Returns a customer's live plan. Throws 404 if there never was one, and 409 `ended` if the last one has ended. */
export async function requireLive(db: Db, customerId: string): Promise<SubscriptionRow> {
  const subscription = await findLatestSubscription(db, customerId);
  if (!subscription) throw new Refusal(404, 'Subscription not found');
  if (subscription.status === 'cancelled') throw hasEnded();
  return subscription;
}

/** Returns a plan that hasn't ended; undefined if it has. */
export async function findRunning(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  const subscription = await findSubscription(db, id);
  return subscription?.status === 'cancelled' ? undefined : subscription;
}

export function hasEnded(): Refusal {
  return new Refusal(409, 'This plan has ended.', { code: 'ended' });
}

/** Returns a plan with its customer, for the dispatcher. Throws 404. */
export async function requireAdminSubscription(db: Db, id: string): Promise<AdminSubscriptionRow> {
  const found = await findAdminSubscription(db, id);
  if (!found) throw new Refusal(404, 'Subscription not found');
  return found;
}
