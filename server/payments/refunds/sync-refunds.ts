import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment, ProviderRefund } from '../../external/payments/payment-provider.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { markPickupRefunded, markRefundFailed } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { type HistoryLine, insertHistory, lockCharge, setRefundFailed } from '../ledger/store.ts';
import type { PaymentRow } from '../payment-row.ts';
import { changePayment, findLivePayment, findPaymentOfIntent, lockPayment } from '../store.ts';
import { describeOwed } from './describe-owed.ts';
import { setProviderRefund } from './store.ts';

/**
 * Brings our books in line with the provider's for what has gone back of an intent, whoever gave it back: this app or a
 * person in the provider's own screens. Each refund is a line once; one that the bank sent back later is marked, and the
 * admins hear of it. Called again it changes nothing more.
 */
export async function syncRefunds(services: Services, intentId: string): Promise<void> {
  const truth = await services.payments.getPayment(intentId);
  if (!truth || truth.refunds.length === 0) return;
  await inTransaction(services.db, async (trx) => {
    // The payment first, as everybody does who settles it.
    const known = await findPaymentOfIntent(trx, intentId);
    const payment = known && (await lockPayment(trx, known.id));
    const charge = await lockCharge(trx, intentId);
    if (!charge) return;
    const sentBack: string[] = [];
    for (const refund of truth.refunds) {
      if (await syncRefund(services, trx, charge, refund)) sentBack.push(centsToText(refund.amountCents));
    }
    const after = payment && (await noteWhatIsBack(services, trx, payment, truth));
    const pickupId = after?.status === 'succeeded' ? after.pickupId : null;
    const { customerId } = charge;
    for (const amount of sentBack) await tellAdmins(services, trx, amount, { customerId, pickupId, intentId });
  });
}

async function noteWhatIsBack(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  truth: ProviderPayment,
): Promise<PaymentRow> {
  const { id, status, pickupId } = payment;
  const updatedAt = services.clock();
  if (isAllBack(truth)) {
    if (status === 'refunded') return payment;
    if (pickupId) await markPickupRefunded(services, trx, pickupId);
    return await changePayment(trx, id, { status: 'refunded', updatedAt });
  }
  const isNotBack = status === 'refunded' || (status === 'refund_pending' && hasFailed(payment, truth));
  if (!isNotBack || !pickupId || !(await isPickupsOwn(trx, pickupId, truth.id))) return payment;
  // The bank has sent it back: a dispatcher can give it back again.
  await markRefundFailed(services, trx, pickupId);
  return await changePayment(trx, id, { status: 'succeeded', updatedAt });
}

/** Whether the refund of the whole was made and sent back, maybe before we heard that it was made. */
function hasFailed({ id }: PaymentRow, { refunds }: ProviderPayment): boolean {
  return refunds.some(({ idempotencyKey, status }) => idempotencyKey === refundKeyOf(id) && status === 'failed');
}

/** Whether a payment can stand at its pickup again: not at one that others can pay, or have paid. */
async function isPickupsOwn(trx: Db, pickupId: string, intentId: string): Promise<boolean> {
  const pickup = await requireAdminPickup(trx, pickupId);
  const isFree = pickup.status === 'cancelled' || pickup.stripePaymentIntentId === intentId;
  return isFree && (await findLivePayment(trx, { pickupId })) === undefined;
}

/** The key under which the provider gives back what is left of a payment. */
export function refundKeyOf(paymentId: string): string {
  return `refund:${paymentId}`;
}

function isAllBack({ amountCents, refundedCents }: ProviderPayment): boolean {
  return refundedCents >= amountCents;
}

/** Answers whether it is news that the bank has sent it back. */
async function syncRefund(services: Services, trx: Db, charge: HistoryLine, refund: ProviderRefund): Promise<boolean> {
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
  if (isFailed) return isNew || (await setRefundFailed(trx, refund.id));
  if (isNew) {
    await services.jobs.enqueue(trx, 'notify-person', {
      userId: charge.customerId,
      title: 'Refund sent',
      message: `$${amount} is on its way back to your card.`,
      type: 'payment_refunded',
      actionUrl: '/billing',
    });
  }
  return false;
}

/** Money of a plan, or that bought nothing, has no pickup to give it back from: the intent names it then. */
async function tellAdmins(
  services: Services,
  trx: Db,
  amount: string,
  paid: Parameters<typeof describeOwed>[1],
): Promise<void> {
  const { whose, actionUrl } = await describeOwed(trx, paid);
  const where = paid.pickupId ? 'from the pickup' : "in Stripe's own screens";
  await services.jobs.enqueue(trx, 'notify-admins', {
    title: 'A refund has failed',
    message: `The bank sent $${amount} ${whose} back to us. The customer does not have it: reach them, and give it back again ${where}.`,
    type: 'refund_failed',
    actionUrl,
  });
}
