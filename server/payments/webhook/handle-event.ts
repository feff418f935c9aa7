import type { ProviderEvent } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { recordDispute } from '../refunds/record-dispute.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { recordFailure } from '../settle/record-failure.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { findPaymentOfIntent, findPaymentOfSubscription } from '../store.ts';
import { recordError, saveEvent, setHandled } from './store.ts';

/**
 * Handles an event once: saves it, acts on what the provider says now, and only then marks it as handled. The outcome is the
 * same in whatever order and however often events come. Throws when it could not be handled, so that the provider sends it
 * again; the reconciler retries it too.
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  if (!(await saveEvent(services.db, event, services.clock()))) return;
  await handleEvent(services, event);
}

/** The same for an event that is already saved. */
export async function handleEvent(services: Services, event: ProviderEvent): Promise<void> {
  try {
    await applyEvent(services, event);
    await setHandled(services.db, event.id, services.clock());
  } catch (error) {
    await recordError(services.db, event.id, String(error).slice(0, 500));
    throw error;
  }
}

async function applyEvent(services: Services, event: ProviderEvent): Promise<void> {
  const { type, intentId, subscriptionId } = event;
  if (type.startsWith('charge.dispute.')) {
    return intentId ? await recordDispute(services, intentId, type === 'charge.dispute.created') : undefined;
  }
  if (type === 'charge.refunded' || type.startsWith('refund.')) {
    return intentId ? await syncRefunds(services, intentId) : undefined;
  }
  if (type === 'payment_intent.payment_failed' && intentId) await syncFailure(services, intentId, event);
  if (type.startsWith('payment_intent.') && intentId) await settlePayment(services, intentId);
  if ((type.startsWith('invoice.') || type.startsWith('customer.subscription.')) && subscriptionId) {
    await settleFirstMonth(services, subscriptionId);
    await services.plans.syncBilling(services, subscriptionId);
  }
}

/** The provider starts a plan a moment after the event of its first payment, so that event may have started nothing here. */
async function settleFirstMonth(services: Services, stripeSubscriptionId: string): Promise<void> {
  const payment = await findPaymentOfSubscription(services.db, stripeSubscriptionId);
  if (payment?.status === 'open' && payment.stripePaymentIntentId) {
    await settlePayment(services, payment.stripePaymentIntentId);
  }
}

/** Records a declined card if the intent still says so. A renewal isn't one of our payments: its invoice event covers it. */
async function syncFailure(services: Services, intentId: string, event: ProviderEvent): Promise<void> {
  const payment = await findPaymentOfIntent(services.db, intentId);
  if (payment?.status !== 'open') return;
  const truth = await services.payments.getPayment(intentId);
  if (truth?.status === 'open' && truth.lastError)
    await recordFailure(services, payment, truth.lastError.message, event);
}
