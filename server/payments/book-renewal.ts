import { v7 as newId } from 'uuid';
import { centsToText } from '../../contract/money.ts';
import type { PackageType } from '../../contract/prices.ts';
import type { Db } from '../database/transaction.ts';
import type { ProviderInvoice, ProviderPayment } from '../external/payment-provider.ts';
import type { Services } from '../services.ts';
import { cardText } from './card-text.ts';
import { insertHistory } from './history.store.ts';

interface Renewal {
  customerId: string;
  subscriptionId: string;
  packageType: PackageType;
  invoice: ProviderInvoice;
  /** The intent that paid it, or did not. */
  truth: ProviderPayment | null;
}

/** Writes a paid month of a plan into the books, once, and leaves its receipt; answers whether it is new. */
export async function bookRenewal(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { customerId, subscriptionId, packageType, invoice, truth }: Renewal,
): Promise<boolean> {
  const lineId = newId();
  const isNew = await insertHistory(trx, {
    ...{ id: lineId, customerId, subscriptionId, packageType },
    stripePaymentIntentId: invoice.intentId,
    invoiceId: invoice.id,
    amount: centsToText(invoice.amountCents),
    status: 'succeeded',
    card: cardText(truth?.card ?? null),
    movedAt: truth?.paidAt ?? invoice.paidAt,
    createdAt: services.clock(),
  });
  if (isNew) await services.jobs.enqueue(trx, 'send-receipt', { lineId });
  return isNew;
}

/**
 * Writes a refused attempt to charge a month of a plan into the books, once an attempt; answers whether it is new. Why it was
 * refused the provider keeps of the last one alone.
 */
export async function bookRefusedRenewal(
  services: Pick<Services, 'clock'>,
  trx: Db,
  { customerId, subscriptionId, packageType, invoice, truth }: Renewal,
  attempt: number,
): Promise<boolean> {
  const reason = attempt === invoice.attempts ? truth?.lastError?.message : undefined;
  return await insertHistory(trx, {
    ...{ id: newId(), customerId, subscriptionId, packageType },
    stripePaymentIntentId: invoice.intentId,
    ...{ invoiceId: invoice.id, attempt },
    amount: centsToText(invoice.amountCents),
    status: 'failed',
    failureReason: reason ?? 'Your card was declined.',
    createdAt: services.clock(),
  });
}
