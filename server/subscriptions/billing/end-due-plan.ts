import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { isOver } from '../end-rules.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { setStatus } from '../set-status.ts';
import { findSubscription, lockSubscription } from '../subscriptions.store.ts';

/**
 * Ends a cancelled plan once its paid month is over. Doesn't call the provider: a job ends the plan there if it is
 * still running. Returns true if this call ended the plan.
 */
export async function endDuePlan(services: Services, subscriptionId: string): Promise<boolean> {
  const known = await findSubscription(services.db, subscriptionId);
  if (!known || !isOver(known, services.clock())) return false;
  return await inTransaction(services.db, async (trx) => {
    // Lock order: stops before their subscription, as when a stop is completed.
    await lockOpenStops(trx, subscriptionId);
    const locked = await lockSubscription(trx, subscriptionId);
    if (!locked || !isOver(locked, services.clock())) return false;
    await setStatus(services, trx, locked, 'cancelled');
    const about = { actorId: null, subject: 'subscription', subjectId: subscriptionId, action: 'cancelled' } as const;
    await recordChanges(services, trx, [about]);
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId });
    return true;
  });
}
