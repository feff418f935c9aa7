import type { Services } from '../../services.ts';
import { idsOf } from '../billing/describe-payment.ts';
import { findPayment } from '../store.ts';

/** Adds our ids to a payment at the provider, mainly the id of the pickup or plan that it bought. */
export async function tagPayment(services: Pick<Services, 'db' | 'payments'>, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment?.stripePaymentIntentId) await services.payments.tagPayment(payment.stripePaymentIntentId, idsOf(payment));
}
