import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { testCards } from '../../../contract/payments.ts';
import { bookingBody } from '../pickups/bookings.ts';
import type { LiveBilling } from './billing.ts';

/** Pickups paid at the stand-in for Stripe. */

export interface PaidPickup {
  pickupId: string;
  intentId: string;
}

/** Books and pays a pickup, and delivers the events. */
export async function bookPaid(live: LiveBilling): Promise<PaidPickup> {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(live.t);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
  const body = { amount: '45.00', booking };
  const { token } = live.customer;
  const { body: opened } = await live.t.call('POST', '/api/create-payment-intent', { token, body });
  live.standIn.browser.confirmPayment(opened.clientSecret, testCards.successful.paymentMethodId);
  await live.deliverEvents();
  const { paymentIntentId: intentId } = opened;
  const pickups = live.t.db.selectFrom('pickups').select('id').where('stripePaymentIntentId', '=', intentId);
  return { pickupId: (await pickups.executeTakeFirstOrThrow()).id, intentId };
}

/** Refunds the whole payment as the dispatcher, with a new refund key each time. Returns the status. */
export async function refundAll(live: LiveBilling, pickupId: string): Promise<number> {
  const body = { amount: '45.00', reason: 'Nobody came', refundKey: randomUUID() };
  const answer = await live.t.call('POST', `/api/admin/pickups/${pickupId}/refund`, { token: live.admin.token, body });
  await live.t.runJobs();
  return answer.status;
}

/** Returns a pickup's payment as the dispatcher sees it. */
export async function paymentOf(live: LiveBilling, pickupId: string) {
  return (await live.t.call('GET', `/api/admin/pickups/${pickupId}/payment`, { token: live.admin.token })).body;
}

/** Returns Stripe's refunds of an intent, oldest first. */
export function refundsOf({ standIn }: LiveBilling, intentId: string): Stripe.Refund[] {
  return [...standIn.books.refunds.values()].filter((refund) => refund.payment_intent === intentId);
}

/** Makes the latest refund of an intent fail at the bank. */
export function failLatestRefund(live: LiveBilling, intentId: string): void {
  live.standIn.browser.failRefund(refundsOf(live, intentId).at(-1)?.id ?? '');
}

/** Returns the admins' notifications about an intent, latest first. */
export async function noticesAbout(live: LiveBilling, intentId: string): Promise<string[]> {
  await live.t.runJobs();
  return (await live.notificationsOf(live.admin)).filter((one) => one.includes(intentId));
}

/** Moves Stripe's clock and the app's ahead. */
export function passTime({ standIn, t }: LiveBilling, ms: number): void {
  standIn.books.aheadSeconds += ms / 1000;
  t.setNow(new Date(standIn.books.now() * 1000));
}
