import { inTransaction } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { findPaymentOfIntent, findPaymentOfSubscription } from '../payments.store.ts';
import { retryAllRefused } from '../refunds/retry-refund.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { recordFailure } from '../settle/record-failure.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { findUnhandled, recordError, setAside, setHandled } from './webhook.store.ts';

/** How often an event is tried before it is set aside. A job has as many tries (`retries` in jobs/job-kinds.ts). */
export const eventTries = 20;

/**
 * Handles a saved event: acts on the provider's current state, then marks the event as handled. The outcome doesn't
 * depend on the order of events or on repeated ones. Throws when the event could not be handled, so that its job is
 * retried. After the last try the event is set aside and the admins are notified.
 */
export async function handleEvent(services: Services, eventId: string): Promise<void> {
  const event = await findUnhandled(services.db, eventId);
  if (!event) return;
  try {
    await applyEvent(services, event);
    await setHandled(services.db, event.id, services.clock());
  } catch (error) {
    await recordFailedTry(services, event, String(error).slice(0, 500));
    throw error;
  }
}

async function recordFailedTry(services: Services, { id, type }: ProviderEvent, why: string): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (trx) => {
    const tries = await recordError(trx, id, why, now);
    if (tries === undefined || tries < eventTries) return;
    services.log.error({ eventId: id, type, why }, 'an event of the payment provider was set aside');
    await setAside(trx, id, now);
    await services.messages.notifyAdmins(services, trx, [
      {
        title: 'A payment event could not be handled',
        message: `${type} (${id}) failed ${eventTries} times and was set aside. The log says why. Once that is corrected, send the event again at the payment provider, or run npm run reconcile.`,
        type: 'payment_event_failed',
        actionUrl: null,
      },
    ]);
  });
}

async function applyEvent(services: Services, event: ProviderEvent): Promise<void> {
  const { type, intentId, subscriptionId } = event;
  if (type.startsWith('charge.dispute.')) {
    return intentId ? await recordDispute(services, intentId, type === 'charge.dispute.created') : undefined;
  }
  if (type === 'charge.refunded' || type.startsWith('refund.')) {
    return intentId ? await syncRefunds(services, intentId) : undefined;
  }
  if (type === 'balance.available') return await retryAllRefused(services);
  if (type === 'payment_intent.payment_failed' && intentId) await syncFailure(services, intentId, event);
  if (type.startsWith('payment_intent.') && intentId) await settlePayment(services, intentId);
  if ((type.startsWith('invoice.') || type.startsWith('customer.subscription.')) && subscriptionId) {
    await settleFirstMonth(services, subscriptionId);
    await services.plans.syncBilling(services, subscriptionId);
  }
}

/** Settles a plan's first payment: when the payment's own event came, the plan may not have been started yet. */
async function settleFirstMonth(services: Services, stripeSubscriptionId: string): Promise<void> {
  const payment = await findPaymentOfSubscription(services.db, stripeSubscriptionId);
  if (payment?.status === 'open' && payment.stripePaymentIntentId) {
    await settlePayment(services, payment.stripePaymentIntentId);
  }
}

/** Records a declined card if the intent still says so. Ignores renewals: their invoice events cover them. */
async function syncFailure(services: Services, intentId: string, event: ProviderEvent): Promise<void> {
  const payment = await findPaymentOfIntent(services.db, intentId);
  if (payment?.status !== 'open') return;
  const truth = await services.payments.getPayment(intentId);
  if (truth?.status === 'open' && truth.lastError)
    await recordFailure(services, payment, truth.lastError.message, event);
}
