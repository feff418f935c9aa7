import { ApiError, messageOf, NetworkError } from '../../api/api-error.ts';
import type { CardProblem, Charged } from '../card/card-entry.ts';
import { isRefundedAutomatically } from '../refunded-automatically.ts';

/** What the checkout says when something does not work (PAY-7). */

export interface CheckoutSetupFailure {
  title: string;
  message: string;
  /** Why, where somebody said so in words. */
  reason?: string;
  /** There is nothing left to pay. */
  isPaid?: boolean;
  /** The same may work in a moment. */
  mayPass?: boolean;
}

/** The payment could not be set up. */
export function explainCheckoutSetup(error: unknown): CheckoutSetupFailure {
  if (error instanceof ApiError && error.code === 'already_paid') {
    return {
      title: 'This is paid already',
      message: 'Your payment went through earlier. Nothing more is due, and nothing was charged again.',
      isPaid: true,
    };
  }
  const isRefused = error instanceof ApiError && error.status < 500;
  const reason = isRefused || error instanceof NetworkError ? messageOf(error, '') : '';
  return {
    title: 'Payment Setup Failed',
    message: 'Unable to initialize payment. Please try again or contact support.',
    ...(reason && { reason }),
    ...((!isRefused || error.status === 429) && { mayPass: true }),
  };
}

export interface CheckoutProblem {
  title: 'Payment Failed' | 'Payment Error';
  message: string;
  /** More than a toast has room for. */
  hint?: string;
  /** This payment can never be made: the next attempt needs a new one. */
  isOver?: boolean;
  /** It was made, bought nothing, and goes back: nothing is left to pay. */
  isRefundedAutomatically?: boolean;
}

/** The card form cannot be charged as it stands. */
export function explainCheckoutProblem({ message }: CardProblem): CheckoutProblem {
  return { title: 'Payment Failed', message: message || 'Payment was not completed successfully' };
}

/** Why the money is not there, in the provider's words; null when it is. */
export function explainUnpaidCheckout({ status, last_payment_error }: Charged): CheckoutProblem | null {
  if (status === 'succeeded') return null;
  const message = last_payment_error?.message || 'Payment was not completed successfully';
  return { title: 'Payment Failed', message, ...(status === 'canceled' && { isOver: true }) };
}

/** Paying raised. Where nobody answered in words, the money may have moved: pressing again does not move it twice. */
export function explainCheckoutError(error: unknown): CheckoutProblem {
  const message = 'An unexpected error occurred. Please try again.';
  if (isRefundedAutomatically(error))
    return { title: 'Payment Failed', message: error.message, isRefundedAutomatically: true };
  if (error instanceof ApiError && error.status < 500) {
    const isOver = error.status === 404 || error.status === 409;
    return { title: 'Payment Failed', message: messageOf(error, message), ...(isOver && { isOver }) };
  }
  const advice = error instanceof NetworkError ? 'Check your connection. ' : '';
  return { title: 'Payment Error', message, hint: `${advice}You will not be charged twice.` };
}
