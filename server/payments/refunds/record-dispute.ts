import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { type HistoryLine, lockCharge, setDisputed } from '../ledger/store.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { notifyOfCharge } from './notify-of-charge.ts';

/**
 * Marks a charge that its cardholder disputes and notifies the admins once, because they have only a few days to
 * respond. Removes the mark when the bank decides for us. A charge that isn't recorded yet is recorded first.
 *
 * A dispute of a charge that isn't ours, such as one made in the provider's own screens, also has a deadline, so the
 * admins are notified of it if `isNews`. A bank's inquiry isn't marked, because its charge can still be refunded. The
 * admins are notified of it once.
 */
export async function recordDispute(services: Services, intentId: string, isNews: boolean): Promise<void> {
  await settlePayment(services, intentId);
  const state = await services.payments.disputeOf(intentId);
  const isDisputed = state === 'disputed';
  if (state === 'inquiry') await notifyOfInquiry(services, intentId);
  if (await mark(services, intentId, isDisputed)) return;
  // The provider opens a renewal's intent, so it isn't one of our payments.
  await services.plans.renewDue(services);
  if ((await mark(services, intentId, isDisputed)) || !isDisputed || !isNews) return;
  await inTransaction(services.db, async (trx) => await notifyAdmins(services, trx, intentId));
}

async function notifyOfInquiry(services: Services, intentId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const charge = await lockCharge(trx, intentId);
    if (!charge) return;
    const { customerId, pickupId } = charge;
    const id = pickupId ? ` (payment ${intentId})` : '';
    await notifyOfCharge(
      services,
      trx,
      { customerId, pickupId, intentId },
      {
        title: "A cardholder's bank is asking about a payment",
        message: (whose) =>
          `The bank is asking about the charge ${whose}${id}. Refund it, or respond at the payment provider before the deadline: otherwise it may become a dispute.`,
        type: 'payment_disputed',
        onceFor: `inquiry ${intentId}`,
      },
    );
  });
}

/** Marks or unmarks the charge. Returns false when it isn't recorded. */
async function mark(services: Services, intentId: string, isDisputed: boolean): Promise<boolean> {
  return await inTransaction(services.db, async (trx) => {
    const charge = await lockCharge(trx, intentId);
    if (!charge) return false;
    if (isDisputed === (charge.disputedAt !== null)) return true;
    await setDisputed(trx, charge.id, isDisputed ? services.clock() : null);
    if (isDisputed) await notifyAdmins(services, trx, intentId, charge);
    return true;
  });
}

/** Notifies the admins of a dispute. A charge that isn't recorded is known only by its intent. */
async function notifyAdmins(services: Services, trx: Db, intentId: string, charge?: HistoryLine): Promise<void> {
  // In the provider's screens, a pickup can only be found by its payment.
  const id = charge?.pickupId ? ` (payment ${intentId})` : '';
  const message = (whose: string) =>
    `A cardholder disputes the charge ${whose}${id}. Respond to it at the payment provider before its deadline.`;
  const notice = { title: 'A payment is disputed', type: 'payment_disputed' } as const;
  if (charge) {
    const { customerId, pickupId } = charge;
    return await notifyOfCharge(services, trx, { customerId, pickupId, intentId }, { ...notice, message });
  }
  const unrecorded = { ...notice, message: message(`of payment ${intentId}`), actionUrl: '/admin/requests' };
  await services.messages.notifyAdmins(services, trx, [unrecorded]);
}
