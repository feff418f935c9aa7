import { ApiError, messageOf } from '../../api/api-error.ts';
import { type CardProblem, type Charged, isRefundedAutomatically, notReady } from '../card/card-entry.ts';

/** A payment error as the payment dialog shows it (PAY-2). */
export interface PaymentProblem {
  message: string;
  /** What to do about it, when the message does not say. */
  detail?: string;
  /** This payment can never succeed: it was cancelled or does not exist. */
  isOver?: boolean;
}

/** The card form is not ready to be charged. */
export function explainProblem({ code, message }: CardProblem): PaymentProblem {
  if (code === notReady.code) return { message, detail: 'The card form is still loading. Nothing was charged.' };
  return { message: message || 'Payment failed' };
}

/** Why the payment did not succeed; null when it did. */
export function explainUnpaid({ status, last_payment_error }: Charged): PaymentProblem | null {
  if (status === 'succeeded') return null;
  if (status === 'canceled') return { message: 'Payment failed', detail: overDetail, isOver: true };
  if (last_payment_error || status === 'requires_payment_method') {
    return { message: last_payment_error?.message || 'Payment failed' };
  }
  return { message: 'Payment was not completed successfully', detail: 'You will not be charged twice.' };
}

const overDetail = 'This payment was cancelled and nothing was charged. Please start again.';

/** Explains an error thrown while paying: the server's message when it refused, ours when it failed or was unreachable. */
export function explainPaymentError(error: unknown): PaymentProblem {
  if (error instanceof ApiError && error.status < 500) {
    const isOver = error.status === 404 || error.status === 409;
    return { message: messageOf(error, 'Payment processing failed'), ...(isOver && { isOver }) };
  }
  return {
    message: 'Payment processing failed',
    detail: messageOf(error, 'Please try again. You will not be charged twice.'),
  };
}

/** The pickup or plan could not be created. When it was not paid, the dialog returns to the form. */
export function explainFinaliseError(error: unknown): PaymentProblem & { isPaid: boolean } {
  if (isRefundedAutomatically(error)) return { message: error.message, isOver: true, isPaid: false };
  if (error instanceof ApiError && error.status === 402) {
    return { message: 'Payment was not completed successfully', isPaid: false };
  }
  return { message: 'There was an issue finalizing your booking.', isPaid: true };
}
