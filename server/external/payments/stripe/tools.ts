import type Stripe from 'stripe';
import type { StripeCatalog } from './catalog.ts';
import type { Ask } from './request.ts';

/** What the files of this folder share. */
export interface StripeTools {
  stripe: Stripe;
  ask: Ask;
  catalog: StripeCatalog;
  clock: () => Date;
}
