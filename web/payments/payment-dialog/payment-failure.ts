import { ApiError, messageOf } from '../../api/api-error.ts';
import { type CardProblem, type Charged, notReady } from '../card/card-entry.ts';
import { isRefundedAutomatically } from '../refunded-automatically.ts';

/** What the payment dialog says when a payment does not work (PAY-2). */
export interface PaymentProblem {
  message: string;
  /** What to do about it, where the message alone does not say. */
  detail?: string;
  /** This payment can never be made: it was cancelled, or is not there. */
  isOver?: boolean;
}

/** The card form cannot be charged as it stands. */
export function explainProblem({ code, message }: CardProblem): PaymentProblem {
  if (code === notReady.code) return { message, detail: 'The card form is still loading. Nothing was charged.' };
  return { message: message || 'Payment failed' };
}

/** Why the money is not there; null when it is. */
export function explainUnpaid({ status, last_payment_error }: Charged): PaymentProblem | null {
  if (status === 'succeeded') return null;
  if (status === 'canceled') return { message: 'Payment failed', detail: overDetail, isOver: true };
  if (last_payment_error || status === 'requires_payment_method') {
    return { message: last_payment_error?.message || 'Payment failed' };
  }
  return { message: 'Payment was not completed successfully', detail: 'You will not be charged twice.' };
}

const overDetail = 'This payment was cancelled. Start again: nothing was charged.';

/** Paying raised: the server's words where it refused, ours where it broke or was never reached. */
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

/** What was paid for could not be made. Without a payment there is nothing to make: back to the form. */
export function explainFinaliseError(error: unknown): PaymentProblem & { isPaid: boolean } {
  if (isRefundedAutomatically(error)) return { message: error.message, isOver: true, isPaid: false };
  if (error instanceof ApiError && error.status === 402) {
    return { message: 'Payment was not completed successfully', isPaid: false };
  }
  return { message: 'There was an issue finalizing your booking.', isPaid: true };
}
