import type { ConfirmPaymentData, Stripe, StripeElements } from '@stripe/stripe-js';
import { type CardEntry, type CardProblem, notReady } from '../card-entry.ts';
import { chargeOf, chargeOfIntent, problemOf, saveProblemOf, UnknownOutcomeError } from './results.ts';

/** The provider's card form, once it is mounted. */
export interface StripeForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

/** Where Stripe redirects after the bank's authentication page (PAY-26). */
export type ReturnPath = '/payment/success' | '/checkout/success' | '/subscribe/success';

interface StripePayment {
  clientSecret: string;
  returnPath: ReturnPath;
  /** The payer's email, if our form asked for it. */
  email?: string | undefined;
}

/** A card in the provider's form, to be charged for a payment. `form` is null until it is mounted. */
export function stripeCardEntry(form: StripeForm | null, payment: StripePayment): CardEntry {
  return {
    check: async () => await checkForm(form),
    async charge() {
      if (!form) throw new UnknownOutcomeError('no form');
      const { stripe, elements } = form;
      const confirmParams = paramsOf(payment);
      const confirm = () => stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
      const charged =
        chargeOf(await withBankChallenge(confirm)) ??
        chargeOfIntent(await stripe.retrievePaymentIntent(payment.clientSecret));
      if (!charged) throw new UnknownOutcomeError('no result');
      return charged;
    },
  };
}

/**
 * Saves the card in the provider's form. Returns the problem, or null when it is saved. Throws when the outcome is
 * unknown.
 */
export async function saveStripeCard(form: StripeForm | null): Promise<CardProblem | null> {
  const problem = await checkForm(form);
  if (problem || !form) return problem ?? notReady;
  const { stripe, elements } = form;
  const confirmParams = { return_url: `${location.origin}/billing` };
  return saveProblemOf(
    await withBankChallenge(() => stripe.confirmSetup({ elements, confirmParams, redirect: 'if_required' })),
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

/** Stripe's iframes, including the one for the bank's authentication challenge. */
const frames = 'iframe[name^="__privateStripeFrame"]';

/**
 * Runs a confirmation during which the bank may show an authentication challenge in an iframe above the page. An open
 * dialog of ours traps the focus; this keeps the trap from pulling focus out of that iframe. (styles.css makes the
 * iframe clickable.)
 */
async function withBankChallenge<Result>(confirm: () => Promise<Result>): Promise<Result> {
  const releaseFocus = (event: FocusEvent) => {
    if ([event.target, event.relatedTarget].some(isStripeFrame)) event.stopImmediatePropagation();
  };
  // Capturing on the window runs before the dialog, which listens on the document.
  addEventListener('focusin', releaseFocus, true);
  addEventListener('focusout', releaseFocus, true);
  try {
    return await confirm();
  } finally {
    removeEventListener('focusin', releaseFocus, true);
    removeEventListener('focusout', releaseFocus, true);
  }
}

const isStripeFrame = (target: EventTarget | null) => target instanceof Element && target.matches(frames);
