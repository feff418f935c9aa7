import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import {
  bookPaid,
  failLatestRefund,
  noticesAbout,
  passTime,
  paymentOf,
  refundAll,
  refundsOf,
} from '../../tests/support/live/pickups.ts';
import { readLedger } from './reconcile/read-ledger.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';

/** Movements at Stripe whose events were lost, even days after the charge, are found in Stripe's list. */

let live: LiveBilling;
const good = testCards.successful.paymentMethodId;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const now = () => live.t.services.clock();
const differences = async (since: Date) =>
  (await readLedger(live.t.services, { since, until: new Date(now().getTime() + hourMs) })).differences;

describe('a refund that the bank returned, whose event was lost', () => {
  /** Books and refunds a pickup. The bank returns the refund five days later. */
  async function sentBackLater(): Promise<{ pickupId: string; intentId: string; start: Date }> {
    const start = new Date(now().getTime() - hourMs);
    const booked = await bookPaid(live);
    expect(await refundAll(live, booked.pickupId)).toBe(200);
    await live.deliverEvents();
    passTime(live, 5 * dayMs);
    failLatestRefund(live, booked.intentId);
    live.dropEvents();
    return { ...booked, start };
  }

  it('is found from the day of the refund on, notified once, and is made again', async () => {
    const { pickupId, intentId, start } = await sentBackLater();
    expect(await differences(start)).toHaveLength(1);
    const bells = (await live.notificationsOf(live.admin)).length;
    const { repaired, failed } = await reconcilePayments(live.t.services, start);
    expect(repaired).toEqual([`refund of ${intentId} marked as returned`]);
    expect(failed).toEqual([]);
    expect(await differences(start)).toEqual([]);
    expect(await reconcilePayments(live.t.services, start)).toEqual({ repaired: [], failed: [] });
    await live.t.runJobs();
    expect((await live.notificationsOf(live.admin)).length).toBe(bells + 1);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '0.00', refunds: [{ status: 'refused' }] });
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '45.00', left: '0.00' });
  });

  it('is found within a day, at whatever time the day starts', async () => {
    const { intentId } = await sentBackLater();
    const hour = Math.ceil(now().getTime() / hourMs) * hourMs;
    const found: number[] = [];
    for (let count = 0; count < 24; count += 1) {
      live.t.setNow(new Date(hour + count * hourMs + 90_000));
      const { repaired } = await reconcilePayments(live.t.services);
      if (repaired.includes(`refund of ${intentId} marked as returned`)) found.push(count);
    }
    expect(found).toHaveLength(1);
  });

  it('is not searched for in every run', async () => {
    await sentBackLater();
    live.t.setNow(new Date(Math.ceil(now().getTime() / hourMs) * hourMs + 120_000));
    const lists = () => live.standIn.seen.filter(({ path }) => path === '/v1/refunds').length;
    const before = lists();
    await reconcilePayments(live.t.services);
    expect(lists() - before).toBe(1);
  });
});

describe('a dispute', () => {
  it('is unmarked when it was won and its event was lost', async () => {
    const start = new Date(now().getTime() - hourMs);
    const { pickupId, intentId } = await bookPaid(live);
    const { id } = live.standIn.browser.dispute(intentId);
    await live.deliverEvents();
    expect(await paymentOf(live, pickupId)).toMatchObject({ isDisputed: true });
    live.standIn.browser.closeDispute(id, 'won');
    live.dropEvents();
    passTime(live, 40 * dayMs);
    await reconcilePayments(live.t.services, start);
    expect(await paymentOf(live, pickupId)).toMatchObject({ isDisputed: false });
  });

  it('is notified even if it is only a warning so far', async () => {
    const { intentId } = await bookPaid(live);
    live.standIn.browser.dispute(intentId, 'warning_needs_response');
    live.dropEvents();
    for (let look = 0; look < 2; look += 1) await reconcilePayments(live.t.services);
    expect(await noticesAbout(live, intentId)).toHaveLength(1);
  });
});

describe('a month that was paid after its plan had ended', () => {
  it('is recorded and refunded, even if its event was lost', async () => {
    const { standIn, t, admin, plan } = live;
    const { stripeSubscriptionId } = plan;
    standIn.browser.spoilCard(stripeSubscriptionId, testCards.declined.paymentMethodId);
    await live.endMonth();
    const open = [...standIn.books.invoices.values()].find(
      ({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === stripeSubscriptionId,
    );
    // The invoice is being paid at this moment, so Stripe can't void it.
    const error = { type: 'invalid_request_error', message: 'It is being paid.' };
    standIn.failNext('POST /v1/invoices/:id/void', { refuse: { status: 400, error } }, 5);
    const path = `/api/admin/subscriptions/${plan.id}`;
    expect((await t.call('DELETE', path, { token: admin.token })).status).toBe(200);
    await t.runJobs();
    standIn.stopFailing();
    passTime(live, 120_000);
    standIn.browser.spoilCard(stripeSubscriptionId, good);
    standIn.browser.retryInvoice(open?.id ?? '');
    live.dropEvents();
    expect(standIn.books.invoices.get(open?.id ?? '')?.status).toBe('paid');
    const { repaired } = await reconcilePayments(t.services);
    expect(repaired).toEqual([expect.stringMatching(/^charge of pi_\w+ recorded$/)]);
    await t.runJobs();
    expect(await live.billingLines()).toEqual([
      'succeeded -35.00',
      'succeeded 35.00',
      'failed 35.00',
      'succeeded 35.00',
    ]);
  });
});

describe('a failure', () => {
  it('is reported, and does not keep the rest from being repaired', async () => {
    const { t, standIn } = live;
    const [spoiled, disputed] = [await bookPaid(live), await bookPaid(live)];
    await t.services.payments.refundPayment(spoiled.intentId, { idempotencyKey: randomUUID(), amountCents: 1_000 });
    standIn.browser.dispute(disputed.intentId);
    live.dropEvents();
    const { getPayment } = t.services.payments;
    Object.assign(t.services.payments, {
      getPayment: async (intentId: string) => {
        if (intentId === spoiled.intentId) throw new Error('it makes no sense');
        return await getPayment(intentId);
      },
    });
    try {
      const said = await live.errorsOf(async () => {
        const { failed } = await reconcilePayments(t.services);
        const [refund] = refundsOf(live, spoiled.intentId);
        expect(failed).toEqual([`refund ${refund?.id} of ${spoiled.intentId}: it makes no sense`]);
      });
      expect(said).toEqual(['a movement at the provider could not be recorded']);
    } finally {
      Object.assign(t.services.payments, { getPayment });
    }
    expect(await noticesAbout(live, disputed.intentId)).toHaveLength(1);
    expect((await reconcilePayments(t.services)).repaired).toEqual([`refund of ${spoiled.intentId} recorded`]);
  });

  it('of reading the list is reported too, and the part that was read is recorded', async () => {
    const { t, standIn } = live;
    const { intentId } = await bookPaid(live);
    await t.db.deleteFrom('payment_history').where('stripePaymentIntentId', '=', intentId).execute();
    await t.db
      .updateTable('payments')
      .set({ status: 'open', pickupId: null, updatedAt: new Date(now().getTime() + hourMs) })
      .where('stripePaymentIntentId', '=', intentId)
      .execute();
    const refuse = { status: 500, error: { type: 'api_error', message: 'Away.' } };
    standIn.failNext('GET /v1/refunds', { refuse }, 3);
    expect(await reconcilePayments(t.services)).toEqual({
      repaired: [`charge of ${intentId} recorded`],
      failed: [expect.stringMatching(/^the provider's list of movements could not be read to its end: /)],
    });
  });
});
