import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { bookPaid, failLatestRefund, noticesAbout, passTime, refundsOf } from '../../../tests/support/live/pickups.ts';
import { bookUnpaid, openPayment } from '../../../tests/support/pickups/bookings.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';

/** Refunds that the bank returns at bad moments. */

let live: LiveBilling;
const good = testCards.successful.paymentMethodId;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const paymentRow = async (intentId: string) =>
  await live.t.db
    .selectFrom('payments')
    .select(['id', 'status'])
    .where('stripePaymentIntentId', '=', intentId)
    .executeTakeFirstOrThrow();

describe('a refund that the bank returned before we learned of it', () => {
  it('of a cancelled pickup is made again', async () => {
    const { pickupId, intentId } = await bookPaid(live);
    const { token } = live.admin;
    expect((await live.t.call('DELETE', `/api/admin/pickups/${pickupId}`, { token })).status).toBe(200);
    // The process died after Stripe made the refund, and the bank returns it immediately.
    const idempotencyKey = `refund:${(await paymentRow(intentId)).id}`;
    await live.t.services.payments.refundPayment(intentId, { idempotencyKey });
    failLatestRefund(live, intentId);
    live.dropEvents();
    await live.t.runJobs();
    expect(refundsOf(live, intentId).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect((await paymentRow(intentId)).status).toBe('refunded');
    expect(await live.billingLines()).toContain('succeeded -45.00');
  });

  it('of an unused payment is reported with its intent and made again', async () => {
    const intentId = await openPayment(live.t, live.customer.token);
    live.standIn.browser.confirmPayment(live.standIn.books.intents.get(intentId)?.client_secret ?? '', good);
    await live.deliverEvents();
    passTime(live, dayMs + hourMs);
    await reconcilePayments(live.t.services);
    await live.deliverEvents();
    expect(refundsOf(live, intentId).map(({ status }) => status)).toEqual(['succeeded']);
    failLatestRefund(live, intentId);
    await live.deliverEvents();
    expect((await paymentRow(intentId)).status).toBe('refund_pending');
    passTime(live, dayMs + hourMs);
    for (let look = 0; look < 2; look += 1) await reconcilePayments(live.t.services);
    expect(refundsOf(live, intentId).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect((await paymentRow(intentId)).status).toBe('refunded');
    expect(await noticesAbout(live, intentId)).toEqual([
      `A refund failed: $45.00 of ${live.customer.username}'s payment ${intentId} wasn't refunded. The bank returned it (lost or stolen card). We'll keep trying for 14 days.`,
    ]);
  });
});

describe('a returned refund of a payment that did not pay for its pickup', () => {
  it('leaves the pickup to the payment that paid for it', async () => {
    const { t, standIn, customer } = live;
    const address = '742 S 10th St, Philadelphia, PA 19147';
    const { id: pickupId, amount } = await bookUnpaid(t, customer.token, { address });
    const open = async () => await openPayment(t, customer.token, amount, { pickupId });
    const payAs = async (intentId: string, cents?: number) => {
      const intent = standIn.books.intents.get(intentId);
      if (intent && cents) intent.amount = cents;
      standIn.browser.confirmPayment(intent?.client_secret ?? '', good);
      await live.deliverEvents();
    };
    // The amount was changed in the Stripe dashboard, so the payment buys nothing, and the customer pays again.
    const other = await open();
    const said = await live.errorsOf(async () => await payAs(other, 100));
    expect(said).toEqual(['another amount was charged']);
    await live.deliverEvents();
    expect(refundsOf(live, other).map(({ status }) => status)).toEqual(['succeeded']);
    const right = await open();
    await payAs(right);
    failLatestRefund(live, other);
    await live.deliverEvents();
    expect((await paymentRow(other)).status).toBe('refund_pending');
    expect((await paymentRow(right)).status).toBe('succeeded');
    expect(await noticesAbout(live, other)).toHaveLength(1);
    const { body: pickups } = await t.call('GET', '/api/pickups', { token: customer.token });
    expect(pickups).toContainEqual(expect.objectContaining({ id: pickupId, paymentStatus: 'paid' }));
  });
});
