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

/** Opens the payment, once a visit: an effect that runs twice hears of the same answer. `again` opens another. */
export function useCheckoutSetup(request: CheckoutRequest): { setup: CheckoutSetup; again: () => void } {
  const [setup, setSetup] = useState<CheckoutSetup>({ state: 'pending' });
  const [round, setRound] = useState(1);
  const opened = useRef<{ round: number; answer: Promise<CheckoutSetup> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit has one request; the page draws another one anew.
  useEffect(() => {
    let isWanted = true;
    if (opened.current?.round !== round) opened.current = { round, answer: openPayment(request) };
    void opened.current.answer.then((answer) => {
      if (isWanted) setSetup(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [round]);
  const again = () => {
    setSetup({ state: 'pending' });
    setRound(round + 1);
  };
  return { setup, again };
}

async function openPayment({ amount, pickupId, serviceType }: CheckoutRequest): Promise<CheckoutSetup> {
  try {
    const answer = await call(createPaymentIntent, { body: { amount, serviceType, ...(pickupId && { pickupId }) } });
    const { clientSecret, testCards } = answer;
    // Neither test cards nor a key: this form could take no money.
    if (!clientSecret || !canTakeCards()) throw new Error('no way to pay');
    const paymentIntentId = answer.paymentIntentId || intentIdOfSecret(clientSecret);
    return { state: 'ready', payment: { paymentIntentId, clientSecret, testCards } };
  } catch (error) {
    // The browser is on its way to the sign-in page.
    if (error instanceof SignedOutError) return { state: 'pending' };
    return { state: 'failed', failure: explainCheckoutSetup(error) };
  }
}
