import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { insertRefund, type NewRefund, type RefundRow } from './refunds.store.ts';

type Request = Omit<NewRefund, 'id' | 'amount' | 'createdAt'> & { readonly id?: string; readonly cents: number };

/**
 * Asks for a refund of part or all of a charge, in the caller's transaction. A job sends it (`sendRefund`). Every
 * refund of ours begins here. Returns undefined when the same refund, by its key, was asked for before.
 */
export async function askRefund(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { id = newId(), cents, ...request }: Request,
): Promise<RefundRow | undefined> {
  const refund = await insertRefund(trx, { ...request, id, amount: centsToText(cents), createdAt: services.clock() });
  if (refund) await services.jobs.enqueue(trx, 'send-refund', { refundId: refund.id });
  return refund;
}
