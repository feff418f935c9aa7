import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listRefusedIntents, lockRefund, setDueNow } from './refunds.store.ts';

/** Tries a refused refund again now. Throws 404, and 409 when it isn't refused any more. */
export async function retryRefund(services: Services, actorId: string, refundId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const refund = await lockRefund(trx, refundId);
    if (!refund) throw new Refusal(404, 'Refund not found');
    if (refund.status !== 'refused') {
      throw new Refusal(409, 'This refund is not refused any more.', { code: 'changed_meanwhile' });
    }
    await retryRefundsOf(services, trx, refund.intentId);
    const { pickupId, customerId } = refund;
    const subject = pickupId
      ? ({ subject: 'pickup', subjectId: pickupId } as const)
      : ({ subject: 'user', subjectId: customerId } as const);
    await recordChanges(services, trx, [
      { ...subject, actorId, action: 'refund_retried', details: { refund: `$${refund.amount}` } },
    ]);
  });
}

/** Tries the open refunds of a charge now, because the provider's state has changed. */
export async function retryRefundsOf(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  intentId: string,
): Promise<void> {
  for (const refundId of await setDueNow(trx, intentId, services.clock())) {
    await services.jobs.enqueue(trx, 'send-refund', { refundId });
  }
}

/** Tries every refused refund now, because our balance at the provider has grown. */
export async function retryAllRefused(services: Services): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    for (const intentId of await listRefusedIntents(trx)) await retryRefundsOf(services, trx, intentId);
  });
}
