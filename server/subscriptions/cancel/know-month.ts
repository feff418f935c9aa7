import type { Services } from '../../services.ts';
import { syncBilling } from '../billing/sync-billing.ts';
import { findSubscription } from '../store.ts';

/** Has the paid month of a plan that has just started read from the provider: to its end the customer has paid. */
export async function knowMonth(services: Services, subscriptionId: string): Promise<void> {
  const plan = await findSubscription(services.db, subscriptionId);
  if (plan && plan.status !== 'cancelled' && plan.currentPeriodEnd === null)
    await syncBilling(services, subscriptionId);
}
