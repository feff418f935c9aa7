import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { noticesAbout, passTime, refundsOf } from '../../../tests/support/live/pickups.ts';
import { bookingBody, openPayment } from '../../../tests/support/pickups/bookings.ts';
import { readLedger } from '../reconcile/read-ledger.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';
import { refundUnspent } from './refund-unspent.ts';

/** With Stripe: a payment that bought nothing is refunded after 24 hours, and the ledger matches Stripe's list. */

let live: LiveBilling;
let start: Date;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  await live.begin();
  start = live.t.services.clock();
});

/** Pays a listed price in the browser, without delivering the events. */
async function buy(): Promise<string> {
  const { body } = await live.t.call('POST', '/api/create-payment-intent', {
    token: live.customer.token,
    body: { amount: '45.00' },
  });
  live.standIn.browser.confirmPayment(body.clientSecret, testCards.successful.paymentMethodId);
  return body.paymentIntentId;
}
const sweep = async () => {
  await refundUnspent(live.t.services);
  await live.deliverEvents();
};
const refunds = (intentId: string) => refundsOf(live, intentId).map(({ amount }) => amount);
const differences = async () => {
  const until = new Date(live.t.services.clock().getTime() + hourMs);
  return (await readLedger(live.t.services, { since: new Date(start.getTime() - hourMs), until })).differences;
};

describe('a payment at Stripe that bought nothing', () => {
  it('is refunded once after 24 hours, whatever runs in parallel, and the customer is notified', async () => {
    const intentId = await buy();
    await live.deliverEvents();
    passTime(live, dayMs - 60_000);
    await sweep();
    expect(refunds(intentId)).toEqual([]);
    passTime(live, 60_000);
    const { services } = live.t;
    await Promise.all([refundUnspent(services), refundUnspent(services), reconcilePayments(services)]);
    await live.deliverEvents();
    await reconcilePayments(services);
    expect(refunds(intentId)).toEqual([4500]);
    expect(await live.billingLines()).toEqual(['succeeded -45.00', 'succeeded 45.00', 'succeeded 35.00']);
    expect((await live.notificationsOf()).filter((one) => one.includes('within 24 hours'))).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  it('counts from the charge at Stripe when its event was lost', async () => {
    const intentId = await buy();
    live.dropEvents();
    passTime(live, 90 * 60_000);
    await reconcilePayments(live.t.services);
    const { body } = await live.t.call('GET', '/api/unspent-payments', { token: live.customer.token });
    const refundAt = new Date(body[0].refundAt).getTime();
    expect(Math.abs(refundAt - (start.getTime() + dayMs))).toBeLessThan(60_000);
    live.t.setNow(new Date(refundAt));
    await sweep();
    expect(refunds(intentId)).toEqual([4500]);
    expect(await differences()).toEqual([]);
  });

  it('is not refunded while it is disputed, and is once the bank has decided for us', async () => {
    const intentId = await buy();
    await live.deliverEvents();
    const { id } = live.standIn.browser.dispute(intentId);
    await live.deliverEvents();
    passTime(live, 2 * dayMs);
    await sweep();
    expect(refunds(intentId)).toEqual([]);
    live.standIn.browser.closeDispute(id, 'won');
    await live.deliverEvents();
    await sweep();
    expect(refunds(intentId)).toEqual([4500]);
    expect(await differences()).toEqual([]);
  });

  it('is not refunded when the event of its dispute was lost: Stripe refuses, and the admins are notified', async () => {
    const intentId = await buy();
    await live.deliverEvents();
    live.standIn.browser.dispute(intentId);
    live.dropEvents();
    passTime(live, dayMs);
    await sweep();
    expect(refunds(intentId)).toEqual([]);
    expect(await noticesAbout(live, intentId)).not.toEqual([]);
  });

  it('is used by a booking up to the refund', async () => {
    const intentId = await openPayment(live.t, live.customer.token);
    const secret = live.standIn.books.intents.get(intentId)?.client_secret ?? '';
    live.standIn.browser.confirmPayment(secret, testCards.successful.paymentMethodId);
    passTime(live, dayMs - 1_000);
    const { token } = live.customer;
    const body = { ...bookingBody(live.t, 1), paymentIntentId: intentId };
    const [booked] = await Promise.all([
      live.t.call('POST', '/api/pickups', { token, body }),
      refundUnspent(live.t.services),
    ]);
    expect(booked).toMatchObject({ status: 201, body: { paymentStatus: 'paid' } });
    passTime(live, dayMs);
    await sweep();
    expect(refunds(intentId)).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});
