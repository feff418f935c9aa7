import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import { lockReferenced } from '../../pickups/find-pickup.ts';
import { skippedByDispatch } from '../../pickups/rules.ts';
import type { Services } from '../../services.ts';
import { lockSubscription } from '../store.ts';
import { insertCredit } from './store.ts';
import { priceWritten } from './write-due-credits.ts';

/**
 * Credits a plan for a visit that the dispatcher has skipped, once, unless the skip was undone. It runs when nothing can be undone any
 * more, because a credit is never taken back.
 */
export async function creditSkippedVisit(services: Services, pickupId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { status, cancellationReason, subscriptionId, occurrenceDate } = await lockReferenced(trx, pickupId);
    const isSkipped = status === 'cancelled' && cancellationReason === skippedByDispatch;
    const subscription = isSkipped && subscriptionId ? await lockSubscription(trx, subscriptionId) : undefined;
    if (!subscription || !occurrenceDate) return;
    const { id, customerId } = subscription;
    const createdAt = services.clock();
    await insertCredit(trx, { id: newId(), subscriptionId: id, customerId, serviceDay: occurrenceDate, createdAt });
    await priceWritten(services, trx, subscription);
  });
}
