import { inTransaction } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { saveEvent } from './webhook.store.ts';

/**
 * Saves an event and enqueues its handling in one transaction, so that the response to the provider is immediate.
 * Ignores an event that is already handled. Retries one that was set aside when the provider sends it again.
 */
export async function receiveEvent(services: Services, event: ProviderEvent): Promise<void> {
  const isDue = await inTransaction(services.db, async (trx) => {
    if (!(await saveEvent(trx, event, services.clock()))) return false;
    await services.jobs.enqueue(trx, 'handle-event', { eventId: event.id });
    return true;
  });
  if (isDue) services.jobs.kick('handle-event');
}
