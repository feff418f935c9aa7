import { centsOf } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { changePayment, type PaymentRow } from '../payments.store.ts';
import { askRefund } from './ask-refund.ts';
import { restKeyOf } from './rules.ts';

/** Refunds the whole of a locked payment that bought nothing, in the caller's transaction. */
export async function refundUnused(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { id, customerId, amount, stripePaymentIntentId }: PaymentRow,
): Promise<PaymentRow> {
  const refund = { key: restKeyOf(id), intentId: stripePaymentIntentId ?? '', customerId, cents: centsOf(amount) };
  await askRefund(services, trx, { ...refund, why: 'unused' });
  return await changePayment(trx, id, { status: 'refund_pending', updatedAt: services.clock() });
}
