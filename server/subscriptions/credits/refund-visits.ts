import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { insertVisitsRefund } from './closings.store.ts';

/**
 * Requests the refund of the visits that are no longer made, to the cards that paid for them. Call it once, in the
 * transaction that ends the plan. The refund is finished like a closing that takes nothing from the balance. The part
 * that no card takes is listed for the admin.
 */
export async function refundVisits(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { id: subscriptionId, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
  cents: number,
): Promise<void> {
  const refund = { id: newId(), subscriptionId, customerId, owed: centsToText(cents), createdAt: services.clock() };
  await insertVisitsRefund(trx, refund);
  await services.jobs.enqueue(trx, 'close-credits', { customerId });
}
