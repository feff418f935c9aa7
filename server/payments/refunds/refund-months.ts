import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listChargedIntents } from '../ledger/store.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Gives back every month that one of the provider's subscriptions was charged for, or only those that were paid after its plan
 * had ended, because nobody was served for it. The charges are in the books already. Safe to run again: each month's own key
 * gives back once. Answers what it gave back, a line each, for a person.
 */
export async function refundMonths(
  services: Services,
  stripeSubscriptionId: string,
  endedAt?: Date,
): Promise<string[]> {
  const news: string[] = [];
  const invoices = await services.payments.listInvoices(stripeSubscriptionId);
  // When it was paid the provider's clock says, when it ended ours: what was booked before that was paid before that.
  const intentIds = invoices.flatMap(({ intentId }) => intentId ?? []);
  const kept = endedAt ? await listChargedIntents(services.db, intentIds, endedAt) : new Set();
  for (const { id, intentId, status, paidAt } of invoices.toReversed()) {
    if (status !== 'paid' || !intentId || kept.has(intentId)) continue;
    if (endedAt && (paidAt ?? endedAt) <= endedAt) continue;
    const truth = await services.payments.getPayment(intentId);
    if (!truth) continue;
    if (truth.refundedCents < truth.amountCents && (await giveBack(services, truth.id, `refund:${id}`))) {
      news.push(`payment ${truth.id} given back: its plan had ended`);
    }
    await syncRefunds(services, truth.id);
  }
  return news;
}

/** What the provider refuses for good has gone back another way, by a dispute, say: trying again would hold up the rest. */
async function giveBack({ payments, log }: Services, intentId: string, idempotencyKey: string): Promise<boolean> {
  try {
    await payments.refundPayment(intentId, { idempotencyKey });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    log.error({ intentId, reason: error.message }, 'a month that nobody was served for was not given back');
    return false;
  }
}
