import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { confirmPayment, createPaymentIntent, intentIdOfSecret } from '../../../contract/payments.ts';
import { SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { clearToast, toast, toastAfterLoad } from '../../ui/toast/toast.ts';
import {
  type CardEntry,
  type CardProblem,
  isMarkedInForm,
  isRefundedAutomatically,
  patience,
} from '../card/card-entry.ts';
import { canTakeCards, type OpenPayment } from '../card/card-form.tsx';
import { useHoldWhilePaying } from '../card/use-hold-while-paying.ts';
import {
  type CheckoutProblem,
  type CheckoutSetupFailure,
  explainCheckoutError,
  explainCheckoutProblem,
  explainCheckoutSetup,
  explainUnpaidCheckout,
} from './failure-words.ts';
import type { CheckoutRequest } from './request.ts';

/** How long the success is shown before the redirect home (PAY-6). */
const homeAfterMs = 2000;

type Phase = 'form' | 'processing' | 'success' | 'refundedAutomatically';

/**
 * Runs the checkout payment, from pressing Pay to the redirect home. A declined card returns to the form. Pressing Pay
 * again while a payment is in progress does nothing. Calls `onOver` when this payment can never succeed. `next` is the
 * text about the next step in the toast after the redirect.
 */
export function useCheckoutPayment(onOver: () => void, next: string | undefined) {
  const [phase, setPhase] = useState<Phase>('form');
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const isBusy = useRef(false);
  const [paid, setPaid] = useState<string | null>(null);
  useHoldWhilePaying(phase === 'processing');
  // Goes to /, where the landing page redirects a signed-in customer home.
  useEffect(() => {
    if (paid === null) return;
    // Replaces this page, so that the Back button doesn't lead to a finished payment.
    const timer = setTimeout(() => location.replace(homeUrl(paid)), homeAfterMs);
    return () => clearTimeout(timer);
  }, [paid]);

  const fail = (found: CheckoutProblem) => {
    setProblem(found);
    setPhase(found.isRefundedAutomatically ? 'refundedAutomatically' : 'form');
    toast({ title: found.title, description: found.message, variant: 'destructive' });
    if (found.isOver) onOver();
  };
  /** Handles an incomplete card form. Its fields show what is missing. */
  const refuse = (incomplete: CardProblem) => {
    setProblem(null);
    setPhase('form');
    const { title, message } = explainCheckoutProblem(incomplete);
    toast({ title, description: message, variant: 'destructive' });
  };
  const pay = async (paymentIntentId: string, card: CardEntry) => {
    // A second click can arrive before React has rendered the result of the first.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('processing');
    setProblem(null);
    clearToast();
    try {
      const incomplete = await card.check();
      if (incomplete) return isMarkedInForm(incomplete) ? refuse(incomplete) : fail(explainCheckoutProblem(incomplete));
      const unpaid = explainUnpaidCheckout(await card.charge());
      if (unpaid) return fail(unpaid);
      if (!clientSettings.testMode) await confirmWithServer(paymentIntentId);
      toastAfterLoad({ title: 'Payment Successful', ...(next && { description: next }) });
      setPaid(paymentIntentId);
      setPhase('success');
    } catch (error) {
      if (!(error instanceof SignedOutError)) fail(explainCheckoutError(error));
    } finally {
      isBusy.current = false;
    }
  };
  return { phase, problem, pay, refuse };
}

/**
 * Confirms the payment with our server, because in live mode only the provider has confirmed it so far. Throws if
 * our server is refunding the payment, or SignedOutError. Ignores other errors: the payment succeeded, and the
 * redirect home records it.
 */
async function confirmWithServer(paymentIntentId: string): Promise<void> {
  try {
    await call(confirmPayment, { body: { paymentIntentId }, signal: patience() });
  } catch (error) {
    if (isRefundedAutomatically(error) || error instanceof SignedOutError) throw error;
  }
}

/**
 * Returns the URL to go to after the payment. In live mode our server may not know of the payment yet, so the return
 * URL records it and redirects to /.
 */
function homeUrl(paidIntentId: string): string {
  if (clientSettings.testMode) return '/';
  return `/checkout/success?${new URLSearchParams({ payment_intent: paidIntentId })}`;
}

type CheckoutSetup =
  | { state: 'pending' }
  | { state: 'ready'; payment: OpenPayment }
  | { state: 'failed'; failure: CheckoutSetupFailure };

/** Opens the payment once per visit, even if the effect runs twice. `retry` opens another payment. */
export function useCheckoutSetup(request: CheckoutRequest): { setup: CheckoutSetup; retry: () => void } {
  const [setup, setSetup] = useState<CheckoutSetup>({ state: 'pending' });
  const [attempt, setAttempt] = useState(1);
  const opened = useRef<{ attempt: number; result: Promise<CheckoutSetup> } | null>(null);
  const open = useEffectEvent(() => openPayment(request));
  useEffect(() => {
    let isCurrent = true;
    if (opened.current?.attempt !== attempt) opened.current = { attempt, result: open() };
    void opened.current.result.then((result) => {
      if (isCurrent) setSetup(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  const retry = () => {
    setSetup({ state: 'pending' });
    setAttempt(attempt + 1);
  };
  return { setup, retry };
}

async function openPayment({ amount, pickupId, serviceType }: CheckoutRequest): Promise<CheckoutSetup> {
  try {
    const body = { amount, serviceType, ...(pickupId && { pickupId }) };
    const response = await call(createPaymentIntent, { body, signal: patience() });
    const { clientSecret, testCards } = response;
    // A card can't be taken without a client secret or, in live mode, without a publishable key.
    if (!clientSecret || !canTakeCards()) throw new Error('no way to pay');
    const paymentIntentId = response.paymentIntentId || intentIdOfSecret(clientSecret);
    return { state: 'ready', payment: { paymentIntentId, clientSecret, testCards } };
  } catch (error) {
    // The browser is already navigating to the sign-in page.
    if (error instanceof SignedOutError) return { state: 'pending' };
    const failure = explainCheckoutSetup(error);
    const { title, message: description } = failure;
    if (!failure.isPaid) toast({ title, description, variant: 'destructive' });
    return { state: 'failed', failure };
  }
}
