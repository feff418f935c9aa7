import { Refusal } from '../../refusal.ts';

const isDisputed = "The charge is disputed: the cardholder's bank will decide.";
const isShort = 'Our balance at the payment provider is too low.';

/** Why a provider refuses a refund, by Stripe's codes (https://docs.stripe.com/error-codes). */
const reasons: Readonly<Record<string, string>> = {
  charge_disputed: isDisputed,
  refund_disputed_payment: isDisputed,
  charge_already_refunded: 'The payment provider says that the charge was refunded already.',
  charge_expired_for_capture: 'The charge is too old.',
  balance_insufficient: isShort,
  insufficient_funds: isShort,
  expired_card: 'The card has expired.',
};

/** Returns the 409 Refusal for a refund that the provider refuses for now. */
export function refundRefused(code: string | undefined): Refusal {
  const why = reasons[code ?? ''] ?? `The payment provider refuses this refund${code ? ` (${code})` : ''}.`;
  return new Refusal(409, why, { code: 'refund_refused' });
}

/** Returns the 409 Refusal for a refund of more than is left. */
export function refundTooLarge(): Refusal {
  return new Refusal(409, "There isn't that much left to refund.", { code: 'refund_too_large' });
}
