import { centsToText } from '../../../contract/values/money.ts';
import { serviceTypeOf } from '../../../contract/values/time/booking-dates.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment, ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { hasDeletedAccount, makePickup } from '../../pickups/make-pickup.ts';
import { canAddTo, markPickupPaid } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { setHistoryTarget } from '../ledger/ledger.store.ts';
import { recordCharge } from '../ledger/record-charge.ts';
import { setLineTarget } from '../lines/lines.store.ts';
import { completePaymentLines } from '../lines/write-lines.ts';
import {
  type BookingRow,
  changePayment,
  findBooking,
  findLivePayment,
  findPaymentOfIntent,
  lockPayment,
  type PaymentRow,
} from '../payments.store.ts';
import { refundUnused } from '../refunds/refund-unused.ts';
import { isFullyRefunded } from '../rules.ts';
import { decideSettlement, isSettled, isUndecided, isUnfinished } from './rules.ts';

/**
 * Brings one payment to its final state: reads the provider's state, decides what follows from it, and writes the
 * payment, its ledger row and its purchase in one transaction. Called by whichever path learns of the payment first:
 * the browser that confirmed it, POST /api/pickups, a webhook event, the reconciler. Safe to call again, also in
 * parallel. Returns the payment after that; undefined for an intent that isn't ours.
 */
export async function settlePayment(services: Services, intentId: string): Promise<PaymentRow | undefined> {
  const known = await findPaymentOfIntent(services.db, intentId);
  if (!known) return undefined;
  const truth = await readTruth(services, known, intentId);
  if (isUndecided(truth, services.clock().getTime() - known.createdAt.getTime())) return known;
  await stopRefundedPlan(services, known, truth);
  return await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, known.id);
    const booking = payment.bookingId ? await findBooking(trx, payment.bookingId) : undefined;
    const settlement = decideSettlement({
      ...{ payment, truth, hasSuccessor: await hasSuccessor(trx, payment) },
      serviceDay: booking ? dateKeyOf(booking.scheduledDate) : null,
      today: dateKeyOf(services.clock()),
    });
    if (settlement === 'nothing') return payment;
    if (settlement === 'cancel' || !truth.intent) return await setCanceled(services, trx, payment);
    const charged = await recordPayment(services, trx, payment, truth.intent);
    const fulfilled =
      settlement === 'charge-and-fulfill'
        ? await fulfill(services, trx, charged, { intentId, plan: truth.plan, booking })
        : undefined;
    return fulfilled ?? (await refundUnused(services, trx, charged));
  });
}

/** Closes a payment that can't be paid at the provider anymore. Returns the payment, unchanged if it was paid first. */
export async function closePayment(services: Services, paymentId: string): Promise<PaymentRow> {
  return await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    return isUnfinished(payment) ? await setCanceled(services, trx, payment) : payment;
  });
}

interface ProviderTruth {
  readonly intent: ProviderPayment | null;
  readonly plan: ProviderSubscription | null;
}

async function readTruth(
  { payments }: Services,
  { stripeSubscriptionId }: PaymentRow,
  intentId: string,
): Promise<ProviderTruth> {
  const intent = await payments.getPayment(intentId);
  const isPaidPlan = intent?.status === 'succeeded' && stripeSubscriptionId !== null;
  return { intent, plan: isPaidPlan ? await payments.getSubscription(stripeSubscriptionId) : null };
}

/**
 * Ends the plan of a refunded payment, so that it doesn't charge again. This happens before the refund is recorded,
 * because nothing checks the plan afterwards.
 */
async function stopRefundedPlan({ payments }: Services, known: PaymentRow, { intent }: ProviderTruth): Promise<void> {
  if (!known.stripeSubscriptionId || isSettled(known) || !isFullyRefunded(intent)) return;
  await payments.cancelSubscription(known.stripeSubscriptionId);
}

/** Returns whether this payment was canceled and its booking or pickup has another one now. */
async function hasSuccessor(trx: Db, { status, purpose, bookingId, pickupId }: PaymentRow): Promise<boolean> {
  if (status !== 'canceled' || purpose === 'addition') return false;
  if (bookingId) return (await findLivePayment(trx, { bookingId })) !== undefined;
  return pickupId !== null && (await findLivePayment(trx, { pickupId })) !== undefined;
}

async function setCanceled({ clock }: Services, trx: Db, { id }: PaymentRow): Promise<PaymentRow> {
  return await changePayment(trx, id, { status: 'canceled', updatedAt: clock() });
}

/** Records the charge. If it differs from the amount we asked for, the payment takes the charged amount, and a line. */
async function recordPayment(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  intent: ProviderPayment,
): Promise<PaymentRow> {
  const { id, customerId, pickupId, amount: asked } = payment;
  const amount = centsToText(intent.amountCents);
  await recordCharge(services, trx, {
    ...{ customerId, pickupId, amount, stripePaymentIntentId: intent.id },
    ...{ card: intent.card, movedAt: intent.paidAt },
  });
  await completePaymentLines(trx, payment, intent.amountCents);
  if (amount === asked) return payment;
  services.log.error({ intentId: intent.id, charged: amount, asked }, 'another amount was charged');
  return await changePayment(trx, id, { amount, updatedAt: services.clock() });
}

interface Bought {
  readonly intentId: string;
  readonly plan: ProviderSubscription | null;
  readonly booking: BookingRow | undefined;
}

/** Delivers the purchase. Returns undefined when there is nothing left to buy or the customer's account is deleted. */
async function fulfill(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  { intentId, plan, booking }: Bought,
): Promise<PaymentRow | undefined> {
  if (await hasDeletedAccount(trx, payment.customerId)) return undefined;
  if (payment.purpose === 'subscription') {
    return plan ? await fulfillPlan(services, trx, payment, { intentId, planId: plan.id }) : undefined;
  }
  if (payment.purpose === 'pickup' && payment.pickupId) {
    const isPaid = await markPickupPaid(services, trx, payment.pickupId, intentId);
    return isPaid ? await setSucceeded(services, trx, payment, {}) : undefined;
  }
  if (payment.purpose === 'addition') {
    const canAdd = payment.pickupId !== null && (await canAddTo(trx, payment.pickupId));
    return canAdd ? await setSucceeded(services, trx, payment, {}) : undefined;
  }
  if (booking) return await fulfillBooking(services, trx, payment, { intentId, booking });
  // An API client may pay without a draft: POST /api/pickups spends the payment later.
  return await setSucceeded(services, trx, payment, {});
}

async function fulfillPlan(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  { intentId, planId }: { intentId: string; planId: string },
): Promise<PaymentRow | undefined> {
  const started = await services.plans.activate(services, trx, payment.subscriptionOrderId, planId);
  if (!started) return undefined;
  const { id: subscriptionId, packageType } = started;
  await setHistoryTarget(trx, intentId, { subscriptionId, packageType });
  await setLineTarget(trx, payment.id, { subscriptionId });
  await services.jobs.enqueue(trx, 'sync-billing', { subscriptionId });
  return await setSucceeded(services, trx, payment, { subscriptionId });
}

async function fulfillBooking(
  services: Services,
  trx: Db,
  payment: PaymentRow,
  { intentId, booking }: { intentId: string; booking: BookingRow },
): Promise<PaymentRow | undefined> {
  const { id: bookingId, draftKey: _key, priceVersion: _version, ...rest } = booking;
  const { createdAt: _created, updatedAt: _updated, ...draft } = rest;
  const serviceType = serviceTypeOf(draft.scheduledDate, services.clock());
  const pickup = await makePickup(services, trx, { ...draft, serviceType, bookingId, paidByIntentId: intentId });
  // The booking already has a pickup that another payment has paid.
  if (pickup.stripePaymentIntentId !== intentId) return undefined;
  await setHistoryTarget(trx, intentId, { pickupId: pickup.id });
  await setLineTarget(trx, payment.id, { pickupId: pickup.id });
  return await setSucceeded(services, trx, payment, { pickupId: pickup.id });
}

async function setSucceeded(
  { clock, jobs }: Services,
  trx: Db,
  { id }: PaymentRow,
  bought: { pickupId?: string; subscriptionId?: string },
): Promise<PaymentRow> {
  await jobs.enqueue(trx, 'tag-payment', { paymentId: id });
  return await changePayment(trx, id, { ...bought, status: 'succeeded', failureReason: null, updatedAt: clock() });
}
