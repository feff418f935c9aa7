import { inTransaction } from '../database/transaction.ts';
import type { ProviderEvent } from '../external/payment-provider.ts';
import type { Services } from '../services.ts';
import { followBillingOf } from '../subscriptions/follow-billing.ts';
import { noteError, saveEvent, setHandled } from './events.store.ts';
import { followRefunds } from './follow-refunds.ts';
import { noteFailure } from './note-failure.ts';
import { settlePayment } from './settle-payment.ts';
import { findPaymentOfIntent, setDisputed } from './store.ts';

/**
 * Handles an event once: it is kept, worked off by what the provider's books say now, and only then marked. Whatever order
 * events come in, and however often, the outcome is the same. Throws what could not be done, so that the provider sends it
 * again; the reconciler tries it too.
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  if (!(await saveEvent(services.db, event, services.clock()))) return;
  await handleEvent(services, event);
}

/** The same for one that is kept already. */
export async function handleEvent(services: Services, event: ProviderEvent): Promise<void> {
  try {
    await follow(services, event);
    await setHandled(services.db, event.id, services.clock());
  } catch (error) {
    await noteError(services.db, event.id, String(error).slice(0, 500));
    throw error;
  }
}

async function follow(services: Services, { type, intentId, subscriptionId }: ProviderEvent): Promise<void> {
  if (type.startsWith('charge.dispute.')) return await noteDispute(services, intentId);
  if (type === 'charge.refunded' || type.startsWith('refund.')) {
    return intentId ? await followRefunds(services, intentId) : undefined;
  }
  if (type === 'payment_intent.payment_failed' && intentId) await followFailure(services, intentId);
  if (type.startsWith('payment_intent.') && intentId) await settlePayment(services, intentId);
  if ((type.startsWith('invoice.') || type.startsWith('customer.subscription.')) && subscriptionId) {
    await followBillingOf(services, subscriptionId);
  }
}

/** A refused card, as far as the intent still says so. Renewals are no payments of ours: their invoice tells. */
async function followFailure(services: Services, intentId: string): Promise<void> {
  const payment = await findPaymentOfIntent(services.db, intentId);
  if (payment?.status !== 'open') return;
  const truth = await services.payments.getPayment(intentId);
  if (truth?.status === 'open' && truth.lastError) await noteFailure(services, payment, truth.lastError.message);
}

/** A cardholder wants the money back from the bank: somebody has to answer within days. */
async function noteDispute(services: Services, intentId: string | null): Promise<void> {
  if (!intentId) return;
  // It is the charge's line that is marked: one that nobody has booked yet is booked first.
  await settlePayment(services, intentId);
  await inTransaction(services.db, async (trx) => {
    if (!(await setDisputed(trx, intentId, services.clock()))) return;
    await services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A payment is disputed',
      message: `A cardholder disputes payment ${intentId}. Answer it at the payment provider: there is a deadline.`,
      type: 'payment_disputed',
      actionUrl: '/admin/requests',
    });
  });
}
