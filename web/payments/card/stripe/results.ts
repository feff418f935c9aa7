import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import type { CardProblem, Charged } from '../card-entry.ts';

/** The outcome of a payment is unknown. The provider's message in that case is meant for developers. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** What is wrong with the input. */
export function problemOf({ code, message }: Pick<StripeError, 'code' | 'message'>): CardProblem {
  return { code: code ?? '', message: message ?? '' };
}

interface PaymentResult {
  paymentIntent?: Pick<PaymentIntent, 'status' | 'last_payment_error'> | undefined;
  error?: StripeError | undefined;
}

/** The outcome of a payment; null when the result does not say. */
export function chargeOf({ paymentIntent, error }: PaymentResult): Charged | null {
  // It may already be paid, in another tab or by an attempt whose response was lost. Paying again is then an error.
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === 'succeeded' || status === 'canceled') return { status, last_payment_error: null };
  if (error) return isRefusal(error) ? { status: 'requires_payment_method', last_payment_error: wordsOf(error) } : null;
  return status ? { status, last_payment_error: null } : null;
}

/** The outcome of a payment that was fetched afterwards. */
export function chargeOfIntent({ paymentIntent }: PaymentResult): Charged | null {
  if (!paymentIntent) return null;
  const { status, last_payment_error } = paymentIntent;
  const isRefused = status === 'requires_payment_method' && last_payment_error !== null;
  return { status, last_payment_error: isRefused ? wordsOf(last_payment_error) : null };
}

/** Why a card was not saved; null when it was. Throws when the outcome is unknown. */
export function saveProblemOf(result: {
  setupIntent?: Pick<SetupIntent, 'status'> | undefined;
  error?: StripeError | undefined;
}): CardProblem | null {
  const status = result.setupIntent?.status ?? result.error?.setup_intent?.status;
  if (status === 'succeeded') return null;
  if (result.error && !isRefusal(result.error)) throw new UnknownOutcomeError(result.error.type);
  return result.error ? problemOf(result.error) : { code: 'unsaved', message: '' };
}

/** The customer can fix it: use another card, correct the number, or pass the bank's challenge. */
function isRefusal({ type, code }: StripeError): boolean {
  return type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';
}

function wordsOf({ code = '', decline_code = '', message = '' }: Partial<StripeError>): Charged['last_payment_error'] {
  return { code, decline_code, message };
}
