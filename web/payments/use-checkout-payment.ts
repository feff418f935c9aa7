import { useEffect, useRef, useState } from 'react';
import { confirmTestPayment } from '../../contract/payments.ts';
import { SignedOutError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { clearToast, toast, toastAfterLoad } from '../ui/toast.ts';
import { type CheckoutTrouble, explainCheckoutError, explainRefusedCard } from './checkout-failure-words.ts';

/** How long the success shows before the way home (SPEC section 9). */
const homeAfterMs = 2000;

type Phase = 'form' | 'processing' | 'success';

/**
 * From the press on Pay to the way home. A refused card leads back to the form; a press while one is on its way does
 * nothing. `onOver`: this payment can never be made.
 */
export function useCheckoutPayment(onOver: () => void) {
  const [phase, setPhase] = useState<Phase>('form');
  const [trouble, setTrouble] = useState<CheckoutTrouble | null>(null);
  const isBusy = useRef(false);
  useWayHome(phase === 'success');

  const fail = (found: CheckoutTrouble) => {
    setTrouble(found);
    setPhase('form');
    toast({ title: found.title, description: found.message, variant: 'destructive' });
    if (found.isOver) onOver();
  };
  const pay = async (paymentIntentId: string, paymentMethodId: string) => {
    // A second press may come before React has drawn the first.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('processing');
    setTrouble(null);
    clearToast();
    try {
      const { success, paymentIntent } = await call(confirmTestPayment, { body: { paymentIntentId, paymentMethodId } });
      if (!success) return fail(explainRefusedCard(paymentIntent.last_payment_error?.message));
      toastAfterLoad({ title: 'Payment Successful' });
      setPhase('success');
    } catch (error) {
      if (!(error instanceof SignedOutError)) fail(explainCheckoutError(error));
    } finally {
      isBusy.current = false;
    }
  };
  return { phase, trouble, pay };
}

/** Lets the success be read, then loads the landing page, which sends a signed-in customer home. */
function useWayHome(isPaid: boolean): void {
  useEffect(() => {
    if (!isPaid) return;
    // In place of this page: the browser's Back button must not lead to a payment that was made.
    const timer = setTimeout(() => location.replace('/'), homeAfterMs);
    return () => clearTimeout(timer);
  }, [isPaid]);
}
