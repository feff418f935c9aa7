import { centsToText } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderInvoice } from '../../external/payments/payment-provider.ts';
import type { AdminNotice } from '../../notifications/notice.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions.store.ts';

/**
 * Notifies the admins that the provider could not be brought in line with a plan, so the customer may be charged or
 * served wrongly.
 */
export async function reportUnsynced(services: Services, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(services.db, subscriptionId);
  if (!subscription) return;
  const { status, stripeSubscriptionId } = subscription;
  services.log.error({ subscriptionId, stripeSubscriptionId, status }, 'a plan differs from the provider');
  const message = `${nameOf(subscription)} is ${status} here, but we couldn't update the payment provider. Please check it there.`;
  await notifyAdmins(services, { title: 'A plan needs attention', message });
}

/** Notifies the admins, once per plan, that the provider doesn't know the plan: it is served, but nobody is charged. */
export async function reportUnknown(services: Services, subscription: SubscriptionRow): Promise<void> {
  const { id, status, stripeSubscriptionId } = subscription;
  if (status === 'cancelled') return;
  services.log.error({ subscriptionId: id, stripeSubscriptionId }, 'the payment provider does not know a plan');
  const message = `${nameOf(subscription)} is ${status} here, but the payment provider doesn't have it, so nothing is charged. Please cancel it here so that the customer can subscribe again.`;
  const onceFor = `unknown ${stripeSubscriptionId}`;
  await notifyAdmins(services, { title: "A plan isn't being charged", message, onceFor });
}

/**
 * Notifies the admins, once per invoice, of a month that the provider doesn't charge because its invoice stays a draft.
 */
export async function reportDraft(
  services: WritesMessages & Pick<Services, 'log'>,
  trx: Db,
  subscription: SubscriptionRow,
  { id, draftError, amountCents }: ProviderInvoice,
): Promise<void> {
  services.log.error({ subscriptionId: subscription.id, invoiceId: id, draftError }, 'a month stays a draft');
  const why = draftError ? ` The reason: ${draftError}` : '';
  const message = `The payment provider doesn't charge $${centsToText(amountCents)} of ${nameOf(subscription)}: the invoice ${id} stays a draft. Please finalize it there.${why}`;
  await services.messages.notifyAdmins(services, trx, [
    {
      title: "A month isn't being charged",
      message,
      onceFor: `draft ${id}`,
      ...link,
    },
  ]);
}

const link = { type: 'subscription_unsynced', actionUrl: '/admin/subscribers' };

async function notifyAdmins(services: Services, notice: Pick<AdminNotice, 'title' | 'message' | 'onceFor'>) {
  await inTransaction(services.db, (trx) => services.messages.notifyAdmins(services, trx, [{ ...notice, ...link }]));
}

function nameOf({ packageType, stripeSubscriptionId }: SubscriptionRow): string {
  return `${planOf(packageType).name} (${stripeSubscriptionId})`;
}
