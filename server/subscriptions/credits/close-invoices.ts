import type { ProviderInvoice, ProviderSubscription } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';

/** Returns true for an invoice that the provider may still charge. */
export function isUnpaid({ status }: Pick<ProviderInvoice, 'status'>): boolean {
  return status === 'open' || status === 'draft';
}

/**
 * Ensures that nothing more is charged for a subscription that has ended at the provider: a person who ends a plan in
 * the provider's dashboard leaves its open invoices and its drafts. Open ones are voided and drafts are forgiven, which
 * returns their credit. Changes nothing for a subscription that still runs. Returns its invoices, newest first; one that
 * is being paid at that moment stays open.
 */
export async function closeInvoices(
  { payments }: Pick<Services, 'payments'>,
  { id, status }: Pick<ProviderSubscription, 'id' | 'status'>,
): Promise<ProviderInvoice[]> {
  const invoices = await payments.listInvoices(id);
  if (status !== 'canceled' || !invoices.some(isUnpaid)) return invoices;
  await payments.cancelSubscription(id);
  return await payments.listInvoices(id);
}
