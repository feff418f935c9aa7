import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCustomer, makeDriver } from '../../../tests/support/accounts/people.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { bookPaid, failLatestRefund, passTime, paymentOf, refundsOf } from '../../../tests/support/live/pickups.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';

/** Refunds that the provider or the bank refuses, from the first refusal to their end. The customer has a plan for $35. */

let live: LiveBilling;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  await live.begin();
  live.standIn.books.refundRefusal = null;
  live.standIn.books.refundsWaitFor = null;
});

const asAdmin = async (method: 'DELETE' | 'GET' | 'POST', path: string, body?: object) =>
  await live.t.call(method, path, { token: live.admin.token, ...(body && { body }) });
const cancel = async (pickupId: string) => await asAdmin('DELETE', `/api/admin/pickups/${pickupId}`);
const refundPart = async (pickupId: string, amount: string) =>
  await asAdmin('POST', `/api/admin/pickups/${pickupId}/refund`, { amount, reason: 'A bag', refundKey: randomUUID() });
const mine = async (path: string) => (await live.t.call('GET', path, { token: live.customer.token })).body;
const itemsOf = async () => {
  const { kinds } = (await asAdmin('GET', '/api/admin/attention')).body;
  const kind = kinds.find((one: { kind: string }) => one.kind === 'refund-failed');
  return (kind?.items ?? []).filter((item: { customer: { id: string } }) => item.customer.id === live.customer.id);
};
const dismiss = async ({ key, state }: { key: string; state: string }, word: string) =>
  await asAdmin('POST', '/api/admin/attention/dismiss', { key, state, word });
const titles = async (token: string) =>
  (await live.t.call('GET', '/api/notifications', { token })).body.notifications.map(
    ({ title }: { title: string }) => title,
  );
const statuses = (intentId: string) => refundsOf(live, intentId).map(({ status }) => status);

/** Books, pays and cancels a pickup whose refund Stripe refuses. */
async function cancelRefused(code = 'balance_insufficient') {
  const paid = await bookPaid(live);
  live.standIn.books.refundRefusal = code;
  await cancel(paid.pickupId);
  await live.t.runJobs();
  return paid;
}

describe('a full refund that Stripe refuses', () => {
  it('is listed with its customer, sum and reason, and nothing says that it was made', async () => {
    const { pickupId } = await cancelRefused();
    expect(await itemsOf()).toMatchObject([
      {
        amount: '45.00',
        customer: { username: live.customer.username },
        refund: { refusal: 'Our balance at the payment provider is too low.', nextTryAt: expect.any(String) },
      },
    ]);
    expect(await paymentOf(live, pickupId)).toMatchObject({
      refunded: '0.00',
      left: '0.00',
      refunds: [{ status: 'refused' }],
    });
    expect(await mine('/api/billing-summary')).toMatchObject({
      totalSpent: '80.00',
      delayedRefunds: [{ amount: '45.00' }],
    });
    const page = await mine(`/api/pickups/${pickupId}`);
    expect(page.pickup.paymentStatus).toBe('paid');
    expect(page.payment.refunds).toMatchObject([{ amount: '45.00', isPending: true, isDelayed: true }]);
    expect(await titles(live.customer.token)).not.toContain('Refund sent');
    expect((await refundPart(pickupId, '45.00')).body.message).toBe('All of it is being refunded already.');
  });

  it('tells the admins once, and is tried again with growing pauses for 14 days, under one key', async () => {
    const { intentId } = await cancelRefused();
    const pauses: number[] = [];
    for (;;) {
      const [item] = await itemsOf();
      if (item.refund.nextTryAt === null) break;
      const pauseMs = new Date(item.refund.nextTryAt).getTime() - live.t.services.clock().getTime();
      pauses.push(Math.round(pauseMs / hourMs));
      passTime(live, pauseMs + 2 * minuteMs);
      if (pauseMs >= dayMs - hourMs) live.standIn.forgetKeys();
      await reconcilePayments(live.t.services);
    }
    expect(pauses.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 24, 24]);
    const days = pauses.reduce((sum, hours) => sum + hours, 0) / 24;
    expect(days).toBeGreaterThan(13);
    expect(days).toBeLessThanOrEqual(14);
    const told = (await live.notificationsOf(live.admin)).filter((one) => one.includes(live.customer.username));
    expect(told.filter((one) => one.startsWith('A refund failed'))).toHaveLength(1);
    live.standIn.books.refundRefusal = null;
    const [{ refund }] = await itemsOf();
    expect((await asAdmin('POST', `/api/admin/refunds/${refund.id}/retry`)).status).toBe(200);
    await live.t.runJobs();
    expect(statuses(intentId)).toEqual(['succeeded']);
  });

  it('is made once Stripe takes it: the customer gets a message, and the item leaves', async () => {
    const { pickupId, intentId } = await cancelRefused();
    live.standIn.books.refundRefusal = null;
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    await live.deliverEvents();
    expect(statuses(intentId)).toEqual(['succeeded']);
    expect(await itemsOf()).toEqual([]);
    expect((await mine(`/api/pickups/${pickupId}`)).pickup.paymentStatus).toBe('refunded');
    expect(await mine('/api/billing-summary')).toMatchObject({ totalSpent: '35.00', delayedRefunds: [] });
    expect(await titles(live.customer.token)).toContain('Refund sent');
    await live.t.runJobs();
    const mails = (await live.t.mails()).filter(({ to }) => to === live.customer.email);
    expect(mails.map(({ subject }) => subject)).toContain('We refunded $45.00 to your card');
  });

  it('is settled another way with a word, which the trail keeps, and is never sent after that', async () => {
    const { pickupId, intentId } = await cancelRefused();
    const [item] = await itemsOf();
    expect((await dismiss(item, 'Cash, paid by hand')).status).toBe(200);
    live.standIn.books.refundRefusal = null;
    passTime(live, 2 * dayMs);
    await reconcilePayments(live.t.services);
    expect(statuses(intentId)).toEqual([]);
    expect(await itemsOf()).toEqual([]);
    expect(await paymentOf(live, pickupId)).toMatchObject({
      refunds: [{ status: 'done', settledAs: 'Cash, paid by hand' }],
    });
    const [line] = await trailOf(live.t, live.admin, 'pickup', pickupId);
    expect(line).toMatchObject({ action: 'dismissed', details: { word: 'Cash, paid by hand' } });
    const { payment, timeline } = await mine(`/api/pickups/${pickupId}`);
    expect(payment.refunds).toMatchObject([{ amount: '45.00', isPending: false, isSettled: true }]);
    expect(timeline.map(({ kind }: { kind: string }) => kind)).not.toContain('refunded');
    await live.t.runJobs();
    expect(await titles(live.customer.token)).toContain('Refund settled');
  });

  it('is not settled another way while it is being tried, so that nobody is paid twice', async () => {
    const { intentId } = await cancelRefused();
    const [item] = await itemsOf();
    live.standIn.books.refundRefusal = null;
    const { payments } = live.t.services;
    const { refundPayment } = payments;
    const settled: number[] = [];
    payments.refundPayment = async (...request) => {
      settled.push((await dismiss(item, 'Cash')).status);
      return await refundPayment.apply(payments, request);
    };
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    payments.refundPayment = refundPayment;
    expect(settled).toEqual([409]);
    expect(statuses(intentId)).toEqual(['succeeded']);
    expect(await itemsOf()).toEqual([]);
  });

  it('is done when a person refunds it at Stripe', async () => {
    const { pickupId, intentId } = await cancelRefused();
    live.standIn.books.refundRefusal = null;
    await live.t.services.payments.refundPayment(intentId, { idempotencyKey: 'by-hand' });
    await live.deliverEvents();
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    expect(statuses(intentId)).toEqual(['succeeded']);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '45.00', refunds: [{ status: 'done' }] });
    expect(await itemsOf()).toEqual([]);
  });

  it('is tried at once when our balance at Stripe grows', async () => {
    const { intentId } = await cancelRefused();
    live.standIn.browser.fillBalance();
    await live.deliverEvents();
    expect(statuses(intentId)).toEqual(['succeeded']);
  });
});

describe('a refusal that Stripe remembers under its key', () => {
  it('keeps no try from succeeding, however often an admin has pressed', async () => {
    const { intentId } = await cancelRefused();
    const [{ refund }] = await itemsOf();
    for (let press = 0; press < 12; press += 1) {
      expect((await asAdmin('POST', `/api/admin/refunds/${refund.id}/retry`)).status).toBe(200);
      await live.t.runJobs();
    }
    const asked = live.standIn.seen.length;
    live.standIn.browser.fillBalance();
    await live.deliverEvents();
    expect(statuses(intentId)).toEqual(['succeeded']);
    const tries = live.standIn.seen
      .slice(asked)
      .filter(({ path, method }) => method === 'POST' && path === '/v1/refunds');
    expect(tries).toHaveLength(1);
    expect(refundsOf(live, intentId)[0]?.metadata?.key).toMatch(/^refund:[0-9a-f-]+$/);
  });
});

describe('a partial refund that Stripe refuses', () => {
  it('is listed, tried again, and leaves the rest refundable', async () => {
    const { pickupId, intentId } = await bookPaid(live);
    live.standIn.books.refundRefusal = 'expired_card';
    expect((await refundPart(pickupId, '10.00')).status).toBe(200);
    await live.t.runJobs();
    expect(await itemsOf()).toMatchObject([{ amount: '10.00', refund: { refusal: 'The card has expired.' } }]);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '0.00', left: '35.00' });
    live.standIn.books.refundRefusal = null;
    expect((await refundPart(pickupId, '35.00')).status).toBe(200);
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    await live.deliverEvents();
    expect(
      refundsOf(live, intentId)
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([1000, 3500]);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '45.00', left: '0.00' });
  });
});

describe('a refund that waits for the bank', () => {
  it('is sent, not done, until it has reached the customer', async () => {
    const { pickupId, intentId } = await bookPaid(live);
    live.standIn.books.refundsWaitFor = 'processing';
    await cancel(pickupId);
    await live.t.runJobs();
    await live.deliverEvents();
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunds: [{ status: 'sent' }] });
    const page = await mine(`/api/pickups/${pickupId}`);
    expect(page.pickup.paymentStatus).toBe('paid');
    expect(page.payment.refunds).toMatchObject([{ isPending: true, isDelayed: false }]);
    live.standIn.browser.finishRefund(refundsOf(live, intentId)[0]?.id ?? '');
    await live.deliverEvents();
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunds: [{ status: 'done' }] });
    expect((await mine(`/api/pickups/${pickupId}`)).pickup.paymentStatus).toBe('refunded');
  });

  it('is done when it has reached the customer, although nobody told us', async () => {
    const { pickupId, intentId } = await bookPaid(live);
    live.standIn.books.refundsWaitFor = 'insufficient_funds';
    await cancel(pickupId);
    await live.t.runJobs();
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunds: [{ status: 'sent' }] });
    expect(refundsOf(live, intentId)).toMatchObject([{ status: 'pending', pending_reason: 'insufficient_funds' }]);
    passTime(live, 6 * dayMs);
    live.standIn.browser.fillBalance();
    live.dropEvents();
    await reconcilePayments(live.t.services);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunds: [{ status: 'done' }] });
    expect((await mine(`/api/pickups/${pickupId}`)).pickup.paymentStatus).toBe('refunded');
  });

  it('is refused when it fails later, and sent again', async () => {
    const { pickupId, intentId } = await bookPaid(live);
    live.standIn.books.refundsWaitFor = 'processing';
    await cancel(pickupId);
    await live.t.runJobs();
    failLatestRefund(live, intentId);
    await live.deliverEvents();
    expect(await itemsOf()).toMatchObject([{ refund: { refusal: 'The bank returned it (lost or stolen card).' } }]);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '0.00', refunds: [{ status: 'refused' }] });
    live.standIn.books.refundsWaitFor = null;
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    expect(statuses(intentId)).toEqual(['failed', 'succeeded']);
    expect(await mine('/api/billing-summary')).toMatchObject({ totalSpent: '35.00', delayedRefunds: [] });
  });
});

describe('a refund that Stripe calls made, and the bank returns', () => {
  it.each(['expired_or_canceled_card', 'insufficient_funds', 'declined'] as const)(
    'is refused with its reason, not counted as returned, and made again: %s',
    async (reason) => {
      const { pickupId, intentId } = await bookPaid(live);
      await cancel(pickupId);
      await live.t.runJobs();
      await live.deliverEvents();
      expect(await mine('/api/billing-summary')).toMatchObject({ totalSpent: '35.00' });
      live.standIn.browser.failRefund(refundsOf(live, intentId)[0]?.id ?? '', reason);
      await live.deliverEvents();
      const refusal = `The bank returned it (${reason.replaceAll('_', ' ')}).`;
      expect(await itemsOf()).toMatchObject([{ amount: '45.00', refund: { refusal } }]);
      expect(await mine('/api/billing-summary')).toMatchObject({
        totalSpent: '80.00',
        delayedRefunds: [{ amount: '45.00' }],
      });
      passTime(live, 2 * hourMs);
      await reconcilePayments(live.t.services);
      expect(statuses(intentId)).toEqual(['failed', 'succeeded']);
      expect(await mine('/api/billing-summary')).toMatchObject({ totalSpent: '35.00', delayedRefunds: [] });
    },
  );
});

describe('a refund of a charge that Stripe says is refunded already', () => {
  it('is refused while our list of its refunds is behind, and done once it names them', async () => {
    const { pickupId, intentId } = await cancelRefused('charge_already_refunded');
    const refusal = 'The payment provider says that the charge was refunded already.';
    expect(await itemsOf()).toMatchObject([{ refund: { refusal } }]);
    live.standIn.books.refundRefusal = null;
    await live.t.services.payments.refundPayment(intentId, { idempotencyKey: 'by-hand' });
    live.dropEvents();
    passTime(live, 2 * hourMs);
    await reconcilePayments(live.t.services);
    expect(statuses(intentId)).toEqual(['succeeded']);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '45.00', refunds: [{ status: 'done' }] });
    expect(await itemsOf()).toEqual([]);
  });
});

describe('a retry', () => {
  it('is for admins, and for refused refunds only', async () => {
    const { pickupId } = await cancelRefused();
    const [{ refund }] = await itemsOf();
    const path = `/api/admin/refunds/${refund.id}/retry`;
    expect((await live.t.call('POST', path, {})).status).toBe(401);
    expect((await live.t.call('POST', path, { token: (await makeCustomer(live.t)).token })).status).toBe(403);
    expect((await live.t.call('POST', path, { token: (await makeDriver(live.t)).token })).status).toBe(403);
    expect((await asAdmin('POST', `/api/admin/refunds/${randomUUID()}/retry`)).status).toBe(404);
    expect((await asAdmin('POST', '/api/admin/refunds/x/retry')).status).toBe(404);
    live.standIn.books.refundRefusal = null;
    expect((await asAdmin('POST', path)).status).toBe(200);
    await live.t.runJobs();
    expect((await asAdmin('POST', path)).status).toBe(409);
    const [line] = await trailOf(live.t, live.admin, 'pickup', pickupId);
    expect(line).toMatchObject({ action: 'refund_retried', details: { refund: '$45.00' } });
  });
});
