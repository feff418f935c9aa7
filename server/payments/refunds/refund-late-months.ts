import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listChargedIntents } from '../ledger/ledger.store.ts';
import { askRefund } from './ask-refund.ts';
import { monthKeyOf } from './rules.ts';

interface Charged {
  /** The provider's subscription that charged the months. */
  readonly stripeSubscriptionId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  /** When the plan ended. Months paid before are left alone; without it, every month is refunded. */
  readonly endedAt?: Date;
}

/**
 * Asks for refunds of the months that were charged after a plan's end, because they bought no service. The charges are
 * already recorded. Safe to run again: each month is asked for once. Returns one readable line per refund.
 */
export async function refundLateMonths(
  services: Services,
  { stripeSubscriptionId, subscriptionId, customerId, endedAt }: Charged,
): Promise<string[]> {
  const news: string[] = [];
  const invoices = await services.payments.listInvoices(stripeSubscriptionId);
  // `paidAt` is by the provider's clock and `endedAt` by ours. A charge recorded before the end was paid before it.
  const intentIds = invoices.flatMap(({ intentId }) => intentId ?? []);
  const servedIntents = endedAt ? await listChargedIntents(services.db, intentIds, endedAt) : new Set();
  for (const { id, intentId, status, paidAt } of invoices.toReversed()) {
    if (status !== 'paid' || !intentId || servedIntents.has(intentId)) continue;
    if (endedAt && (paidAt ?? endedAt) <= endedAt) continue;
    const truth = await services.payments.getPayment(intentId);
    const cents = truth ? truth.amountCents - truth.refundedCents : 0;
    if (cents <= 0) continue;
    const month = { key: monthKeyOf(id), intentId, customerId, subscriptionId, why: 'late-month', cents } as const;
    const asked = await inTransaction(services.db, async (trx) => await askRefund(services, trx, month));
    if (asked) news.push(`payment ${intentId} is refunded: its plan had ended`);
  }
  return news;
}
