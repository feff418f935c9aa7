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
 * `unfinished`: paid, but what was paid for could not be finalised. `unpayable`: this payment can never be made. `refundedAutomatically`:
 * it was made, bought nothing, and goes back.
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

/** From the press on Pay to the finalised booking. A refused card leads back to the form; nothing is paid twice. */
export function usePaymentSteps({ onPaying, onPaid, onFinalise }: PaymentSteps) {
  const [phase, setPhase] = useState<PaymentPhase>('form');
  const [failure, setFailure] = useState<PaymentProblem | null>(null);
  const isBusy = useRef(false);

  const fail = (trouble: PaymentProblem, next: PaymentPhase) => {
    isBusy.current = false;
    setFailure(trouble);
    setPhase(next);
  };
  const pay = async (card: CardEntry) => {
    // A second press may come before React has drawn the first.
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
      const trouble = explainPaymentError(error);
      fail(trouble, trouble.isOver ? 'unpayable' : 'form');
    }
  };
  const finalise = async () => {
    setPhase('finalising');
    try {
      await onFinalise();
    } catch (error) {
      const trouble = explainFinaliseError(error);
      // The word of success is still on the screen.
      if (trouble.isOver) clearToast();
      fail(trouble, trouble.isOver ? 'refundedAutomatically' : trouble.isPaid ? 'unfinished' : 'form');
    }
  };
  useAfterSuccess(phase, finalise);
  return { phase, failure, pay, finalise };
}

/** Lets the success be read before going on. */
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
