import type { Services } from '../../services.ts';
import { findPayment, listOpenPayments, type PaymentRow } from '../payments.store.ts';
import { isAbandoned } from '../settle/rules.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { cancelAtProvider } from './open-payment.ts';

/**
 * Cancels the intent of a payment whose customer has left. If it is paid at the same moment, the provider decides
 * whether it ends up paid or cancelled, so settle it afterwards.
 */
export async function cancelIfAbandoned(
  services: Services,
  { id, stripePaymentIntentId }: PaymentRow & { stripePaymentIntentId: string },
): Promise<void> {
  const truth = await services.payments.getPayment(stripePaymentIntentId);
  // Read again, because the customer may have come back.
  const payment = await findPayment(services.db, id);
  if (truth?.status !== 'open' || !payment || !isAbandoned(payment, truth.waitsFor, services.clock())) return;
  await cancelAtProvider(services, payment);
}

/** Closes every payment of a customer that waits for a card, and settles those that were paid before. */
export async function closeOpenPayments(services: Services, customerId: string): Promise<void> {
  for (const payment of await listOpenPayments(services.db, customerId)) {
    const { stripePaymentIntentId: intentId } = payment;
    if (!intentId) continue;
    const truth = await services.payments.getPayment(intentId);
    if (truth?.waitsFor === 'card') await cancelAtProvider(services, payment);
    await settlePayment(services, intentId);
  }
}
