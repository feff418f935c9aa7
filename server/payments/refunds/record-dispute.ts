import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { type HistoryLine, lockCharge, setDisputed } from '../ledger/store.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { describeOwed } from './describe-owed.ts';

/**
 * Marks the charge whose cardholder wants the money back from the bank and tells the admins, once: somebody has to answer
 * within days. When the bank has decided for us, the mark goes. A charge that nobody has booked yet is booked first; one that
 * is nobody's here, made in the provider's own screens, say, has a deadline too: of that the admins hear when it is news.
 */
export async function recordDispute(services: Services, intentId: string, isNews: boolean): Promise<void> {
  await settlePayment(services, intentId);
  const isDisputed = await services.payments.isDisputed(intentId);
  if (await mark(services, intentId, isDisputed)) return;
  // The month of a plan is paid by an intent that we did not open.
  await services.plans.renewDue(services);
  if ((await mark(services, intentId, isDisputed)) || !isDisputed || !isNews) return;
  await inTransaction(services.db, async (trx) => await tellAdmins(services, trx, intentId));
}

/** False: no charge in our books. */
async function mark(services: Services, intentId: string, isDisputed: boolean): Promise<boolean> {
  return await inTransaction(services.db, async (trx) => {
    const charge = await lockCharge(trx, intentId);
    if (!charge) return false;
    if (isDisputed === (charge.disputedAt !== null)) return true;
    await setDisputed(trx, charge.id, isDisputed ? services.clock() : null);
    if (isDisputed) await tellAdmins(services, trx, intentId, charge);
    return true;
  });
}

/** Names whose money it is; a charge that is not in our books is found at the provider alone. */
async function tellAdmins(services: Services, trx: Db, intentId: string, charge?: HistoryLine): Promise<void> {
  const { whose, actionUrl } = charge
    ? await describeOwed(trx, { customerId: charge.customerId, pickupId: charge.pickupId, intentId })
    : { whose: `of payment ${intentId}`, actionUrl: '/admin/requests' };
  // The provider's screens know a pickup by its payment alone.
  const id = charge?.pickupId ? ` (payment ${intentId})` : '';
  await services.jobs.enqueue(trx, 'notify-admins', {
    title: 'A payment is disputed',
    message: `A cardholder disputes the charge ${whose}${id}. Answer it at the payment provider: there is a deadline.`,
    type: 'payment_disputed',
    actionUrl,
  });
}
