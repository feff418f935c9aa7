import type { Services } from '../../services.ts';
import { readParts } from '../billing/describe-payment.ts';
import { findPayment } from '../payments.store.ts';

/** Tells the provider what has become known of a payment, mainly the id of the pickup or plan that it bought. */
export async function tagPayment(services: Pick<Services, 'db' | 'payments'>, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (!payment?.stripePaymentIntentId) return;
  await services.payments.tagPayment(payment.stripePaymentIntentId, await readParts(services.db, payment));
}
