import { v7 as newId } from 'uuid';
import { centsToText } from '../../contract/money.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { ProviderPayment, ProviderRefund } from '../external/payment-provider.ts';
import { markPickupRefunded, markRefundFailed } from '../pickups/mark-pickup-refunded.ts';
import type { Services } from '../services.ts';
import { type HistoryLine, insertHistory, lockCharge, setRefundFailed } from './history.store.ts';
import type { PaymentRow } from './payment-row.ts';
import { setProviderRefund } from './refunds.store.ts';
import { changePayment, findPaymentOfIntent, lockPayment } from './store.ts';

/**
 * Brings our books in line with the provider's for what has gone back of an intent, whoever gave it back: this app or a
 * person in the provider's own screens. Each refund is a line once; one that the bank sent back later is marked, and the
 * admins hear of it. Called again it changes nothing more.
 */
export async function followRefunds(services: Services, intentId: string): Promise<void> {
  const truth = await services.payments.getPayment(intentId);
  if (!truth || truth.refunds.length === 0) return;
  await inTransaction(services.db, async (trx) => {
    // The payment first, as everybody does who settles it.
    const known = await findPaymentOfIntent(trx, intentId);
    const payment = known && (await lockPayment(trx, known.id));
    const charge = await lockCharge(trx, intentId);
    if (!charge) return;
    for (const refund of truth.refunds) await followRefund(services, trx, charge, refund);
    if (!payment) return;
    if (isAllBack(truth)) await noteAllBack(services, trx, payment);
    else await noteNotBack(services, trx, payment);
  });
}

async function noteAllBack(services: Services, trx: Db, payment: PaymentRow): Promise<void> {
  if (payment.status === 'refunded') return;
  await changePayment(trx, payment.id, { status: 'refunded', updatedAt: services.clock() });
  if (payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
}

/** The bank has sent back what had gone back: a dispatcher can give it back again. */
async function noteNotBack(services: Services, trx: Db, payment: PaymentRow): Promise<void> {
  if (payment.status !== 'refunded' || !payment.pickupId) return;
  await changePayment(trx, payment.id, { status: 'succeeded', updatedAt: services.clock() });
  await markRefundFailed(services, trx, payment.pickupId);
}

function isAllBack({ amountCents, refundedCents }: ProviderPayment): boolean {
  return refundedCents >= amountCents;
}

async function followRefund(services: Services, trx: Db, charge: HistoryLine, refund: ProviderRefund): Promise<void> {
  const amount = centsToText(refund.amountCents);
  const isFailed = refund.status === 'failed';
  const isNew = await insertHistory(trx, {
    id: newId(),
    customerId: charge.customerId,
    pickupId: charge.pickupId,
    subscriptionId: charge.subscriptionId,
    stripePaymentIntentId: charge.stripePaymentIntentId,
    amount: charge.amount,
    status: isFailed ? 'refund_failed' : 'refunded',
    refundAmount: amount,
    providerRefundId: refund.id,
    packageType: charge.packageType,
    movedAt: refund.createdAt,
    createdAt: services.clock(),
  });
  const ourId = /^refund:([\da-f-]{36})$/.exec(refund.idempotencyKey ?? '')?.[1];
  if (ourId) await setProviderRefund(trx, ourId, { id: refund.id, isFailed, now: services.clock() });
  if (isFailed) {
    const hasJustFailed = isNew || (await setRefundFailed(trx, refund.id));
    if (hasJustFailed) await tellAdmins(services, trx, amount);
  } else if (isNew) {
    await services.jobs.enqueue(trx, 'notify-person', {
      userId: charge.customerId,
      title: 'Refund sent',
      message: `$${amount} is on its way back to your card.`,
      type: 'payment_refunded',
      actionUrl: '/billing',
    });
  }
}

async function tellAdmins(services: Services, trx: Db, amount: string): Promise<void> {
  await services.jobs.enqueue(trx, 'notify-admins', {
    title: 'A refund has failed',
    message: `The bank sent $${amount} back to us. The customer does not have it: reach them, and give it back again from the pickup.`,
    type: 'refund_failed',
    actionUrl: '/admin/requests',
  });
}
