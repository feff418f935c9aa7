import type { Stripe } from '@stripe/stripe-js';
import { clientSettings } from '../../../api/client-settings.ts';

/** A blocker may drop the script without an error, so loading needs a time limit. */
const timeoutMs = 20_000;

/** One object per page load, as Stripe requires. A failed attempt is cleared so that it can be retried. */
let loading: Promise<Stripe> | null = null;

/** Loads Stripe.js from Stripe. Throws when there is no key and when the script is blocked or unreachable. */
export function loadStripeJs(): Promise<Stripe> {
  loading ??= withTimeout(load()).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const { stripePublishableKey } = clientSettings;
  if (!stripePublishableKey) throw new Error('no publishable key');
  // Imported here so that customers who do not pay never load Stripe.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(stripePublishableKey, { locale: 'en' });
  if (!stripe) throw new Error('Stripe.js is not available');
  return stripe;
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Stripe.js did not load in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
