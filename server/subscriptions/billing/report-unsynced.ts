import { planOf } from '../../../contract/values/prices.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { findSubscription, type SubscriptionRow } from '../store.ts';

/** Notifies the admins that the provider could not be brought in line with a plan: it may be charged or served wrongly. */
export async function reportUnsynced(services: Services, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(services.db, subscriptionId);
  if (!subscription) return;
  const { status, stripeSubscriptionId } = subscription;
  services.log.error({ subscriptionId, stripeSubscriptionId, status }, 'a plan differs from the provider');
  await inTransaction(services.db, (trx) =>
    services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A plan needs attention',
      message: `${nameOf(subscription)} is ${status} here, and the payment provider could not be updated. Please check it there.`,
      type: 'subscription_unsynced',
      actionUrl: '/admin/subscribers',
    }),
  );
}

/** Notifies the admins, once per plan, that the provider doesn't know it: it is served here and nobody is charged. */
export async function reportUnknown(services: Services, subscription: SubscriptionRow): Promise<void> {
  const { id, status, stripeSubscriptionId } = subscription;
  if (status === 'cancelled') return;
  services.log.error({ subscriptionId: id, stripeSubscriptionId }, 'the payment provider does not know a plan');
  await inTransaction(services.db, (trx) =>
    services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A plan is not being charged',
      message: `${nameOf(subscription)} is ${status} here, but the payment provider does not know it, so nothing is charged. Please cancel it here so that the customer can subscribe again.`,
      type: 'subscription_unsynced',
      actionUrl: '/admin/subscribers',
      onceFor: `unknown ${stripeSubscriptionId}`,
    }),
  );
}

function nameOf({ packageType, stripeSubscriptionId }: SubscriptionRow): string {
  return `${planOf(packageType).name} (${stripeSubscriptionId})`;
}
