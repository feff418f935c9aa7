import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment, ProviderRefund } from '../../external/payments/payment-provider.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { markPickupRefunded, markRefundFailed } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { type HistoryLine, insertHistory, lockCharge, setRefundFailed } from '../ledger/store.ts';
import { isFullyRefunded } from '../settle/rules.ts';
import { changePayment, findLivePayment, findPaymentOfIntent, lockPayment, type PaymentRow } from '../store.ts';
import { whyRefunded } from '../unspent/read-unused-refund.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { setProviderRefund } from './store.ts';

/**
 * Records the refunds that the provider lists for an intent, whether this app made them or a person in the provider's
 * own screens. Each refund is recorded once. A refund that the bank returned later is marked, and the admins are
 * notified. Safe to run again.
 */
export async function syncRefunds(services: Services, intentId: string): Promise<void> {
  const truth = await services.payments.getPayment(intentId);
  if (!truth || truth.refunds.length === 0) return;
  await inTransaction(services.db, async (trx) => {
    // Lock order: the payment before its charge, as in settlePayment.
    const known = await findPaymentOfIntent(trx, intentId);
    const payment = known && (await lockPayment(trx, known.id));
    const charge = await lockCharge(trx, intentId);
    if (!charge) return;
    const returned: string[] = [];
    for (const refund of truth.refunds) {
      if (await syncRefund(services, trx, { charge, payment }, refund)) returned.push(centsToText(refund.amountCents));
    }
    const after = payment && (await updatePayment(services, trx, payment, truth));
    const pickupId = after?.status === 'succeeded' ? after.pickupId : null;
    const { customerId } = charge;
    // A payment without a pickup, such as a plan's, can only be refunded at the provider.
    const where = pickupId ? 'from the pickup' : 'in the Stripe dashboard';
    for (const amount of returned) {
      await notifyOfCharge(
        services,
        trx,
        { customerId, pickupId, intentId },
        {
          title: 'A refund came back',
          message: (whose) =>
            `The bank returned $${amount} ${whose} to us. The customer didn't get it: contact them, and refund it again ${where}.`,
          type: 'refund_failed',
        },
      );
    }
  });
}

async function updatePayment(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  truth: ProviderPayment,
): Promise<PaymentRow> {
  const { id, status, pickupId } = payment;
  const updatedAt = services.clock();
  if (isFullyRefunded(truth)) {
    if (status === 'refunded') return payment;
    if (pickupId) await markPickupRefunded(services, trx, pickupId);
    return await changePayment(trx, id, { status: 'refunded', updatedAt });
  }
  const isReturned = status === 'refunded' || (status === 'refund_pending' && hasFailed(payment, truth));
  if (!isReturned || !pickupId || !(await isPickupsOwn(trx, pickupId, truth.id))) return payment;
  // The bank returned the refund: a dispatcher can refund the payment again.
  await markRefundFailed(services, trx, pickupId);
  return await changePayment(trx, id, { status: 'succeeded', updatedAt });
}

/** Returns whether the bank returned the full refund, possibly before we learned that it was made. */
function hasFailed({ id }: PaymentRow, { refunds }: ProviderPayment): boolean {
  return refunds.some(({ idempotencyKey, status }) => idempotencyKey === refundKeyOf(id) && status === 'failed');
}

/** Returns whether the payment can count for its pickup again: no other payment has paid or can pay for the pickup. */
async function isPickupsOwn(trx: Db, pickupId: string, intentId: string): Promise<boolean> {
  const pickup = await requireAdminPickup(trx, pickupId);
  const isFree = pickup.status === 'cancelled' || pickup.stripePaymentIntentId === intentId;
  return isFree && (await findLivePayment(trx, { pickupId })) === undefined;
}

/** Returns the idempotency key of the refund of all that is left of a payment. */
export function refundKeyOf(paymentId: string): string {
  return `refund:${paymentId}`;
}

const planRefundKey = 'plan-refund:';

/** Returns the idempotency key of a plan refund: a refund of paid visits that weren't made. */
export function planRefundKeyOf(refundId: string): string {
  return `${planRefundKey}${refundId}`;
}

/** Records one refund. Returns true if we just learned that the bank returned it. */
async function syncRefund(
  services: Services,
  trx: Db,
  { charge, payment }: { charge: HistoryLine; payment: PaymentRow | undefined },
  refund: ProviderRefund,
): Promise<boolean> {
  const lineId = newId();
  const amount = centsToText(refund.amountCents);
  const isFailed = refund.status === 'failed';
  const { customerId, pickupId, subscriptionId, stripePaymentIntentId, packageType } = charge;
  const isNew = await insertHistory(trx, {
    ...{ customerId, pickupId, subscriptionId, stripePaymentIntentId, packageType, amount: charge.amount },
    ...{ id: lineId, status: isFailed ? 'refund_failed' : 'refunded', refundAmount: amount },
    ...{ providerRefundId: refund.id, movedAt: refund.createdAt, createdAt: services.clock() },
  });
  const ourId = /^refund:([\da-f-]{36})$/.exec(refund.idempotencyKey ?? '')?.[1];
  if (ourId) await setProviderRefund(trx, ourId, { id: refund.id, isFailed, now: services.clock() });
  if (isFailed) return isNew || (await setRefundFailed(trx, refund.id));
  if (isNew) {
    const unused = payment && isRefundOfUnused(payment, refund) ? payment : undefined;
    const onItsWay = `$${amount} is on its way back to your card.`;
    const why = refund.idempotencyKey?.startsWith(planRefundKey) ? `For visits of your plan that weren't made: ` : '';
    await services.messages.notify(services, trx, [
      {
        userId: customerId,
        title: 'Refund sent',
        message: unused ? `Your payment ${whyRefunded(unused)}. ${onItsWay}` : `${why}${onItsWay}`,
        type: 'payment_refunded',
        actionUrl: '/billing',
      },
    ]);
    if (unused) {
      const email = { kind: 'unused-refund', subjectId: lineId, recipientId: customerId, revision: '' } as const;
      await services.messages.write(services, trx, [{ ...email, dueAt: services.clock() }]);
    }
  }
  return false;
}

/** Returns whether we made the refund because the payment bought nothing: then the notice must say why. */
function isRefundOfUnused({ id, pickupId, subscriptionId }: PaymentRow, { idempotencyKey }: ProviderRefund): boolean {
  return idempotencyKey === refundKeyOf(id) && pickupId === null && subscriptionId === null;
}
