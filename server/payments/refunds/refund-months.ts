import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listChargedIntents } from '../ledger/store.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Refunds every month charged for one of the provider's subscriptions. With `endedAt`, only the months paid after the
 * plan ended then, because they bought no service. The charges are already recorded. Safe to run again: each month has
 * its own idempotency key. Returns one readable line per refund.
 */
export async function refundMonths(
  services: Services,
  stripeSubscriptionId: string,
  endedAt?: Date,
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
    if (!truth) continue;
    if (truth.refundedCents < truth.amountCents && (await refundMonth(services, truth.id, `refund:${id}`))) {
      news.push(`payment ${truth.id} refunded: its plan had ended`);
    }
    await syncRefunds(services, truth.id);
  }
  return news;
}

/**
 * Refunds one month. Returns false when the provider refuses (409): the month was returned another way, such as by a
 * dispute, and a retry would only block the other months.
 */
async function refundMonth({ payments, log }: Services, intentId: string, idempotencyKey: string): Promise<boolean> {
  try {
    await payments.refundPayment(intentId, { idempotencyKey });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    log.error({ intentId, reason: error.message }, 'a month after the end of its plan was not refunded');
    return false;
  }
}
