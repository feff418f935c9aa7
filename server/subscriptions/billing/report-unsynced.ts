import { planOf } from '../../../contract/values/prices.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { findSubscription, type SubscriptionRow } from '../store.ts';

/** Tells the admins that a plan could not be made at the provider what it is here: it may be charged, or served, for nothing. */
export async function reportUnsynced(services: Services, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(services.db, subscriptionId);
  if (!subscription) return;
  const { status, stripeSubscriptionId } = subscription;
  services.log.error({ subscriptionId, stripeSubscriptionId, status }, 'a plan is not what it is at the provider');
  await inTransaction(services.db, (trx) =>
    services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A plan needs a look',
      message: `${nameOf(subscription)} is ${status} here, and the payment provider could not be told. Please compare it there.`,
      type: 'subscription_unsynced',
      actionUrl: '/admin/subscribers',
    }),
  );
}

/** Tells the admins, once a plan, that the provider does not know it: it is served here, and nobody is charged for it. */
export async function reportUnknown(services: Services, subscription: SubscriptionRow): Promise<void> {
  const { id, status, stripeSubscriptionId } = subscription;
  if (status === 'cancelled') return;
  services.log.error({ subscriptionId: id, stripeSubscriptionId }, 'the payment provider does not know a plan');
  await inTransaction(services.db, (trx) =>
    services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A plan that nobody pays',
      message: `${nameOf(subscription)} is ${status} here, and the payment provider does not know it: nothing is charged. Please end it here, so that the customer can subscribe anew.`,
      type: 'subscription_unsynced',
      actionUrl: '/admin/subscribers',
      onceFor: `unknown ${stripeSubscriptionId}`,
    }),
  );
}

function nameOf({ packageType, stripeSubscriptionId }: SubscriptionRow): string {
  return `${planOf(packageType).name} (${stripeSubscriptionId})`;
}
