import { v7 as newId } from 'uuid';
import { judgeBookingDay } from '../../contract/booking-dates.ts';
import { dateKeyOf } from '../../contract/dates.ts';
import { inTransaction } from '../database/transaction.ts';
import type { ProviderPayment } from '../external/payment-provider.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { cancelAtProvider } from './open-payment.ts';
import type { PaymentRow } from './payment-row.ts';
import { settlePayment } from './settle-payment.ts';
import { changePayment, findBooking, findPaymentOfIntent, insertHistory } from './store.ts';

/**
 * Test mode: pays an intent with one of the test cards, as the card form does at the provider in live mode, and settles
 * it. A refused card leaves the intent payable. Throws 404 (not the caller's intent, or live mode), 400 (no test card),
 * 409 (the intent was cancelled, its day is over, or the money found nothing to buy and goes back).
 */
export async function confirmTestPayment(
  services: Services,
  customerId: string,
  intentId: string,
  paymentMethodId: string,
): Promise<ProviderPayment> {
  const { confirmTest } = services.payments;
  if (!confirmTest) throw new Refusal(404, 'Not found');
  const payment = await findPaymentOfIntent(services.db, intentId);
  if (payment?.customerId !== customerId) throw new Refusal(404, 'Payment not found');
  await refusePassedDay(services, payment);
  const intent = await confirmTest(intentId, paymentMethodId);
  if (intent.status === 'canceled') throw new Refusal(409, 'This payment was cancelled. Please try again.');
  if (intent.status === 'open' && intent.lastError) await noteFailure(services, payment, intent.lastError.message);
  if (intent.status === 'succeeded') {
    const settled = await settlePayment(services, intentId);
    if (settled?.status === 'refund_pending' || settled?.status === 'refunded') throw givenBack();
  }
  return intent;
}

/** A draft whose day cannot be booked any more must not be paid: its intent is given up. Throws 409. */
async function refusePassedDay(services: Services, payment: PaymentRow): Promise<void> {
  const booking = payment.status === 'open' && payment.bookingId && (await findBooking(services.db, payment.bookingId));
  if (!booking) return;
  const cutoff = services.settings.sameDayCutoff ?? null;
  const verdict = judgeBookingDay(dateKeyOf(booking.scheduledDate), services.clock(), cutoff);
  if (verdict.ok) return;
  await cancelAtProvider(services, payment);
  const settled = await settlePayment(services, payment.stripePaymentIntentId ?? '');
  if (settled?.status !== 'succeeded') throw new Refusal(409, verdict.message, { code: 'day_passed' });
}

function givenBack(): Refusal {
  return new Refusal(409, 'This could not be booked any more. Your money is on its way back.', { code: 'given_back' });
}

/** Every refused attempt is a line in the books, the latest reason on the payment, and a word to the customer. */
async function noteFailure(services: Services, payment: PaymentRow, reason: string): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (trx) => {
    await changePayment(trx, payment.id, { failureReason: reason, updatedAt: now });
    await insertHistory(trx, {
      id: newId(),
      customerId: payment.customerId,
      pickupId: payment.pickupId,
      subscriptionId: payment.subscriptionId,
      stripePaymentIntentId: payment.stripePaymentIntentId,
      amount: payment.amount,
      status: 'failed',
      paymentMethod: 'card',
      failureReason: reason,
      refundAmount: null,
      createdAt: now,
    });
    // One notice a payment: ten tries with a wrong card are one piece of news.
    if (payment.failureReason !== null) return;
    await services.jobs.enqueue(trx, 'notify-person', {
      userId: payment.customerId,
      title: 'Payment failed',
      message: `${reason} Nothing was charged. You can try again with another card.`,
      type: 'payment_failed',
      actionUrl: tryAgainAt(payment),
    });
  });
}

/** Where the customer can pay after all. */
function tryAgainAt({ purpose, pickupId, amount }: PaymentRow): string {
  if (purpose === 'subscription') return '/subscribe';
  return pickupId ? `/checkout?pickupId=${pickupId}&amount=${amount}` : '/dashboard';
}
