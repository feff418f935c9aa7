import { ApiError, messageOf, NetworkError } from '../../api/api-error.ts';
import { type CardProblem, type Charged, isRefundedAutomatically } from '../card/card-entry.ts';

/** The texts about a checkout that couldn't be set up or paid (PAY-7). */

export interface CheckoutSetupFailure {
  title: string;
  message: string;
  /** The server's message, if it sent one. */
  reason?: string;
  /** True if it is already paid, so that nothing is left to pay. */
  isPaid?: boolean;
  /** True if a retry may work. */
  canRetry?: boolean;
}

/** Explains why the payment couldn't be set up. */
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
  /** True if this payment can never succeed. The next attempt needs a new payment. */
  isOver?: boolean;
  /** True if it was paid but couldn't buy anything, so that it is refunded. Nothing is left to pay. */
  isRefundedAutomatically?: boolean;
}

/** Explains why the card form isn't ready to be charged. */
export function explainCheckoutProblem({ message }: CardProblem): CheckoutProblem {
  return { title: 'Payment Failed', message: message || 'Payment was not completed successfully' };
}

/** Explains why the payment didn't succeed, in the provider's words; null if it succeeded. */
export function explainUnpaidCheckout({ status, last_payment_error }: Charged): CheckoutProblem | null {
  if (status === 'succeeded') return null;
  const message = last_payment_error?.message || 'Payment was not completed successfully';
  return { title: 'Payment Failed', message, ...(status === 'canceled' && { isOver: true }) };
}

/** Explains an error thrown while paying. The card may have been charged, but a retry doesn't charge twice. */
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
