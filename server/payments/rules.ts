import { unspentHours } from '../../contract/payments.ts';

/** Payments and card forms are closed after this long without use. Opening one or trying a card on it is use. */
export const unusedForMs = 60 * 60 * 1000;

/** An intent, as far as it decides about money. */
export interface Intent {
  readonly status: 'open' | 'succeeded' | 'canceled';
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** Returns whether the provider has refunded the whole intent. */
export function isFullyRefunded(intent: Intent | null): boolean {
  return intent?.status === 'succeeded' && intent.refundedCents >= intent.amountCents;
}

/** Returns why a payment was refunded automatically, for the notice and the email. The text follows "Your payment". */
export function whyRefunded(payment: {
  readonly bookingId: string | null;
  readonly subscriptionOrderId: string | null;
}) {
  const wasOrdered = payment.bookingId !== null || payment.subscriptionOrderId !== null;
  return wasOrdered ? "couldn't be used for what you ordered" : `wasn't used for a pickup within ${unspentHours} hours`;
}
