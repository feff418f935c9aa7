import { planOf } from '../../contract/prices.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { findSubscription } from './store.ts';

/** Tells the admins that a plan could not be made at the provider what it is here: it may be charged, or served, for nothing. */
export async function reportUnsynced(services: Services, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(services.db, subscriptionId);
  if (!subscription) return;
  const { packageType, status, stripeSubscriptionId } = subscription;
  const plan = `${planOf(packageType).name} (${stripeSubscriptionId})`;
  services.log.error({ subscriptionId, stripeSubscriptionId, status }, 'a plan is not what it is at the provider');
  await inTransaction(services.db, (trx) =>
    services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A plan needs a look',
      message: `${plan} is ${status} here, and the payment provider could not be told. Please compare it there.`,
      type: 'subscription_unsynced',
      actionUrl: '/admin/subscribers',
    }),
  );
}
