import type { ProviderInvoice, ProviderPayment } from '../external/payment-provider.ts';
import type { Services } from '../services.ts';

export interface InvoiceWithPayment {
  readonly invoice: ProviderInvoice;
  readonly truth: ProviderPayment | null;
}

/**
 * The months of a plan, each with the intent that pays it, the oldest first. The first one is among them: of a plan that took
 * the place of a cancelled one nobody else books it. That of an order is in the books before its plan exists.
 */
export async function readRenewals(
  { payments }: Pick<Services, 'payments'>,
  stripeSubscriptionId: string,
): Promise<InvoiceWithPayment[]> {
  const renewals: InvoiceWithPayment[] = [];
  const invoices = await payments.listInvoices(stripeSubscriptionId);
  for (const invoice of invoices.toReversed()) {
    renewals.push({ invoice, truth: invoice.intentId ? await payments.getPayment(invoice.intentId) : null });
  }
  return renewals;
}
