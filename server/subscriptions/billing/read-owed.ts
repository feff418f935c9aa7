import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../store.ts';

/** What is due at the provider, in cents: each unpaid month at the price it was billed at. */
export async function readOwedCents(
  { payments }: Pick<Services, 'payments'>,
  { stripeSubscriptionId }: Pick<SubscriptionRow, 'stripeSubscriptionId'>,
): Promise<number> {
  const invoices = await payments.listInvoices(stripeSubscriptionId);
  return invoices.reduce((sum, { status, amountCents }) => sum + (status === 'open' ? amountCents : 0), 0);
}
