import { ApiError, messageOf, NetworkError } from '../../api/api-error.ts';
import { type CardProblem, type Charged, isRefundedAutomatically } from '../card/card-entry.ts';

/** Why the checkout could not be set up, as shown on the page (PAY-7). */

export interface CheckoutSetupFailure {
  title: string;
  message: string;
  /** The server's message, if it sent one. */
  reason?: string;
  /** Already paid: nothing is left to pay. */
  isPaid?: boolean;
  /** A retry may work. */
  canRetry?: boolean;
}

/** The payment could not be set up. */
export function explainCheckoutSetup(error: unknown): CheckoutSetupFailure {
  if (error instanceof ApiError && error.code === 'already_paid') {
    return {
      title: 'This is already paid',
      message: "Your payment went through earlier. Nothing more is due, and you weren't charged again.",
      isPaid: true,
    };
  }
  const isRefused = error instanceof ApiError && error.status < 500;
  const reason = isRefused || error instanceof NetworkError ? messageOf(error, '') : '';
  return {
    title: 'Payment Setup Failed',
    message: 'Unable to initialize payment. Please try again or contact support.',
    ...(reason && { reason }),
    ...((!isRefused || error.status === 429) && { canRetry: true }),
  };
}

export interface CheckoutProblem {
  title: 'Payment Failed' | 'Payment Error';
  message: string;
  /** Shown on the page but not in the toast. */
  hint?: string;
  /** This payment can never succeed: the next attempt needs a new one. */
  isOver?: boolean;
  /** It was paid but could not buy anything, so it is refunded. Nothing is left to pay. */
  isRefundedAutomatically?: boolean;
}

/** The card form is not ready to be charged. */
export function explainCheckoutProblem({ message }: CardProblem): CheckoutProblem {
  return { title: 'Payment Failed', message: message || 'Payment was not completed successfully' };
}

/** Why the payment did not succeed, in the provider's words; null when it did. */
export function explainUnpaidCheckout({ status, last_payment_error }: Charged): CheckoutProblem | null {
  if (status === 'succeeded') return null;
  const message = last_payment_error?.message || 'Payment was not completed successfully';
  return { title: 'Payment Failed', message, ...(status === 'canceled' && { isOver: true }) };
}

/** Explains an error thrown while paying. The charge may have happened, but a retry does not charge twice. */
export function explainCheckoutError(error: unknown): CheckoutProblem {
  const message = 'An unexpected error occurred. Please try again.';
  if (isRefundedAutomatically(error))
    return { title: 'Payment Failed', message: error.message, isRefundedAutomatically: true };
  if (error instanceof ApiError && error.status < 500) {
    const isOver = error.status === 404 || error.status === 409;
    return { title: 'Payment Failed', message: messageOf(error, message), ...(isOver && { isOver }) };
  }
  const advice = error instanceof NetworkError ? 'Check your connection. ' : '';
  return { title: 'Payment Error', message, hint: `${advice}You won't be charged twice.` };
}
