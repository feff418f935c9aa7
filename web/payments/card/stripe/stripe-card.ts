import type { PaymentIntent, SetupIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type CardEntry, type CardProblem, type Charged, notReady } from '../card-entry.ts';

/** The provider's card form. Exists while the form is mounted. */
export interface StripeForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

/** The path to which Stripe redirects after the bank's authentication page (PAY-26). */
export type ReturnPath = '/payment/success' | '/checkout/success' | '/subscribe/success';

interface StripePayment {
  clientSecret: string;
  returnPath: ReturnPath;
  /** The payer's email, if our form asked for it. */
  email?: string | undefined;
}

/** Returns the card in the provider's form, to be charged for a payment. `form` is null until it is mounted. */
export function stripeCardEntry(form: StripeForm | null, payment: StripePayment): CardEntry {
  return {
    check: async () => await checkForm(form),
    async charge() {
      if (!form) throw new UnknownOutcomeError('no form');
      const { stripe, elements } = form;
      const confirmParams = {
        return_url: `${location.origin}${payment.returnPath}`,
        ...(payment.email && { payment_method_data: { billing_details: { email: payment.email } } }),
      };
      const confirm = () => stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
      const charged =
        chargeOf(await withBankChallenge(confirm)) ??
        chargeOfIntent(await stripe.retrievePaymentIntent(payment.clientSecret));
      if (!charged) throw new UnknownOutcomeError('no result');
      return charged;
    },
  };
}

/** Saves the card. Returns the problem; null if it was saved. Throws UnknownOutcomeError if the outcome is unknown. */
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

/** Stripe's iframes, including the iframe of the bank's authentication challenge. */
const frames = 'iframe[name^="__privateStripeFrame"]';

/**
 * Runs a confirmation during which the bank may show an authentication challenge in an iframe above the page. An open
 * dialog of ours traps the focus. This function keeps the trap from pulling the focus out of that iframe. (styles.css
 * makes the iframe clickable.)
 */
async function withBankChallenge<Result>(confirm: () => Promise<Result>): Promise<Result> {
  const releaseFocus = (event: FocusEvent) => {
    if ([event.target, event.relatedTarget].some(isStripeFrame)) event.stopImmediatePropagation();
  };
  // A capturing listener on the window runs before the dialog's listener on the document.
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

/** Thrown if the outcome of a payment is unknown. The provider's message is then meant for developers. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

export function problemOf({ code, message }: Pick<StripeError, 'code' | 'message'>): CardProblem {
  return { code: code ?? '', message: message ?? '' };
}

interface PaymentResult {
  paymentIntent?: Pick<PaymentIntent, 'status' | 'last_payment_error'> | undefined;
  error?: StripeError | undefined;
}

/** Returns the outcome of a payment; null if the result doesn't say. */
export function chargeOf({ paymentIntent, error }: PaymentResult): Charged | null {
  // The payment may already have succeeded, in another tab or by an attempt whose response was lost.
  // Paying again is then an error.
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === 'succeeded' || status === 'canceled') return { status, last_payment_error: null };
  if (error) return isRefusal(error) ? { status: 'requires_payment_method', last_payment_error: wordsOf(error) } : null;
  return status ? { status, last_payment_error: null } : null;
}

/** Returns the outcome of a payment that was fetched afterwards; null if it wasn't found. */
export function chargeOfIntent({ paymentIntent }: PaymentResult): Charged | null {
  if (!paymentIntent) return null;
  const { status, last_payment_error } = paymentIntent;
  const isRefused = status === 'requires_payment_method' && last_payment_error !== null;
  return { status, last_payment_error: isRefused ? wordsOf(last_payment_error) : null };
}

/** Returns why a card wasn't saved; null if it was. Throws UnknownOutcomeError if the outcome is unknown. */
export function saveProblemOf(result: {
  setupIntent?: Pick<SetupIntent, 'status'> | undefined;
  error?: StripeError | undefined;
}): CardProblem | null {
  const status = result.setupIntent?.status ?? result.error?.setup_intent?.status;
  if (status === 'succeeded') return null;
  if (result.error && !isRefusal(result.error)) throw new UnknownOutcomeError(result.error.type);
  return result.error ? problemOf(result.error) : { code: 'unsaved', message: '' };
}

/** Returns true if the customer can fix the error: with another card, a corrected number, or the bank's challenge. */
function isRefusal({ type, code = '' }: StripeError): boolean {
  return type === 'card_error' || type === 'validation_error' || unconfirmed.includes(code);
}

/** The codes for a challenge by the bank that the cardholder didn't pass, when paying and when saving a card. */
const unconfirmed = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure'];

function wordsOf({ code = '', decline_code = '', message = '' }: Partial<StripeError>): Charged['last_payment_error'] {
  return { code, decline_code, message };
}
