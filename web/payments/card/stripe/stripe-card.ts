import type { ConfirmPaymentData, Stripe, StripeElements } from '@stripe/stripe-js';
import { type CardEntry, type CardProblem, notReady } from '../card-entry.ts';
import { withBanksQuestion } from './question.ts';
import { chargedLater, chargedOf, problemOf, savedOf, UnknownOutcomeError } from './results.ts';

/** The provider's card form, once it stands on the page. */
export interface StripeForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

/** Where Stripe sends a browser back to that had to leave for the bank (PAY-26). */
export type ReturnPath = '/payment/success' | '/checkout/success' | '/subscribe/success';

interface StripePayment {
  clientSecret: string;
  returnPath: ReturnPath;
  /** Of who pays, where our own form has asked. */
  email?: string | undefined;
}

/** A card in the provider's form, to be charged for a payment. `form` is null until it stands. */
export function stripeCardEntry(form: StripeForm | null, payment: StripePayment): CardEntry {
  return {
    check: async () => await checkForm(form),
    async charge() {
      if (!form) throw new UnknownOutcomeError('no form');
      const { stripe, elements } = form;
      const confirmParams = paramsOf(payment);
      const confirm = () => stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
      const charged =
        chargedOf(await withBanksQuestion(confirm)) ??
        chargedLater(await stripe.retrievePaymentIntent(payment.clientSecret));
      if (!charged) throw new UnknownOutcomeError('no answer');
      return charged;
    },
  };
}

/** Saves the card in the provider's form; what stands in the way, null when it is saved. Raises where nobody said. */
export async function saveStripeCard(form: StripeForm | null): Promise<CardProblem | null> {
  const problem = await checkForm(form);
  if (problem || !form) return problem ?? notReady;
  const { stripe, elements } = form;
  const confirmParams = { return_url: `${location.origin}/billing` };
  return savedOf(
    await withBanksQuestion(() => stripe.confirmSetup({ elements, confirmParams, redirect: 'if_required' })),
  );
}

async function checkForm(form: StripeForm | null): Promise<CardProblem | null> {
  if (!form) return notReady;
  const { error } = await form.elements.submit();
  return error ? problemOf(error) : null;
}

function paramsOf({ returnPath, email }: StripePayment): ConfirmPaymentData {
  return {
    return_url: `${location.origin}${returnPath}`,
    ...(email && { payment_method_data: { billing_details: { email } } }),
  };
}
