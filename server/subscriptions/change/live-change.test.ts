import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';

/** A change of plan in live mode: what Stripe charges, and when. */

let live: LiveBilling;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const token = () => live.customer.token;
const there = () => live.t.services.payments.getSubscription(live.plan.stripeSubscriptionId);
const change = (body: unknown) => live.t.call('POST', '/api/plan/change', { token: token(), body });

describe('another package at Stripe', () => {
  it('costs nothing now, is charged from the next month on, and is undone without a trace', async () => {
    expect((await change({ packageType: 'premium' })).status).toBe(200);
    await live.runHourlyJobs();
    expect(await there()).toMatchObject({ packageType: 'premium', priceCents: 15000 });
    expect(await live.billingLines()).toEqual(['succeeded 35.00']);
    expect((await live.t.call('POST', '/api/plan/undo-change', { token: token() })).status).toBe(200);
    await live.runHourlyJobs();
    expect(await there()).toMatchObject({ packageType: 'basic', priceCents: 3500 });

    await change({ packageType: 'premium' });
    await change({ packageType: 'heavy-duty' });
    await live.runHourlyJobs();
    await live.endMonth();
    expect(await live.currentPlan()).toMatchObject({
      ...{ packageType: 'heavy-duty', pricePerMonth: '75.00', pickupDays: ['monday', 'thursday'] },
      ...{ pendingPackageType: null, pastDueSince: null },
    });
    expect((await live.billingLines()).toSorted()).toEqual(['succeeded 35.00', 'succeeded 75.00']);
    expect(await there()).toMatchObject({ packageType: 'heavy-duty', priceCents: 7500 });
  });

  it('starts although its first charge is declined, and is paid by another card', async () => {
    await change({ packageType: 'heavy-duty' });
    await live.runHourlyJobs();
    live.standIn.browser.spoilCard(live.plan.stripeSubscriptionId, testCards.declined.paymentMethodId);
    await live.endMonth();
    const plan = await live.currentPlan();
    expect(plan).toMatchObject({ packageType: 'heavy-duty', pendingPackageType: null, status: 'active' });
    expect(plan.pastDueSince).not.toBeNull();
    const body = await live.saveCard();
    expect((await live.t.call('POST', '/api/subscription/card', { token: token(), body })).status).toBe(200);
    await live.deliverEvents();
    expect((await live.billingLines()).filter((line: string) => line === 'succeeded 75.00')).toHaveLength(1);
  });
});
