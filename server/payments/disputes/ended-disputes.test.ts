import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { bookPaid, passTime, paymentOf, refundsOf } from '../../../tests/support/live/pickups.ts';
import { readLedger } from '../reconcile/read-ledger.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';

/** Disputes of a charge, from their beginning to the bank's decision. The customer has a plan for $35. */

let live: LiveBilling;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const asAdmin = async (method: 'DELETE' | 'GET' | 'POST', path: string, body?: object) =>
  await live.t.call(method, path, { token: live.admin.token, ...(body && { body }) });
const titles = async (token: string) =>
  (await live.t.call('GET', '/api/notifications', { token })).body.notifications.map(
    ({ title }: { title: string }) => title,
  );
const spent = async () =>
  (await live.t.call('GET', '/api/billing-summary', { token: live.customer.token })).body.totalSpent;

async function bookDisputed() {
  const paid = await bookPaid(live);
  const dispute = live.standIn.browser.dispute(paid.intentId);
  await live.deliverEvents();
  return { ...paid, dispute };
}

describe('while a charge is disputed', () => {
  it("staff's refund is 409 before anything is written", async () => {
    const { pickupId } = await bookDisputed();
    const body = { amount: '10.00', reason: 'A bag', refundKey: randomUUID() };
    const answer = await asAdmin('POST', `/api/admin/pickups/${pickupId}/refund`, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'disputed' } });
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunds: [] });
  });

  it('the cancelled pickup keeps its refund waiting, and promises nothing', async () => {
    const { pickupId, intentId } = await bookDisputed();
    expect((await asAdmin('DELETE', `/api/admin/pickups/${pickupId}`)).status).toBe(200);
    await live.t.runJobs();
    passTime(live, 24 * 60 * 60 * 1000);
    await reconcilePayments(live.t.services);
    expect(refundsOf(live, intentId)).toEqual([]);
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunds: [{ status: 'asked', amount: '45.00' }] });
    const page = await live.t.call('GET', `/api/pickups/${pickupId}`, { token: live.customer.token });
    expect(page.body.payment).toMatchObject({ isDisputed: true, refunds: [] });
  });
});

describe('a dispute that the bank decides', () => {
  it('for us sends the refund that was due', async () => {
    const { pickupId, intentId, dispute } = await bookDisputed();
    await asAdmin('DELETE', `/api/admin/pickups/${pickupId}`);
    await live.t.runJobs();
    live.standIn.browser.closeDispute(dispute.id, 'won');
    await live.deliverEvents();
    await live.deliverEvents();
    expect(refundsOf(live, intentId).map(({ amount }) => amount)).toEqual([4500]);
    expect(await spent()).toBe('35.00');
    expect(await titles(live.admin.token)).toContain('A dispute was won');
    expect(await titles(live.customer.token)).toContain('Refund sent');
  });

  it('for the cardholder counts the charge as returned, tells both, and sends nothing', async () => {
    const { pickupId, intentId, dispute } = await bookDisputed();
    await asAdmin('DELETE', `/api/admin/pickups/${pickupId}`);
    await live.t.runJobs();
    live.standIn.browser.closeDispute(dispute.id, 'lost');
    await live.deliverEvents();
    await live.t.runJobs();
    expect(refundsOf(live, intentId)).toEqual([]);
    expect(await spent()).toBe('35.00');
    expect(await titles(live.admin.token)).toContain('A dispute was lost');
    expect(await titles(live.customer.token)).toContain('Payment returned');
    expect(await paymentOf(live, pickupId)).toMatchObject({ refunded: '45.00', left: '0.00', isDisputed: false });
    const attention = (await asAdmin('GET', '/api/admin/attention')).body;
    const disputes = attention.kinds.find(({ kind }: { kind: string }) => kind === 'dispute')?.items ?? [];
    expect(disputes.filter(({ pickup }: { pickup: { id: string } }) => pickup.id === pickupId)).toEqual([]);
    const now = live.t.services.clock();
    const span = { since: new Date(now.getTime() - 86_400_000), until: new Date(now.getTime() + 86_400_000) };
    const { differences } = await readLedger(live.t.services, span);
    expect(differences.filter((one) => one.includes(intentId))).toEqual([]);
    // It is recorded once, however often it is heard of.
    await reconcilePayments(live.t.services);
    expect(await spent()).toBe('35.00');
  });

  it.each([
    ['won', [4500], 'A dispute was won'],
    ['lost', [], 'A dispute was lost'],
  ] as const)('months later is noticed without its event: %s', async (decision, refunds, title) => {
    const { pickupId, intentId, dispute } = await bookDisputed();
    await asAdmin('DELETE', `/api/admin/pickups/${pickupId}`);
    await live.t.runJobs();
    passTime(live, 75 * 24 * 60 * 60 * 1000);
    live.standIn.browser.closeDispute(dispute.id, decision);
    live.dropEvents();
    await reconcileWithinHour();
    expect(refundsOf(live, intentId).map(({ amount }) => amount)).toEqual(refunds);
    expect(await spent()).toBe('35.00');
    expect(await titles(live.admin.token)).toContain(title);
  });

  /** Reconciles every two minutes for an hour and a bit. */
  async function reconcileWithinHour(): Promise<void> {
    for (let minute = 0; minute <= 62; minute += 2) {
      passTime(live, 2 * 60 * 1000);
      await reconcilePayments(live.t.services);
      await live.t.runJobs();
    }
  }
});
