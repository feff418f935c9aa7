import type { ProviderInvoice, ProviderPayment } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { listChargedIntents } from './store.ts';

export interface InvoiceWithPayment {
  readonly invoice: ProviderInvoice;
  /** Null where the books have the charge already, or nothing was charged. */
  readonly truth: ProviderPayment | null;
}

/**
 * The months of a plan, each with the intent that pays it, the oldest first. The first one is among them: of a plan that took
 * the place of a cancelled one nobody else books it. That of an order is in the books before its plan exists. What is in the
 * books is not asked for again: a plan of years is as quick as a new one.
 */
export async function readRenewals(
  { payments, db }: Pick<Services, 'payments' | 'db'>,
  stripeSubscriptionId: string,
): Promise<InvoiceWithPayment[]> {
  const renewals: InvoiceWithPayment[] = [];
  const invoices = await payments.listInvoices(stripeSubscriptionId);
  const booked = await listChargedIntents(
    db,
    invoices.flatMap(({ intentId }) => intentId ?? []),
  );
  for (const invoice of invoices.toReversed()) {
    const { intentId } = invoice;
    const truth = intentId && !booked.has(intentId) ? await payments.getPayment(intentId) : null;
    renewals.push({ invoice, truth });
  }
  return renewals;
}
