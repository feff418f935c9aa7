import { v7 as newId } from 'uuid';
import { serviceTypeOf } from '../../../contract/values/booking-dates.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment, ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { makePickup } from '../../pickups/booking/make-pickup.ts';
import { markPickupPaid } from '../../pickups/booking/mark-pickup-paid.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';

import { cardText } from '../ledger/card-text.ts';
import { insertHistory, setHistoryTarget } from '../ledger/store.ts';
import type { PaymentRow } from '../payment-row.ts';
import {
  type BookingRow,
  changePayment,
  findBooking,
  findLivePayment,
  findPaymentOfIntent,
  listOpenIntents,
  lockPayment,
} from '../store.ts';

/**
 * Brings our books in line with the provider's, for one intent. Whoever hears first of a payment calls this: the browser
 * that confirmed it, POST /api/pickups, the reconciler. It reads the intent again and then, in one transaction, marks the
 * payment, writes the history and makes the pickup; being called twice, or by two at once, changes nothing more.
 * Money that finds nothing left to buy is given back, and what went back whole before we heard of it buys nothing. Answers
 * undefined for an intent that is not ours.
 */
export async function settlePayment(services: Services, intentId: string): Promise<PaymentRow | undefined> {
  const known = await findPaymentOfIntent(services.db, intentId);
  if (!known) return undefined;
  const truth = await services.payments.getPayment(intentId);
  if (!truth) return await settleUnknown(services, known);
  if (truth.status === 'open') return known;
  const subscription = known.stripeSubscriptionId
    ? await services.payments.getSubscription(known.stripeSubscriptionId)
    : null;
  // Paid, and the provider has not said so of the plan yet: the next one who asks finds it.
  if (truth.status === 'succeeded' && subscription?.status === 'incomplete') return known;
  const isBack = truth.status === 'succeeded' && truth.refundedCents >= truth.amountCents;
  // Before its refunds are booked: nobody looks at the plan after that.
  if (isBack && known.stripeSubscriptionId && !isSettled(known)) {
    await services.payments.cancelSubscription(known.stripeSubscriptionId);
  }
  return await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, known.id);
    if (truth.status === 'canceled') return await settleCanceled(services, trx, payment);
    if (isSettled(payment)) return payment;
    await writeCharge(services, trx, payment, truth);
    const charged = await noteAmount(services, trx, payment, truth);
    if (isBack) return await giveBack(services, trx, charged);
    if (charged.purpose === 'subscription') return await startPlan(services, trx, charged, intentId, subscription);
    if (charged.amount !== payment.amount) return await giveBack(services, trx, charged);
    return await spend(services, trx, charged, intentId);
  });
}

/**
 * What a named payment is for its customer: throws 404 when it is not theirs, or a plan's, 402 when it is not paid, 409 when
 * the money found nothing to buy and goes back.
 */
export async function settleNamedPayment(
  services: Services,
  customerId: string,
  intentId: string,
): Promise<{ paymentId: string; pickupId: string | null; amount: string }> {
  const known = await findPaymentOfIntent(services.db, intentId);
  if (known?.customerId !== customerId || known.purpose === 'subscription') throw new Refusal(404, 'Payment not found');
  const payment = await settlePayment(services, intentId);
  if (payment && isRefundedAutomatically(payment)) throw refundedAutomatically();
  if (payment?.status !== 'succeeded') throw new Refusal(402, 'Payment was not completed successfully');
  return { paymentId: payment.id, pickupId: payment.pickupId, amount: payment.amount };
}

/** Whatever is paid is paid within a day: the reconciler cancels what is open longer. */
const dayMs = 24 * 60 * 60 * 1000;

/** Settles what a customer may have paid in the browser without our having heard of it. */
export async function settleOpenPayments(services: Services, customerId: string, amount: string): Promise<void> {
  const since = new Date(services.clock().getTime() - dayMs);
  for (const intentId of await listOpenIntents(services.db, customerId, amount, since))
    await settlePayment(services, intentId);
}

/**
 * Nobody can pay what the provider does not know. It may only be that other keys were set for a while, so what is young waits
 * for the right ones. Closed too early it is settled all the same, like everything that turns out to be paid.
 */
async function settleUnknown(services: Services, known: PaymentRow): Promise<PaymentRow> {
  const isYoung = known.createdAt.getTime() >= services.clock().getTime() - dayMs;
  return isYoung ? known : await closePayment(services, known.id);
}

/** Closes a payment that nobody waits for at the provider; answers what it is, which is not changed when it was paid. */
export async function closePayment(services: Services, paymentId: string): Promise<PaymentRow> {
  return await inTransaction(services.db, async (trx) =>
    settleCanceled(services, trx, await lockPayment(trx, paymentId)),
  );
}

function isSettled(payment: PaymentRow): boolean {
  return payment.status === 'succeeded' || isRefundedAutomatically(payment);
}

/** Whether the money went back, or is about to. */
export function isRefundedAutomatically({ status }: Pick<PaymentRow, 'status'>): boolean {
  return status === 'refund_pending' || status === 'refunded';
}

/** What the customer is told whose money found nothing to buy. */
export function refundedAutomatically(): Refusal {
  return new Refusal(409, 'This could not be booked any more. Your money is on its way back.', { code: 'given_back' });
}

async function settleCanceled(services: Services, trx: Db, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.status !== 'creating' && payment.status !== 'open') return payment;
  return await changePayment(trx, payment.id, { status: 'canceled', updatedAt: services.clock() });
}

async function writeCharge(services: Services, trx: Db, payment: PaymentRow, truth: ProviderPayment): Promise<void> {
  const lineId = newId();
  const isNew = await insertHistory(trx, {
    id: lineId,
    customerId: payment.customerId,
    pickupId: payment.pickupId,
    stripePaymentIntentId: truth.id,
    amount: centsToText(truth.amountCents),
    status: 'succeeded',
    card: cardText(truth.card),
    movedAt: truth.paidAt,
    createdAt: services.clock(),
  });
  if (isNew) await services.jobs.enqueue(trx, 'send-receipt', { lineId });
}

/**
 * What was charged counts, not what was asked for. A credit or a tax in the provider's own screens changes the first month of
 * a plan, which is a plan all the same; an intent of ours over anything but its draft's price buys nothing.
 */
async function noteAmount(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  { id, amountCents }: ProviderPayment,
): Promise<PaymentRow> {
  const amount = centsToText(amountCents);
  if (amount === payment.amount) return payment;
  services.log.error({ intentId: id, charged: amount, asked: payment.amount }, 'another amount was charged');
  return await changePayment(trx, payment.id, { amount, updatedAt: services.clock() });
}

/** Buys what the payment was for; without anything left to buy the money goes back. */
async function spend(services: Services, trx: Db, payment: PaymentRow, intentId: string): Promise<PaymentRow> {
  const paidFor = (pickupId: string | null) =>
    changePayment(trx, payment.id, { status: 'succeeded', pickupId, failureReason: null, updatedAt: services.clock() });

  // Closed while the provider did not know it, and another was begun since: nobody pays twice.
  if (payment.status === 'canceled' && (await hasSuccessor(trx, payment)))
    return await giveBack(services, trx, payment);
  if (payment.purpose === 'pickup' && payment.pickupId) {
    const isPaid = await markPickupPaid(services, trx, payment.pickupId, intentId);
    return isPaid ? await paidFor(payment.pickupId) : await giveBack(services, trx, payment);
  }
  const booking = payment.bookingId ? await findBooking(trx, payment.bookingId) : undefined;
  // Paid without a draft, as a client that knows only the spec does: POST /api/pickups spends it.
  if (!booking) return await paidFor(null);

  // Its day went by before the money came: nobody drives into the past.
  if (hasPassed(booking, services.clock())) return await giveBack(services, trx, payment);
  const { id: bookingId, draftKey: _key, createdAt: _created, updatedAt: _updated, ...draft } = booking;
  const pickup = await makePickup(services, trx, {
    ...draft,
    serviceType: serviceTypeOf(draft.scheduledDate, services.clock()),
    bookingId,
    paidByIntentId: intentId,
  });
  if (pickup.stripePaymentIntentId !== intentId) return await giveBack(services, trx, payment);
  await setHistoryTarget(trx, intentId, { pickupId: pickup.id });
  return await paidFor(pickup.id);
}

async function hasSuccessor(trx: Db, { bookingId, pickupId }: PaymentRow): Promise<boolean> {
  if (bookingId) return (await findLivePayment(trx, { bookingId })) !== undefined;
  return pickupId !== null && (await findLivePayment(trx, { pickupId })) !== undefined;
}

/**
 * Starts the plan that was paid; when it cannot start, because another one runs, this one was cancelled, or whoever paid is no
 * customer any more, the money goes back.
 */
async function startPlan(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  intentId: string,
  atProvider: ProviderSubscription | null,
): Promise<PaymentRow> {
  const isLive = atProvider?.status === 'active';
  const started = isLive && (await services.plans.activate(services, trx, payment.subscriptionOrderId, atProvider.id));
  if (!started) return await giveBack(services, trx, payment);
  await setHistoryTarget(trx, intentId, { subscriptionId: started.id, packageType: started.packageType });
  await services.jobs.enqueue(trx, 'sync-billing', { subscriptionId: started.id });
  return await changePayment(trx, payment.id, {
    status: 'succeeded',
    subscriptionId: started.id,
    failureReason: null,
    updatedAt: services.clock(),
  });
}

/** Whether the day of a draft is over in New York. */
function hasPassed({ scheduledDate }: Pick<BookingRow, 'scheduledDate'>, now: Date): boolean {
  return dateKeyOf(scheduledDate) < dateKeyOf(now);
}

/** The refund itself happens at the provider, so it leaves as a job row of this transaction. */
async function giveBack(services: Services, trx: Db, payment: PaymentRow): Promise<PaymentRow> {
  await services.jobs.enqueue(trx, 'refund-payment', { paymentId: payment.id });
  return await changePayment(trx, payment.id, { status: 'refund_pending', updatedAt: services.clock() });
}
