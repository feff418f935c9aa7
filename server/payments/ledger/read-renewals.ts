import type { ProviderInvoice, ProviderPayment } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { listChargedIntents } from './store.ts';

export interface InvoiceWithPayment {
  readonly invoice: ProviderInvoice;
  /** Null when the charge is already recorded or nothing was charged. */
  readonly truth: ProviderPayment | null;
}

/**
 * The months of a plan, oldest first, each with the intent that pays it. The first month is included, because nothing else
 * records the one of a plan that replaced a cancelled one (a new order's first month is recorded before its plan exists). Intents
 * that are already recorded are not read again, so an old plan is as fast as a new one.
 */
export async function readRenewals(
  { payments, db }: Pick<Services, 'payments' | 'db'>,
  stripeSubscriptionId: string,
): Promise<InvoiceWithPayment[]> {
  const renewals: InvoiceWithPayment[] = [];
  const invoices = await payments.listInvoices(stripeSubscriptionId);
  const recorded = await listChargedIntents(
    db,
    invoices.flatMap(({ intentId }) => intentId ?? []),
  );
  for (const invoice of invoices.toReversed()) {
    const { intentId } = invoice;
    const truth = intentId && !recorded.has(intentId) ? await payments.getPayment(intentId) : null;
    renewals.push({ invoice, truth });
  }
  return renewals;
}
