import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, messageOf, NetworkError, SignedOutError } from '../../api/api-error.ts';
import { clearToast, type ToastMessage, toast } from '../../ui/toast/toast.ts';
import {
  type CardEntry,
  type CardProblem,
  type Charged,
  isMarkedInForm,
  isRefundedAutomatically,
  notReady,
} from '../card/card-entry.ts';

/** How long the success is shown before the booking is finalized (PAY-1). */
const successMs = 2000;

/**
 * `unfinished`: paid, but the pickup or plan couldn't be created. `unpayable`: this payment can never succeed.
 * `refundedAutomatically`: paid, but it couldn't buy anything, so it is refunded.
 */
export type PaymentPhase =
  | 'form'
  | 'processing'
  | 'success'
  | 'finalizing'
  | 'unfinished'
  | 'unpayable'
  | 'refundedAutomatically';

interface PaymentSteps {
  onPaying: () => void;
  onPaid: () => void;
  onFinalize: () => Promise<void>;
  /** What the customer should do if the payment succeeded but the booking wasn't finalized. */
  unfinished: string;
}

/**
 * Runs the payment from pressing Pay to the finalized booking. A declined card returns to the form.
 * Nothing is charged twice.
 */
export function usePaymentSteps({ onPaying, onPaid, onFinalize, unfinished }: PaymentSteps) {
  const [phase, setPhase] = useState<PaymentPhase>('form');
  const [failure, setFailure] = useState<PaymentProblem | null>(null);
  const isBusy = useRef(false);

  const fail = (problem: PaymentProblem, next: PaymentPhase) => {
    isBusy.current = false;
    setFailure(problem);
    setPhase(next);
    toast(toastOf(problem));
  };
  /** Handles an incomplete card form. Its fields show what is missing. */
  const refuse = (problem: CardProblem) => {
    isBusy.current = false;
    setFailure(null);
    setPhase('form');
    toast(toastOf(explainProblem(problem)));
  };
  const pay = async (card: CardEntry) => {
    // A second click can arrive before React has rendered the result of the first.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('processing');
    setFailure(null);
    clearToast();
    try {
      const problem = await card.check();
      if (problem) return isMarkedInForm(problem) ? refuse(problem) : fail(explainProblem(problem), 'form');
      onPaying();
      const charged = await card.charge();
      const unpaid = explainUnpaid(charged);
      if (unpaid) return fail(unpaid, unpaid.isOver ? 'unpayable' : 'form');
      onPaid();
      toast({ title: 'Payment Successful' });
      setPhase('success');
    } catch (error) {
      // The browser is already navigating to the sign-in page.
      if (error instanceof SignedOutError) return;
      const problem = explainPaymentError(error);
      fail(problem, problem.isOver ? 'unpayable' : 'form');
    }
  };
  const finalize = async () => {
    setPhase('finalizing');
    try {
      await onFinalize();
    } catch (error) {
      if (error instanceof SignedOutError) return;
      const problem = explainFinalizeError(error);
      if (problem.isPaid) fail({ ...problem, detail: unfinished }, 'unfinished');
      else fail(problem, problem.isOver ? 'refundedAutomatically' : 'form');
    }
  };
  // Shows the success for a moment before finalizing.
  const goOn = useEffectEvent(finalize);
  useEffect(() => {
    if (phase !== 'success') return;
    const timer = setTimeout(goOn, successMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return { phase, failure, pay, refuse, finalize };
}

const titles = [
  'Payment failed',
  'Payment was not completed successfully',
  'Payment processing failed',
  'There was an issue finalizing your booking.',
  notReady.message,
];

/** Returns the toast of a failure (PAY-64). The provider's own words come below "Payment failed". */
export function toastOf({ message, detail }: PaymentProblem): ToastMessage {
  const [title = '', ...words] = titles.includes(message) ? [message] : ['Payment failed', message];
  const description = [...words, detail].filter(Boolean).join(' ');
  return { title, ...(description && { description }), variant: 'destructive' };
}

/** A payment error as the payment dialog shows it (PAY-2). */
interface PaymentProblem {
  message: string;
  /** What to do about it, if the message doesn't say. */
  detail?: string;
  /** True if this payment can never succeed, because it was cancelled or doesn't exist. */
  isOver?: boolean;
}

/** Explains why the card form isn't ready to be charged. */
export function explainProblem({ code, message }: CardProblem): PaymentProblem {
  if (code === notReady.code) return { message, detail: 'The card form is still loading. Nothing was charged.' };
  return { message: message || 'Payment failed' };
}

/** Explains why the payment didn't succeed; null if it succeeded. */
export function explainUnpaid({ status, last_payment_error }: Charged): PaymentProblem | null {
  if (status === 'succeeded') return null;
  if (status === 'canceled') return { message: 'Payment failed', detail: overDetail, isOver: true };
  if (last_payment_error || status === 'requires_payment_method') {
    return { message: last_payment_error?.message || 'Payment failed' };
  }
  return { message: 'Payment was not completed successfully', detail: "You won't be charged twice." };
}

const overDetail = 'This payment was cancelled and nothing was charged. Please start again.';

/** Explains an error thrown while paying, with the server's message if it refused, else with our own. */
export function explainPaymentError(error: unknown): PaymentProblem {
  if (error instanceof ApiError && error.status < 500) {
    const isOver = error.status === 404 || error.status === 409;
    return { message: messageOf(error, 'Payment processing failed'), ...(isOver && { isOver }) };
  }
  if (error instanceof NetworkError) {
    return { message: 'Payment processing failed', detail: `${error.message} You won't be charged twice.` };
  }
  return {
    message: 'Payment processing failed',
    detail: messageOf(error, "Please try again. You won't be charged twice."),
  };
}

/** Explains why the pickup or plan couldn't be created. If it wasn't paid, the dialog returns to the form. */
export function explainFinalizeError(error: unknown): PaymentProblem & { isPaid: boolean } {
  if (isRefundedAutomatically(error)) return { message: error.message, isOver: true, isPaid: false };
  if (error instanceof ApiError && error.status === 402) {
    return { message: 'Payment was not completed successfully', isPaid: false };
  }
  return { message: 'There was an issue finalizing your booking.', isPaid: true };
}
