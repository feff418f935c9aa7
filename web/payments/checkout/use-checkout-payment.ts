import { useEffect, useRef, useState } from 'react';
import { confirmPayment } from '../../../contract/payments.ts';
import { SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { clearToast, toast, toastAfterLoad } from '../../ui/toast/toast.ts';
import type { CardEntry } from '../card/card-entry.ts';
import { isRefundedAutomatically } from '../refunded-automatically.ts';
import {
  type CheckoutProblem,
  explainCheckoutError,
  explainCheckoutProblem,
  explainUnpaidCheckout,
} from './failure-words.ts';

/** How long the success shows before the way home (PAY-6). */
const homeAfterMs = 2000;

type Phase = 'form' | 'processing' | 'success' | 'refundedAutomatically';

/**
 * From the press on Pay to the way home. A refused card leads back to the form; a press while one is on its way does
 * nothing. `onOver`: this payment can never be made.
 */
export function useCheckoutPayment(onOver: () => void) {
  const [phase, setPhase] = useState<Phase>('form');
  const [trouble, setTrouble] = useState<CheckoutProblem | null>(null);
  const isBusy = useRef(false);
  const [paid, setPaid] = useState<string | null>(null);
  useWayHome(paid);

  const fail = (found: CheckoutProblem) => {
    setTrouble(found);
    setPhase(found.isRefundedAutomatically ? 'refundedAutomatically' : 'form');
    toast({ title: found.title, description: found.message, variant: 'destructive' });
    if (found.isOver) onOver();
  };
  const pay = async (paymentIntentId: string, card: CardEntry) => {
    // A second press may come before React has drawn the first.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('processing');
    setTrouble(null);
    clearToast();
    try {
      const problem = await card.check();
      if (problem) return fail(explainCheckoutProblem(problem));
      const unpaid = explainUnpaidCheckout(await card.charge());
      if (unpaid) return fail(unpaid);
      if (!clientSettings.testMode) await hearOurServer(paymentIntentId);
      toastAfterLoad({ title: 'Payment Successful' });
      setPaid(paymentIntentId);
      setPhase('success');
    } catch (error) {
      if (!(error instanceof SignedOutError)) fail(explainCheckoutError(error));
    } finally {
      isBusy.current = false;
    }
  };
  return { phase, trouble, pay };
}

/**
 * In live mode only the provider has spoken so far. Raises where our server says that the money goes back; anything else changes
 * nothing: the money is there, and the way home books it.
 */
async function hearOurServer(paymentIntentId: string): Promise<void> {
  try {
    await call(confirmPayment, { body: { paymentIntentId } });
  } catch (error) {
    if (isRefundedAutomatically(error) || error instanceof SignedOutError) throw error;
  }
}

/** Lets the success be read, then loads the landing page, which sends a signed-in customer home. */
function useWayHome(paidIntentId: string | null): void {
  useEffect(() => {
    if (paidIntentId === null) return;
    // In place of this page: the browser's Back button must not lead to a payment that was made.
    const timer = setTimeout(() => location.replace(wayHome(paidIntentId)), homeAfterMs);
    return () => clearTimeout(timer);
  }, [paidIntentId]);
}

/** In live mode our server may not have heard of the payment yet: its return address books it and leads on to /. */
function wayHome(paidIntentId: string): string {
  if (clientSettings.testMode) return '/';
  return `/checkout/success?${new URLSearchParams({ payment_intent: paidIntentId })}`;
}
