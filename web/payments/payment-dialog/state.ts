import { useEffect, useRef, useState } from 'react';
import { clearToast, toast } from '../../ui/toast/toast.ts';
import type { CardEntry } from '../card/card-entry.ts';
import {
  explainFinaliseError,
  explainPaymentError,
  explainProblem,
  explainUnpaid,
  type PaymentProblem,
} from './payment-failure.ts';

/** How long the success shows before the booking is finalised (PAY-1). */
const successMs = 2000;

/**
 * `unfinished`: paid, but the pickup or plan could not be created. `unpayable`: this payment can never succeed.
 * `refundedAutomatically`: it was paid but could not buy anything, so it is refunded.
 */
export type PaymentPhase =
  | 'form'
  | 'processing'
  | 'success'
  | 'finalising'
  | 'unfinished'
  | 'unpayable'
  | 'refundedAutomatically';

interface PaymentSteps {
  onPaying: () => void;
  onPaid: () => void;
  onFinalise: () => Promise<void>;
}

/** From pressing Pay to the finalised booking. A declined card returns to the form; nothing is charged twice. */
export function usePaymentSteps({ onPaying, onPaid, onFinalise }: PaymentSteps) {
  const [phase, setPhase] = useState<PaymentPhase>('form');
  const [failure, setFailure] = useState<PaymentProblem | null>(null);
  const isBusy = useRef(false);

  const fail = (problem: PaymentProblem, next: PaymentPhase) => {
    isBusy.current = false;
    setFailure(problem);
    setPhase(next);
  };
  const pay = async (card: CardEntry) => {
    // A second click can arrive before React renders the first.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('processing');
    setFailure(null);
    try {
      const problem = await card.check();
      if (problem) return fail(explainProblem(problem), 'form');
      onPaying();
      const charged = await card.charge();
      const unpaid = explainUnpaid(charged);
      if (unpaid) return fail(unpaid, unpaid.isOver ? 'unpayable' : 'form');
      onPaid();
      toast({ title: 'Payment Successful' });
      setPhase('success');
    } catch (error) {
      const problem = explainPaymentError(error);
      fail(problem, problem.isOver ? 'unpayable' : 'form');
    }
  };
  const finalise = async () => {
    setPhase('finalising');
    try {
      await onFinalise();
    } catch (error) {
      const problem = explainFinaliseError(error);
      // The success toast is still showing.
      if (problem.isOver) clearToast();
      fail(problem, problem.isOver ? 'refundedAutomatically' : problem.isPaid ? 'unfinished' : 'form');
    }
  };
  useAfterSuccess(phase, finalise);
  return { phase, failure, pay, finalise };
}

/** Shows the success for a moment before going on. */
function useAfterSuccess(phase: PaymentPhase, goOn: () => void): void {
  const latest = useRef(goOn);
  useEffect(() => {
    latest.current = goOn;
  });
  useEffect(() => {
    if (phase !== 'success') return;
    const timer = setTimeout(() => latest.current(), successMs);
    return () => clearTimeout(timer);
  }, [phase]);
}
