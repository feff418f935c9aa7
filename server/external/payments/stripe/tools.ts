import type Stripe from 'stripe';
import type { StripeCatalog } from './catalog.ts';
import type { Ask } from './request.ts';

/** What the parts of the Stripe side share. */
export interface StripeTools {
  stripe: Stripe;
  ask: Ask;
  catalog: StripeCatalog;
  clock: () => Date;
}
