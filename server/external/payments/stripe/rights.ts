import type Stripe from 'stripe';
import type { Services } from '../../../services.ts';
import type { StripeTools } from './catalog.ts';
import { StripeKeyRefused, StripeRightMissing } from './request.ts';

/** A cheap read of each kind of object that the app uses, by the name of the right in Stripe's dashboard. */
const reads: Record<string, (stripe: Stripe) => Promise<Stripe.ApiList<{ id: string }>>> = {
  Customers: (stripe) => stripe.customers.list({ limit: 1 }),
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  PaymentMethods: (stripe) => stripe.paymentMethods.list({ limit: 1 }),
  SetupIntents: (stripe) => stripe.setupIntents.list({ limit: 1 }),
  Products: (stripe) => stripe.products.list({ limit: 1 }),
  Prices: (stripe) => stripe.prices.list({ limit: 1 }),
  Subscriptions: (stripe) => stripe.subscriptions.list({ limit: 1 }),
  Invoices: (stripe) => stripe.invoices.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
};

/**
 * Logs which rights to read a restricted key lacks, because otherwise the first customer who needs one would find out.
 * Rights to write are not checked, because the check would have to write. Rejects with StripeKeyRefused when the key is
 * refused or has no right at all. Does nothing while Stripe is unavailable.
 */
export async function checkRights(
  { stripe, ask }: Pick<StripeTools, 'stripe' | 'ask'>,
  log: Pick<Services['log'], 'error'>,
): Promise<void> {
  const missing: string[] = [];
  const check = async (right: string, read: (typeof reads)[string]) => {
    try {
      await ask('list', () => read(stripe));
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof StripeKeyRefused) throw cause;
      if (cause instanceof StripeRightMissing) missing.push(right);
    }
  };
  await Promise.all(Object.entries(reads).map(([right, read]) => check(right, read)));
  if (missing.length === Object.keys(reads).length) throw new StripeKeyRefused();
  if (missing.length > 0) {
    const rights = missing.sort().join(', ');
    log.error({ rights }, `STRIPE_SECRET_KEY lacks rights that the app needs: ${rights} (docs/operations/stripe.md)`);
  }
}
