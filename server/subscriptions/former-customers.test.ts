import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import type { TestApp } from '../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import { intentOf, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import { deactivateAccount } from '../accounts/members/deactivate-account.ts';

/** No plan charges an account that is no longer a customer's, because nobody could see the plan (decision 010). */

let live: LiveBilling;
let t: TestApp;
beforeAll(async () => {
  live = await openLiveBilling();
  ({ t } = live);
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const makeDriverOf = async ({ id }: Person) => {
  const body = { role: 'driver' };
  const answer = await t.call('PATCH', `/api/admin/users/${id}/role`, { token: live.admin.token, body });
  expect(answer.status).toBe(200);
};
const closeAccountOf = async ({ id }: Person) => {
  await deactivateAccount(t.services, null, id);
};
const plansOf = ({ id }: Person) =>
  t.db.selectFrom('subscriptions').select('status').where('customerId', '=', id).execute();
const linesOf = ({ id }: Person) =>
  t.db.selectFrom('payment_history').select(['status', 'amount']).where('customerId', '=', id).orderBy('id').execute();

describe('a plan paid by a customer', () => {
  it.each([
    ['who was made a driver in the meantime', makeDriverOf],
    ['whose account was closed in the meantime', closeAccountOf],
  ])('%s does not start, is refunded, and ends at Stripe', async (_, leave) => {
    const person = await makeCustomer(t);
    const opened = await openPlan(t, person.token, { packageType: 'basic' });
    await leave(person);
    live.standIn.browser.confirmPayment(opened.body.clientSecret, testCards.successful.paymentMethodId);
    await live.deliverEvents();
    expect(await plansOf(person)).toEqual([]);
    expect(live.standIn.books.subscriptions.get(opened.body.subscriptionId)?.status).toBe('canceled');
    expect((await t.services.payments.getPayment(intentOf(opened)))?.refundedCents).toBe(3_500);
    expect((await linesOf(person)).map(({ status }) => status)).toEqual(['succeeded', 'refunded']);
  });
});

describe('a plan that has ended', () => {
  it.each(['active', 'paused'])(
    'is not made %s again for a customer who is now a driver, and Stripe gets no write',
    async (status) => {
      expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
      await live.deliverEvents();
      await makeDriverOf(live.customer);
      const asked = live.standIn.seen.length;
      expect(await live.edit({ status })).toMatchObject({ status: 409, body: { code: 'no_customer' } });
      expect(live.standIn.seen.slice(asked).filter(({ method }) => method === 'POST')).toEqual([]);
      expect(await plansOf(live.customer)).toEqual([{ status: 'cancelled' }]);
    },
  );

  it('ends again when its customer becomes a driver during the call to Stripe', async () => {
    expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
    await live.deliverEvents();
    live.standIn.failNext('POST /v1/subscriptions/:id', { delayMs: 3_000 });
    const asked = new Promise<void>((resolve) => live.standIn.meanwhile('POST /v1/subscriptions/:id', resolve));
    const edited = live.edit({ status: 'active' });
    await asked;
    await makeDriverOf(live.customer);
    expect(await edited).toMatchObject({ status: 409, body: { code: 'no_customer' } });
    await live.deliverEvents();
    expect(await plansOf(live.customer)).toEqual([{ status: 'cancelled' }]);
    const { stripeSubscriptionId } = live.plan;
    expect((await t.services.payments.getSubscription(stripeSubscriptionId))?.endsAtPeriodEnd).toBe(true);
    expect(await linesOf(live.customer)).toMatchObject([{ status: 'succeeded' }]);
  });
});
