import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { testCards } from '../../../contract/payments.ts';
import { bookingBody } from '../bookings.ts';
import type { LiveBilling } from './billing.ts';

/** What happens to pickups that were paid at Stripe's stand-in. */

export interface PaidPickup {
  pickupId: string;
  intentId: string;
}

/** The customer books and pays; we hear of it. */
export async function bookPaid(live: LiveBilling): Promise<PaidPickup> {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(live.t);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
  const body = { amount: '45.00', booking };
  const { token } = live.customer;
  const { body: opened } = await live.t.call('POST', '/api/create-payment-intent', { token, body });
  live.standIn.browser.confirmPayment(opened.clientSecret, testCards.successful.paymentMethodId);
  await live.tell();
  const { paymentIntentId: intentId } = opened;
  const pickups = live.t.db.selectFrom('pickups').select('id').where('stripePaymentIntentId', '=', intentId);
  return { pickupId: (await pickups.executeTakeFirstOrThrow()).id, intentId };
}

/** The dispatcher gives everything back, a new press each time; answers the status. */
export async function giveBack(live: LiveBilling, pickupId: string): Promise<number> {
  const body = { amount: '45.00', reason: 'Nobody came', refundKey: randomUUID() };
  const answer = await live.t.call('POST', `/api/admin/pickups/${pickupId}/refund`, { token: live.admin.token, body });
  await live.t.runJobs();
  return answer.status;
}

/** A pickup's payment as the dispatcher sees it. */
export async function paymentOf(live: LiveBilling, pickupId: string) {
  return (await live.t.call('GET', `/api/admin/pickups/${pickupId}/payment`, { token: live.admin.token })).body;
}

/** What Stripe has given back of an intent, the oldest first. */
export function refundsOf({ standIn }: LiveBilling, intentId: string): Stripe.Refund[] {
  return [...standIn.books.refunds.values()].filter((refund) => refund.payment_intent === intentId);
}

/** The bank does not take the latest refund of an intent. */
export function sendBack(live: LiveBilling, intentId: string): void {
  live.standIn.browser.failRefund(refundsOf(live, intentId).at(-1)?.id ?? '');
}

/** What the admins were told of an intent, the latest first. */
export async function toldOf(live: LiveBilling, intentId: string): Promise<string[]> {
  await live.t.runJobs();
  return (await live.bell(live.admin)).filter((one) => one.includes(intentId));
}

/** Time goes by at Stripe and here. */
export function pass({ standIn, t }: LiveBilling, ms: number): void {
  standIn.books.aheadSeconds += ms / 1000;
  t.setNow(new Date(standIn.books.now() * 1000));
}
