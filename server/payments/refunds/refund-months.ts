import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listChargedIntents } from '../ledger/store.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Refunds every month that one of the provider's subscriptions was charged for, or only the months paid after its plan had
 * ended at `endedAt`: nobody was served for those. The charges are already recorded. Safe to run again: each month has its own
 * idempotency key. Returns what it refunded, one line each, for a person.
 */
export async function refundMonths(
  services: Services,
  stripeSubscriptionId: string,
  endedAt?: Date,
): Promise<string[]> {
  const news: string[] = [];
  const invoices = await services.payments.listInvoices(stripeSubscriptionId);
  // `paidAt` is by the provider's clock and `endedAt` by ours. A charge recorded before the end was certainly paid before it.
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

/** A month that the provider refuses to refund was returned another way, such as a dispute: retrying would block the rest. */
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
