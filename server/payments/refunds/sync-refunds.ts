import { v7 as newId } from 'uuid';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment, ProviderRefund } from '../../external/payments/payment-provider.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { markPickupRefunded, markRefundFailed } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { type HistoryLine, insertHistory, lockCharge, setRefundFailed, sumLost } from '../ledger/ledger.store.ts';
import {
  changePayment,
  findLivePayment,
  findPaymentOfIntent,
  lockPayment,
  type PaymentRow,
} from '../payments.store.ts';
import { isFullyRefunded, whyRefunded } from '../rules.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { isAllRefunded } from './read-paid.ts';
import { changeRefund, lockRefundsOfIntent, type RefundRow } from './refunds.store.ts';
import { refuseRefund } from './refuse-refund.ts';

/**
 * Records the refunds that the provider lists for an intent, whether this app made them or a person in the provider's
 * own screens: each once in the ledger, and the state of ours in their rows. One that the bank returned is refused, and
 * tried again if it is ours. Safe to run again.
 */
export async function syncRefunds(services: Services, intentId: string): Promise<void> {
  const truth = await services.payments.getPayment(intentId);
  if (!truth || truth.refunds.length === 0) return;
  await inTransaction(services.db, async (trx) => {
    // Lock order: the payment before its charge, as in settlePayment, and the charge before its refunds.
    const known = await findPaymentOfIntent(trx, intentId);
    const payment = known && (await lockPayment(trx, known.id));
    const charge = await lockCharge(trx, intentId);
    if (!charge) return;
    const ours = await lockRefundsOfIntent(trx, intentId);
    const returned: ProviderRefund[] = [];
    for (const refund of truth.refunds) {
      const own = ours.find(({ key }) => key === refund.idempotencyKey);
      if ((await record(services, trx, charge, { refund, own })) && !own) returned.push(refund);
    }
    for (const own of ours) await follow(services, trx, own, truth);
    const after = payment && (await updatePayment(services, trx, payment, truth));
    for (const refund of returned) await notifyOfReturned(services, trx, { charge, payment: after, refund });
  });
}

/** Brings a refund of ours in line with the provider's newest refund under its key. */
async function follow(services: Services, trx: Db, own: RefundRow, { refunds }: ProviderPayment): Promise<void> {
  const made = refunds.filter(({ idempotencyKey }) => idempotencyKey === own.key);
  const newest = made.findLast(({ status }) => status !== 'failed') ?? made.at(-1);
  if (!newest || own.settledAs !== null) return;
  const { id: providerRefundId, status, failure } = newest;
  if (status === 'failed') {
    const isKnown = own.status === 'refused' && own.providerRefundId === providerRefundId;
    const refusal = `The bank returned it${failure ? ` (${failure})` : ''}.`;
    if (!isKnown) await refuseRefund(services, trx, own, { refusal, providerRefundId });
    return;
  }
  const state = status === 'succeeded' ? 'done' : 'sent';
  if (own.status === state && own.providerRefundId === providerRefundId) return;
  await changeRefund(trx, own.id, { status: state, providerRefundId, nextTryAt: null, updatedAt: services.clock() });
}

async function updatePayment(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  truth: ProviderPayment,
): Promise<PaymentRow> {
  const { id, status, pickupId } = payment;
  const updatedAt = services.clock();
  const lostCents = centsOf(await sumLost(trx, truth.id));
  if (isFullyRefunded({ ...truth, refundedCents: truth.refundedCents + lostCents })) {
    if (status === 'refunded' || truth.refunds.some((refund) => refund.status === 'pending')) return payment;
    const refunded = await changePayment(trx, id, { status: 'refunded', updatedAt });
    if (pickupId && (await isAllRefunded(trx, pickupId))) await markPickupRefunded(services, trx, pickupId);
    return refunded;
  }
  if (status !== 'refunded') return payment;
  // The bank returned a refund.
  const isOwn = pickupId !== null && (await isPickupsOwn(trx, pickupId, payment));
  if (isOwn) await markRefundFailed(services, trx, pickupId);
  const isOpen = (await lockRefundsOfIntent(trx, truth.id)).some((own) => own.status === 'refused');
  if (isOpen) return await changePayment(trx, id, { status: 'refund_pending', updatedAt });
  // It was made in the provider's own screens: a dispatcher can refund the payment again.
  return isOwn ? await changePayment(trx, id, { status: 'succeeded', updatedAt }) : payment;
}

/**
 * Returns whether the payment can count for its pickup again: it is an addition, or no other payment has paid or can pay
 * for the pickup.
 */
async function isPickupsOwn(trx: Db, pickupId: string, payment: PaymentRow): Promise<boolean> {
  if (payment.purpose === 'addition') return true;
  const pickup = await requireAdminPickup(trx, pickupId);
  const isFree = pickup.status === 'cancelled' || pickup.stripePaymentIntentId === payment.stripePaymentIntentId;
  return isFree && (await findLivePayment(trx, { pickupId })) === undefined;
}

interface Recorded {
  readonly refund: ProviderRefund;
  /** The row of the refund, if it is one of ours. */
  readonly own: RefundRow | undefined;
}

/** Writes one refund to the ledger and tells the customer. Returns true if we just learned that the bank returned it. */
async function record(services: Services, trx: Db, charge: HistoryLine, { refund, own }: Recorded): Promise<boolean> {
  const lineId = newId();
  const amount = centsToText(refund.amountCents);
  const isFailed = refund.status === 'failed';
  const { customerId, pickupId, subscriptionId, stripePaymentIntentId, packageType } = charge;
  const isNew = await insertHistory(trx, {
    ...{ customerId, pickupId, subscriptionId, stripePaymentIntentId, packageType, amount: charge.amount },
    ...{ id: lineId, status: isFailed ? 'refund_failed' : 'refunded', refundAmount: amount },
    ...{ providerRefundId: refund.id, movedAt: refund.createdAt, createdAt: services.clock() },
  });
  if (isFailed) return isNew || (await setRefundFailed(trx, refund.id));
  if (isNew) await tellCustomer(services, trx, { customerId, lineId, amount, own });
  return false;
}

interface Told {
  readonly customerId: string;
  /** The refund's ledger row. */
  readonly lineId: string;
  readonly amount: string;
  readonly own: RefundRow | undefined;
}

/** Tells the customer that a refund is on its way: in the bell, and by email if they were told otherwise before. */
async function tellCustomer(services: Services, trx: Db, { customerId, lineId, amount, own }: Told): Promise<void> {
  const payment = own?.why === 'unused' ? await findPaymentOfIntent(trx, own.intentId) : undefined;
  const why = payment
    ? `Your payment ${whyRefunded(payment)}. `
    : own?.why === 'plan-end'
      ? `For visits of your plan that weren't made: `
      : '';
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Refund sent',
      message: `${why}$${amount} is on its way back to your card.`,
      type: 'payment_refunded',
      actionUrl: '/billing',
    },
  ]);
  const dueAt = services.clock();
  const emails = [
    ...(payment
      ? [{ kind: 'unused-refund', subjectId: lineId, recipientId: customerId, revision: '', dueAt } as const]
      : []),
    ...(own?.refusedAt && !payment
      ? [{ kind: 'late-refund', subjectId: own.id, recipientId: customerId, revision: lineId, dueAt } as const]
      : []),
  ];
  await services.messages.write(services, trx, emails);
}

interface Returned {
  readonly charge: HistoryLine;
  readonly payment: PaymentRow | undefined;
  readonly refund: ProviderRefund;
}

/** Notifies the admins of a refund that the bank returned and that only a person can make again. */
async function notifyOfReturned(services: Services, trx: Db, { charge, payment, refund }: Returned): Promise<void> {
  const { customerId, stripePaymentIntentId } = charge;
  const pickupId = payment?.status === 'succeeded' ? payment.pickupId : null;
  // A payment without a pickup, such as a plan's, can only be refunded at the provider.
  const where = pickupId ? 'from the pickup' : 'in the Stripe dashboard';
  const amount = centsToText(refund.amountCents);
  await notifyOfCharge(
    services,
    trx,
    { customerId, pickupId, intentId: stripePaymentIntentId ?? '' },
    {
      title: 'A refund came back',
      message: (whose) =>
        `The bank returned $${amount} ${whose} to us. The customer didn't get it: contact them, and refund it again ${where}.`,
      type: 'refund_failed',
    },
  );
}
