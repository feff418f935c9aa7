import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import type { CardProblem, Charged } from '../card-entry.ts';

/** What the answers of Stripe.js mean to our screens. */

/** Nobody said what became of a payment. What the provider writes then is for developers. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** What is wrong with what was typed. */
export function problemOf({ code, message }: Pick<StripeError, 'code' | 'message'>): CardProblem {
  return { code: code ?? '', message: message ?? '' };
}

interface Answer {
  paymentIntent?: Pick<PaymentIntent, 'status' | 'last_payment_error'> | undefined;
  error?: StripeError | undefined;
}

/** What became of a payment; null where the answer does not say. */
export function chargedOf({ paymentIntent, error }: Answer): Charged | null {
  // In another tab, or by an attempt whose answer was lost, it may be paid already: then paying again is an error.
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === 'succeeded' || status === 'canceled') return { status, last_payment_error: null };
  if (error) return isRefusal(error) ? { status: 'requires_payment_method', last_payment_error: wordsOf(error) } : null;
  return status ? { status, last_payment_error: null } : null;
}

/** What became of a payment that was asked about afterwards. */
export function chargedLater({ paymentIntent }: Answer): Charged | null {
  if (!paymentIntent) return null;
  const { status, last_payment_error } = paymentIntent;
  const isRefused = status === 'requires_payment_method' && last_payment_error !== null;
  return { status, last_payment_error: isRefused ? wordsOf(last_payment_error) : null };
}

/** Whether a card was saved, and if not, why. Raises where nobody said. */
export function savedOf(answer: {
  setupIntent?: Pick<SetupIntent, 'status'> | undefined;
  error?: StripeError | undefined;
}): CardProblem | null {
  const status = answer.setupIntent?.status ?? answer.error?.setup_intent?.status;
  if (status === 'succeeded') return null;
  if (answer.error && !isRefusal(answer.error)) throw new UnknownOutcomeError(answer.error.type);
  return answer.error ? problemOf(answer.error) : { code: 'unsaved', message: '' };
}

/** The person can do something about it: another card, another figure, the bank's question answered. */
function isRefusal({ type, code }: StripeError): boolean {
  return type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';
}

function wordsOf({ code = '', decline_code = '', message = '' }: Partial<StripeError>): Charged['last_payment_error'] {
  return { code, decline_code, message };
}
