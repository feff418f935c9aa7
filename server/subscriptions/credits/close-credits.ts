import { v7 as newId } from 'uuid';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { insertClosing } from './closings.store.ts';

/**
 * Saves the closing of a plan's remaining credit, in the transaction that ends the plan. `finishClosings` carries it
 * out, in a job or before the customer's next plan begins.
 */
export async function closeCredits(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { id: subscriptionId, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
): Promise<void> {
  const closing = { id: newId(), subscriptionId, customerId, createdAt: services.clock() };
  if (await insertClosing(trx, closing)) await services.jobs.enqueue(trx, 'close-credits', { customerId });
}
