import type Stripe from 'stripe';
import type { Ask } from './stripe-ask.ts';
import type { StripeCatalog } from './stripe-catalog.ts';

/** What the parts of the Stripe side share. */
export interface StripeTools {
  stripe: Stripe;
  ask: Ask;
  catalog: StripeCatalog;
  clock: () => Date;
}
