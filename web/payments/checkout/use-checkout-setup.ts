import { useEffect, useRef, useState } from 'react';
import { createPaymentIntent, intentIdOfSecret } from '../../../contract/payments.ts';
import { SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { canTakeCards, type OpenPayment } from '../card/card-form.tsx';
import { type CheckoutSetupFailure, explainCheckoutSetup } from './failure-words.ts';
import type { CheckoutRequest } from './request.ts';

export type CheckoutSetup =
  | { state: 'pending' }
  | { state: 'ready'; payment: OpenPayment }
  | { state: 'failed'; failure: CheckoutSetupFailure };

/** Opens the payment once per visit, even if the effect runs twice. `retry` opens another one. */
export function useCheckoutSetup(request: CheckoutRequest): { setup: CheckoutSetup; retry: () => void } {
  const [setup, setSetup] = useState<CheckoutSetup>({ state: 'pending' });
  const [attempt, setAttempt] = useState(1);
  const opened = useRef<{ attempt: number; result: Promise<CheckoutSetup> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request never changes; another one remounts the page.
  useEffect(() => {
    let isCurrent = true;
    if (opened.current?.attempt !== attempt) opened.current = { attempt, result: openPayment(request) };
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
    const response = await call(createPaymentIntent, { body: { amount, serviceType, ...(pickupId && { pickupId }) } });
    const { clientSecret, testCards } = response;
    // Without test cards or a key this form cannot take a payment.
    if (!clientSecret || !canTakeCards()) throw new Error('no way to pay');
    const paymentIntentId = response.paymentIntentId || intentIdOfSecret(clientSecret);
    return { state: 'ready', payment: { paymentIntentId, clientSecret, testCards } };
  } catch (error) {
    // The browser is already navigating to the sign-in page.
    if (error instanceof SignedOutError) return { state: 'pending' };
    return { state: 'failed', failure: explainCheckoutSetup(error) };
  }
}
