import { useEffect, useRef, useState } from 'react';
import { confirmTestPayment } from '../../contract/payments.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { toast } from '../ui/toast.ts';

/** How long the success shows before the booking is finalised (SPEC section 9). */
const successMs = 2000;

/** `unfinished`: paid, but what was paid for could not be finalised. `unpayable`: this payment can never be made. */
export type PaymentPhase = 'form' | 'processing' | 'success' | 'finalising' | 'unfinished' | 'unpayable';

interface PaymentSteps {
  paymentIntentId: string;
  onPaying: () => void;
  onPaid: () => void;
  onFinalise: () => Promise<void>;
}

/** From the press on Pay to the finalised booking. A refused card leads back to the form; nothing is paid twice. */
export function usePaymentSteps({ paymentIntentId, onPaying, onPaid, onFinalise }: PaymentSteps) {
  const [phase, setPhase] = useState<PaymentPhase>('form');
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = useRef(false);

  const fail = (message: string, next: PaymentPhase = 'form') => {
    isBusy.current = false;
    setFailure(message);
    setPhase(next);
  };
  const pay = async (paymentMethodId: string) => {
    // A second press may come before React has drawn the first.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('processing');
    setFailure(null);
    onPaying();
    try {
      const { success, paymentIntent } = await call(confirmTestPayment, { body: { paymentIntentId, paymentMethodId } });
      if (!success) return fail(paymentIntent.last_payment_error?.message || 'Payment failed');
      onPaid();
      toast({ title: 'Payment Successful' });
      setPhase('success');
    } catch (error) {
      const isOver = error instanceof ApiError && (error.status === 404 || error.status === 409);
      fail(messageOf(error, 'Payment processing failed'), isOver ? 'unpayable' : 'form');
    }
  };
  const finalise = async () => {
    setPhase('finalising');
    try {
      await onFinalise();
    } catch (error) {
      if (error instanceof ApiError && error.status === 402) fail('Payment was not completed successfully');
      else fail('There was an issue finalizing your booking.', 'unfinished');
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
