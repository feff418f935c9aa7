import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../store.ts';
import { insertVisitsRefund } from './closings.store.ts';

/**
 * Requests the refund of visits that a plan's end takes away, to the cards that paid for them: once, in the transaction
 * that ends the plan. It is finished like a closing that takes nothing from the balance: what the cards don't take is
 * listed for the admin.
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
