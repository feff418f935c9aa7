import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import type { PackageType } from '../../../contract/values/prices.ts';
import type { Db } from '../../database/transaction.ts';
import type { ProviderInvoice, ProviderPayment } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { recordCharge } from './record-charge.ts';
import { insertHistory, isMonthBooked } from './store.ts';

interface Renewal {
  customerId: string;
  subscriptionId: string;
  packageType: PackageType;
  invoice: ProviderInvoice;
  /** The intent that paid it, or did not. */
  truth: ProviderPayment | null;
}

/**
 * Writes what became of a month of a plan into the books, once: its payment, which leaves a receipt, and each refused attempt.
 * Answers what is new, a line each, for a person.
 */
export async function recordRenewal(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  renewal: Renewal,
): Promise<string[]> {
  const { invoice, subscriptionId } = renewal;
  const isPaid = invoice.status === 'paid';
  // Refusals are booked with the payment at the latest: later they would be told as news.
  if (isPaid && (await isMonthBooked(trx, invoice.id))) return [];
  const month = `of invoice ${invoice.id} of plan ${subscriptionId}`;
  const news: string[] = [];
  // The last attempt of a month that is paid is the one that paid it.
  const refusals = isPaid ? invoice.attempts - 1 : invoice.attempts;
  for (let attempt = 1; attempt <= refusals; attempt += 1) {
    if (await bookRefusal(services, trx, renewal, attempt)) news.push(`refusal ${attempt} ${month} booked`);
  }
  if (isPaid && (await bookPayment(services, trx, renewal))) news.push(`payment ${month} booked`);
  return news;
}

async function bookPayment(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { customerId, subscriptionId, packageType, invoice, truth }: Renewal,
): Promise<boolean> {
  return await recordCharge(services, trx, {
    ...{ customerId, subscriptionId, packageType },
    ...{ stripePaymentIntentId: invoice.intentId, invoiceId: invoice.id },
    amount: centsToText(invoice.amountCents),
    ...{ card: truth?.card ?? null, movedAt: truth?.paidAt ?? invoice.paidAt },
  });
}

/** Why it was refused the provider keeps of the last attempt alone; when, of none: before the month was paid. */
async function bookRefusal(
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
    movedAt: truth?.paidAt ?? invoice.paidAt,
    createdAt: services.clock(),
  });
}
