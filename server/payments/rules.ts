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

/** A payment, as far as it says what it is for. */
export interface Named {
  readonly purpose: 'booking' | 'pickup' | 'subscription' | 'addition' | 'unassigned';
  readonly bookingId: string | null;
}

/** Returns whether a payment names nothing. A server of the previous release writes it as a booking without a draft. */
export function isUnassigned({ purpose, bookingId }: Named): boolean {
  return purpose === 'unassigned' || (purpose === 'booking' && bookingId === null);
}

/** Returns why a payment was refunded automatically, for the notice and the email. The text follows "Your payment". */
export function whyRefunded(payment: Named) {
  return isUnassigned(payment)
    ? `wasn't used for a pickup within ${unspentHours} hours`
    : "couldn't be used for what you ordered";
}
