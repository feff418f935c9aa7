import { v7 as newId } from 'uuid';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { lockReferenced } from '../../pickups/find-pickup.ts';
import { skippedByDispatch } from '../../pickups/rules.ts';
import type { Services } from '../../services.ts';
import { lockSubscription } from '../subscriptions.store.ts';
import { insertCredit } from './credits.store.ts';
import { priceWritten } from './write-due-credits.ts';

/**
 * Credits a plan once for a visit that the dispatcher has skipped, unless the skip was undone. Runs after the undo
 * time, because a credit is never taken back.
 */
export async function creditSkippedVisit(services: Services, pickupId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { status, cancellationReason, subscriptionId, occurrenceDate } = await lockReferenced(trx, pickupId);
    const isSkipped = status === 'cancelled' && cancellationReason === skippedByDispatch;
    if (!isSkipped || !subscriptionId || !occurrenceDate) return;
    await creditVisit(services, trx, { subscriptionId, serviceDay: occurrenceDate });
  });
}

/** Credits a plan once for the visit of a service day, in the caller's transaction. */
export async function creditVisit(
  services: Services,
  trx: Db,
  { subscriptionId, serviceDay }: { subscriptionId: string; serviceDay: DateKey },
): Promise<void> {
  const subscription = await lockSubscription(trx, subscriptionId);
  if (!subscription) return;
  const { customerId } = subscription;
  await insertCredit(trx, { id: newId(), subscriptionId, customerId, serviceDay, createdAt: services.clock() });
  await priceWritten(services, trx, subscription);
}
