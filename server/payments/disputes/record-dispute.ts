import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderDispute } from '../../external/payments/payment-provider.ts';
import { markPickupRefunded } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { byDispute, type HistoryLine, insertHistory, lockCharge, setDisputed } from '../ledger/ledger.store.ts';
import { changePayment, findPaymentOfIntent, lockPayment } from '../payments.store.ts';
import { notifyOfCharge } from '../refunds/notify-of-charge.ts';
import { isAllRefunded } from '../refunds/read-paid.ts';
import { retryRefundsOf } from '../refunds/retry-refund.ts';
import { settlePayment } from '../settle/settle-payment.ts';

/**
 * Brings a charge in line with its disputes at the provider. Safe to run again.
 * - While one is open the charge is marked, and the admins are notified once: they have only a few days to respond.
 * - Once the bank has decided, the mark goes and refunds that waited are sent. What was lost is recorded as returned,
 *   and the customer and the admins are told.
 * - A bank's inquiry isn't marked, because its charge can still be refunded. The admins are notified of it once.
 *
 * A charge that isn't recorded yet is recorded first. A dispute of a charge that isn't ours, such as one made in the
 * provider's own screens, also has a deadline, so the admins are notified of it if `isNews`.
 */
export async function recordDispute(services: Services, intentId: string, isNews: boolean): Promise<void> {
  await settlePayment(services, intentId);
  const disputes = await services.payments.listDisputes(intentId);
  const isOpen = disputes.some(({ state }) => state === 'open');
  if (!isOpen && disputes.some(({ state }) => state === 'inquiry')) await notifyOfInquiry(services, intentId);
  if (await follow(services, intentId, disputes)) return;
  // The provider opens a renewal's intent, so it isn't one of our payments.
  await services.plans.renewDue(services);
  if ((await follow(services, intentId, disputes)) || !isOpen || !isNews) return;
  await inTransaction(services.db, async (trx) => await notifyAdmins(services, trx, intentId));
}

/** Marks or unmarks the charge and records what was lost. Returns false when the charge isn't recorded. */
async function follow(services: Services, intentId: string, disputes: readonly ProviderDispute[]): Promise<boolean> {
  return await inTransaction(services.db, async (trx) => {
    // Lock order: the payment before its charge, as in settlePayment.
    const known = await findPaymentOfIntent(trx, intentId);
    if (known) await lockPayment(trx, known.id);
    const charge = await lockCharge(trx, intentId);
    if (!charge) return false;
    let isLostNow = false;
    for (const dispute of disputes) {
      if (dispute.state === 'lost' && (await recordLost(services, trx, charge, dispute))) isLostNow = true;
    }
    const isDisputed = disputes.some(({ state }) => state === 'open');
    const isChanged = isDisputed !== (charge.disputedAt !== null);
    // Refunds wait from now on, are sent, or are over.
    if (isChanged || isLostNow) await retryRefundsOf(services, trx, intentId);
    if (!isChanged) return true;
    await setDisputed(trx, charge.id, isDisputed ? services.clock() : null);
    if (isDisputed) await notifyAdmins(services, trx, intentId, charge);
    else await notifyOfWon(services, trx, charge, disputes);
    return true;
  });
}

/** Records once that the bank took the money of a charge back, and tells the customer and the admins. Returns true then. */
async function recordLost(services: Services, trx: Db, charge: HistoryLine, lost: ProviderDispute): Promise<boolean> {
  const { customerId, pickupId, subscriptionId, packageType, stripePaymentIntentId } = charge;
  const intentId = stripePaymentIntentId ?? '';
  const amount = centsToText(lost.amountCents);
  const isNew = await insertHistory(trx, {
    ...{ customerId, pickupId, subscriptionId, stripePaymentIntentId, packageType, amount: charge.amount },
    ...{ id: newId(), status: 'refunded', refundAmount: amount, paymentMethod: byDispute },
    ...{ providerRefundId: lost.id, movedAt: lost.createdAt, createdAt: services.clock() },
  });
  if (!isNew) return false;
  const payment = await findPaymentOfIntent(trx, intentId);
  if (payment && amount === payment.amount) {
    await changePayment(trx, payment.id, { status: 'refunded', updatedAt: services.clock() });
    const { pickupId: paidFor } = payment;
    if (paidFor && (await isAllRefunded(trx, paidFor))) await markPickupRefunded(services, trx, paidFor);
  }
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Payment returned',
      message: `Your bank decided about the payment that you disputed, and returned $${amount} to you.`,
      type: 'payment_refunded',
      actionUrl: '/billing',
    },
  ]);
  await notifyOfCharge(
    services,
    trx,
    { customerId, pickupId, intentId },
    {
      title: 'A dispute was lost',
      message: (whose) => `The cardholder's bank kept the $${amount} ${whose}. It counts as returned.`,
      type: 'payment_disputed',
    },
  );
  return true;
}

/** Tells the admins that the bank has decided for us. */
async function notifyOfWon(
  services: Services,
  trx: Db,
  { customerId, pickupId, amount, stripePaymentIntentId }: HistoryLine,
  disputes: readonly ProviderDispute[],
): Promise<void> {
  const intentId = stripePaymentIntentId ?? '';
  if (!disputes.some(({ state }) => state === 'won')) return;
  await notifyOfCharge(
    services,
    trx,
    { customerId, pickupId, intentId },
    {
      title: 'A dispute was won',
      message: (whose) => `The cardholder's bank decided for you about the $${amount} ${whose}.`,
      type: 'payment_disputed',
    },
  );
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
