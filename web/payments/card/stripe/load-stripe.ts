import type { Stripe } from '@stripe/stripe-js';
import { clientSettings } from '../../../api/client-settings.ts';

/** A script that a blocker swallows without a word must not leave somebody waiting. */
const timeoutMs = 20_000;

/** One object for the whole visit, as Stripe asks for; an attempt that failed is forgotten. */
let loading: Promise<Stripe> | null = null;

/** Fetches Stripe.js from Stripe. Raises where there is no key, and where it is blocked or out of reach. */
export function loadStripeJs(): Promise<Stripe> {
  loading ??= inTime(load()).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const { stripePublishableKey } = clientSettings;
  if (!stripePublishableKey) throw new Error('no publishable key');
  // Only here and only now: nothing of Stripe is fetched by who does not pay.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(stripePublishableKey, { locale: 'en' });
  if (!stripe) throw new Error('Stripe.js is not available');
  return stripe;
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Stripe.js did not load in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
