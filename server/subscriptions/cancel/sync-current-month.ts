import type { Services } from '../../services.ts';
import { syncBilling } from '../billing/sync-billing.ts';
import { findSubscription } from '../subscriptions.store.ts';

/**
 * Syncs a plan's billing if its present month isn't recorded yet: the plan has just started, or the event of its
 * renewal is late.
 */
export async function syncCurrentMonth(services: Services, subscriptionId: string): Promise<void> {
  const plan = await findSubscription(services.db, subscriptionId);
  if (!plan || plan.status === 'cancelled') return;
  const { currentPeriodEnd } = plan;
  if (currentPeriodEnd === null || currentPeriodEnd <= services.clock()) await syncBilling(services, subscriptionId);
}
