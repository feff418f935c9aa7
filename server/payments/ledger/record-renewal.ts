import { v7 as newId } from 'uuid';
import { lineOf } from '../../../contract/values/charge-lines.ts';
import { centsToText } from '../../../contract/values/money.ts';
import type { PackageType } from '../../../contract/values/prices.ts';
import type { Db } from '../../database/transaction.ts';
import type { ProviderInvoice, ProviderPayment } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { writeChargeLines } from '../lines/write-lines.ts';
import { insertHistory, isMonthRecorded, listChargedIntents } from './ledger.store.ts';
import { recordCharge } from './record-charge.ts';

export interface InvoiceWithPayment {
  readonly invoice: ProviderInvoice;
  /** The intent that paid the invoice or failed to; null when its charge is recorded or there was nothing to charge. */
  readonly truth: ProviderPayment | null;
}

/**
 * Reads the months of a plan from the provider, oldest first, each with the intent that pays it. Includes the first
 * month: when a plan replaced a cancelled one, nothing else records it. (The first month of a new order is recorded
 * before its plan exists.) Skips intents that are already recorded, so an old plan is as fast as a new one.
 */
export async function readRenewals(
  { payments, db }: Pick<Services, 'payments' | 'db'>,
  stripeSubscriptionId: string,
): Promise<InvoiceWithPayment[]> {
  const renewals: InvoiceWithPayment[] = [];
  const invoices = await payments.listInvoices(stripeSubscriptionId);
  const intentIds = invoices.flatMap(({ intentId }) => intentId ?? []);
  const recorded = await listChargedIntents(db, intentIds);
  for (const invoice of invoices.toReversed()) {
    const { intentId } = invoice;
    const truth = intentId && !recorded.has(intentId) ? await payments.getPayment(intentId) : null;
    renewals.push({ invoice, truth });
  }
  return renewals;
}

interface Renewal extends InvoiceWithPayment {
  customerId: string;
  subscriptionId: string;
  packageType: PackageType;
}

/** Records a month of a plan once: its payment and each declined attempt. Returns one line per new record. */
export async function recordRenewal(
  services: Pick<Services, 'clock' | 'jobs' | 'messages' | 'settings'>,
  trx: Db,
  renewal: Renewal,
): Promise<string[]> {
  const { invoice, subscriptionId } = renewal;
  const isPaid = invoice.status === 'paid';
  // Declined attempts are recorded with the month's payment at the latest. Later, they would be reported as new.
  if (isPaid && (await isMonthRecorded(trx, invoice.id))) return [];
  const month = `of invoice ${invoice.id} of plan ${subscriptionId}`;
  const news: string[] = [];
  // The last attempt of a paid month is the one that paid it.
  const declined = isPaid ? invoice.attempts - 1 : invoice.attempts;
  for (let attempt = 1; attempt <= declined; attempt += 1) {
    if (await recordDeclined(services, trx, renewal, attempt))
      news.push(`declined attempt ${attempt} ${month} recorded`);
  }
  if (isPaid && (await recordPaid(services, trx, renewal))) news.push(`payment ${month} recorded`);
  return news;
}

async function recordPaid(
  services: Pick<Services, 'clock' | 'jobs' | 'messages' | 'settings'>,
  trx: Db,
  { customerId, subscriptionId, packageType, invoice, truth }: Renewal,
): Promise<boolean> {
  const chargeId = await recordCharge(services, trx, {
    ...{ customerId, subscriptionId, packageType },
    ...{ stripePaymentIntentId: invoice.intentId, invoiceId: invoice.id },
    ...{ amount: centsToText(invoice.amountCents), credit: centsToText(invoice.creditCents) },
    ...{ card: truth?.card ?? null, movedAt: truth?.paidAt ?? invoice.paidAt },
  });
  if (chargeId === undefined) return false;
  const lines = [...invoice.lines, ...(invoice.creditCents === 0 ? [] : [lineOf('credit', -invoice.creditCents)])];
  await writeChargeLines(trx, { id: chargeId, cents: invoice.amountCents, lines, subscriptionId });
  if (invoice.amountCents === 0) {
    await services.messages.notify(services, trx, [
      {
        userId: customerId,
        title: 'Paid with plan credit',
        message: "Your plan credit paid for this month. Your card wasn't charged.",
        type: 'payment_succeeded',
        actionUrl: '/billing',
      },
    ]);
  }
  return true;
}

/** Records a declined attempt, dated by its month's payment: the provider stores no times and only the last reason. */
async function recordDeclined(
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
