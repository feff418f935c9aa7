import { checkBookingDay } from '../../../contract/values/time/booking-dates.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { tryCard } from '../ceilings/refused-cards.ts';
import { findBooking, findPaymentOfIntent, type PaymentRow } from '../payments.store.ts';
import { refundedInstead } from '../settle/booking-payment.ts';
import { recordFailure } from '../settle/record-failure.ts';
import { isRefunded } from '../settle/rules.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { cancelAtProvider } from './open-payment.ts';

/**
 * Test mode only: pays an intent with one of the test cards, as the provider's card form does in live mode, and settles
 * it. A declined card leaves the intent payable.
 *
 * Throws:
 * - 400: not a test card.
 * - 404: not the caller's intent, or live mode.
 * - 409: the intent was cancelled, its day has passed, or the payment is refunded because there was nothing left to
 *   buy.
 * - 429: as `tryCard` does, but never if `ip` is undefined: only the demo passes none.
 */
export async function confirmTestPayment(
  services: Services,
  customerId: string,
  intentId: string,
  paymentMethodId: string,
  ip?: string,
): Promise<ProviderPayment> {
  const { confirmTest } = services.payments;
  if (!confirmTest) throw new Refusal(404, 'Not found');
  const payment = await findPaymentOfIntent(services.db, intentId);
  if (payment?.customerId !== customerId) throw new Refusal(404, 'Payment not found');
  await refusePassedDay(services, payment);
  const charge = () => confirmTest(intentId, paymentMethodId);
  // A repeated request for a paid intent tries no card.
  const triesCard = ip !== undefined && (await services.payments.getPayment(intentId))?.status === 'open';
  const intent = triesCard ? await tryCard(services, { id: customerId, ip }, charge, wasRefused) : await charge();
  if (intent.status === 'canceled') throw new Refusal(409, 'This payment was cancelled. Please try again.');
  if (intent.status === 'open' && intent.lastError) await recordFailure(services, payment, intent.lastError.message);
  if (intent.status === 'succeeded') {
    const settled = await settlePayment(services, intentId);
    if (settled && isRefunded(settled)) throw refundedInstead();
  }
  return intent;
}

function wasRefused({ status, lastError }: ProviderPayment): boolean {
  return status === 'open' && lastError !== null;
}

/** Cancels the intent of a draft whose day can no longer be booked, so that it isn't paid. Throws 409. */
async function refusePassedDay(services: Services, payment: PaymentRow): Promise<void> {
  const booking = payment.status === 'open' && payment.bookingId && (await findBooking(services.db, payment.bookingId));
  if (!booking) return;
  const cutoff = services.settings.sameDayCutoff ?? null;
  const verdict = checkBookingDay(dateKeyOf(booking.scheduledDate), services.clock(), cutoff);
  if (verdict.ok) return;
  await cancelAtProvider(services, payment);
  const settled = await settlePayment(services, payment.stripePaymentIntentId ?? '');
  if (settled?.status !== 'succeeded') throw new Refusal(409, verdict.message, { code: 'day_passed' });
}
