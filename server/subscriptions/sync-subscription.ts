import { textToCents } from '../../contract/money.ts';
import type { Services } from '../services.ts';
import { findSubscription } from './store.ts';

/**
 * Makes the provider collect what our books say: nothing for a cancelled or paused subscription, the price of the plan for
 * an active one. It compares before it changes anything, so it may run again.
 */
export async function syncSubscription(services: Services, subscriptionId: string): Promise<void> {
  const { payments, db } = services;
  const ours = await findSubscription(db, subscriptionId);
  if (!ours) return;
  const { stripeSubscriptionId: id, packageType } = ours;
  const theirs = await payments.getSubscription(id);
  if (!theirs) throw new Error(`the provider does not know the subscription ${id}`);
  if (ours.status === 'cancelled') {
    if (theirs.status !== 'canceled') await payments.cancelSubscription(id);
    return;
  }
  if (ours.status === 'paused' && theirs.status === 'active') await payments.pauseSubscription(id);
  if (ours.status === 'active' && theirs.status !== 'active') await payments.resumeSubscription(id);
  const priceCents = textToCents(ours.pricePerMonth) ?? 0;
  if (theirs.priceCents !== priceCents || theirs.packageType !== packageType) {
    await payments.changePlan(id, { packageType, priceCents });
  }
}
