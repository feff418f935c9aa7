import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttentionItem } from '../../../contract/attention.ts';
import { testCards } from '../../../contract/payments.ts';
import { visitsOfMonth } from '../../../contract/values/plan/credit.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp } from '../../../tests/support/app.ts';
import { isLong } from '../../../tests/support/effort.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { makeHeldPlan } from '../../../tests/support/subscriptions/held-plan.ts';
import { writeHold } from '../../../tests/support/subscriptions/plan-holds.ts';
import { openPlan, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';
import { compareCredits } from './compare-credits.ts';
import { sweepCredits } from './sweep-credits.ts';

/** A plan of $35.00 that a person ended at the provider, whose last invoice is in any state. */

let live: LiveBilling;
const declined = testCards.declined.paymentMethodId;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  await live.begin();
  await live.runHourlyJobs();
});

const stripeId = () => live.plan.stripeSubscriptionId as string;
const invoices = () =>
  [...live.standIn.books.invoices.values()].filter(
    (one) => one.parent?.subscription_details?.subscription === stripeId(),
  );
const newest = () => {
  const invoice = invoices().at(-1);
  if (!invoice) throw new Error('no invoice');
  return invoice;
};
const stripeCustomer = async () => {
  const users = live.t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', live.customer.id);
  return (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
};
const balance = async () => await live.t.services.payments.creditOf(await stripeCustomer());
const differences = async () => {
  const now = live.t.services.clock().getTime();
  return await compareCredits(live.t.services, { since: new Date(now - 90 * 86_400_000), until: new Date(now + 1) });
};

/** Holds the last visit of the paid month, so that its credit is on the balance. Returns the credit in cents. */
async function holdLastVisit(): Promise<number> {
  const months = live.t.db.selectFrom('plan_months').selectAll().where('subscriptionId', '=', live.plan.id);
  const { startsAt, endsAt } = await months.executeTakeFirstOrThrow();
  const visits = visitsOfMonth(['monday'], startsAt, endsAt, dateKeyOf(startsAt));
  const day = visits.at(-1) ?? '';
  await writeHold(live.t, live.plan.id, day, addDays(day, 1));
  live.t.setNow(instantOf(addDays(day, -1), '18:00'));
  await sweepCredits(live.t.services);
  await live.t.runJobs();
  return Math.floor(3500 / visits.length);
}

/** Brings the last invoice into a state. */
const makeInvoice = {
  draft: () => live.standIn.browser.beginPeriod(stripeId()),
  'draft that cannot be finalized': () => {
    live.standIn.browser.beginPeriod(stripeId());
    live.standIn.browser.failToFinalize(stripeId(), 'The address is unknown.');
  },
  open: () => {
    live.standIn.browser.spoilCard(stripeId(), declined);
    live.standIn.browser.endPeriod(stripeId());
  },
  uncollectible: () => {
    makeInvoice.open();
    live.standIn.browser.writeOff(newest().id);
  },
  void: () => {
    makeInvoice.open();
    live.standIn.browser.voidInvoice(newest().id);
  },
  paid: () => live.standIn.browser.endPeriod(stripeId()),
};
type State = keyof typeof makeInvoice;

/** The state of the invoice once the plan is ended here. The first four can never be paid again. */
const afterwards: Record<State, string> = {
  draft: 'draft, forgiven',
  'draft that cannot be finalized': 'draft, forgiven',
  open: 'void',
  void: 'void',
  uncollectible: 'uncollectible',
  paid: 'paid',
};
const stateOf = ({ status, metadata }: ReturnType<typeof newest>) =>
  metadata?.forgiven ? `${status}, forgiven` : status;

describe('a plan ended at Stripe', () => {
  const states: State[] = ['draft', 'open', 'uncollectible'];
  const otherStates: State[] = ['draft that cannot be finalized', 'void', 'paid'];

  it.each(isLong ? [...states, ...otherStates] : states)(
    'frees its customer when its last invoice is: %s',
    async (state) => {
      const creditCents = await holdLastVisit();
      makeInvoice[state]();
      live.standIn.browser.endPlan(stripeId());
      await live.deliverEvents();
      await live.runHourlyJobs();
      expect(await live.currentPlan()).toMatchObject({ status: 'cancelled' });
      expect(stateOf(newest())).toBe(afterwards[state]);
      // A paid or written-off invoice has used the credit.
      const isUsed = state === 'paid' || state === 'uncollectible';
      const refunded = isUsed ? [] : [`succeeded -${(creditCents / 100).toFixed(2)}`];
      expect((await live.billingLines()).filter((line) => line.includes('-'))).toEqual(refunded);
      expect(await balance()).toBe(0);
      expect(await differences()).toEqual([]);
      await buyAgain();
      live.standIn.browser.endDraftHour(stripeId());
      expect(stateOf(newest())).toBe(afterwards[state]);
    },
  );

  it.each(['draft', 'open'] as const)('leaves no invoice to pay without any credit: %s', async (state) => {
    makeInvoice[state]();
    live.standIn.browser.endPlan(stripeId());
    await live.deliverEvents();
    expect(stateOf(newest())).toBe(afterwards[state]);
    await buyAgain();
  });

  it.each(['draft', 'open'] as const)('frees its customer whose job could not finish: %s', async (state) => {
    const creditCents = await holdLastVisit();
    makeInvoice[state]();
    live.standIn.browser.endPlan(stripeId());
    const call = state === 'open' ? 'POST /v1/invoices/:id/void' : 'POST /v1/invoices/:id';
    live.standIn.failNext(call, { refuse: { status: 500, error: { type: 'api_error', message: 'Down' } } }, 500);
    await live.deliverEvents();
    expect(stateOf(newest())).toBe(state);
    expect((await openPlan(live.t, live.customer.token)).status).toBe(503);
    expect(await stuck()).toEqual([]);
    live.t.setNow(new Date(live.t.services.clock().getTime() + 24 * 3_600_000));
    expect((await sweepCredits(live.t.services)).failed).toHaveLength(1);
    expect(await stuck()).toMatchObject([
      {
        amount: (creditCents / 100).toFixed(2),
        customer: { id: live.customer.id },
        reason: "The payment provider doesn't respond.",
      },
    ]);
    live.standIn.stopFailing();
    expect((await sweepCredits(live.t.services)).failed).toEqual([]);
    expect(await stuck()).toEqual([]);
    await buyAgain();
    expect(stateOf(newest())).toBe(afterwards[state]);
    expect(await live.billingLines()).toContain(`succeeded -${(creditCents / 100).toFixed(2)}`);
    expect(await differences()).toEqual([]);
  });

  it('returns the credit of a written-off invoice that is voided later', async () => {
    const creditCents = await holdLastVisit();
    makeInvoice.uncollectible();
    live.standIn.browser.endPlan(stripeId());
    await live.deliverEvents();
    expect(await balance()).toBe(0);
    live.standIn.browser.voidInvoice(newest().id);
    expect(await balance()).toBe(creditCents);
    await live.deliverEvents();
    expect(await balance()).toBe(0);
    expect(await live.billingLines()).toContain(`succeeded -${(creditCents / 100).toFixed(2)}`);
    expect(await differences()).toEqual([]);
    await buyAgain();
  });

  it.each(['the sweep', 'the next order'] as const)(
    'returns it also when nobody told us that it was voided: by %s',
    async (finder) => {
      const creditCents = await holdLastVisit();
      makeInvoice.uncollectible();
      live.standIn.browser.endPlan(stripeId());
      await live.deliverEvents();
      await live.runHourlyJobs();
      live.standIn.browser.voidInvoice(newest().id);
      live.dropEvents();
      expect(await balance()).toBe(creditCents);
      if (finder === 'the sweep') await live.runHourlyJobs();
      await buyAgain();
      expect(await live.billingLines()).toContain(`succeeded -${(creditCents / 100).toFixed(2)}`);
      expect(await balance()).toBe(0);
      expect(await differences()).toEqual([]);
    },
  );

  it.each(['given', 'not given yet'] as const)(
    'returns the credit of a customer who was deleted at Stripe: %s',
    async (state) => {
      const down = { refuse: { status: 500, error: { type: 'api_error', message: 'Down' } } };
      const call = 'POST /v1/customers/:id/balance_transactions';
      if (state === 'not given yet') live.standIn.failNext(call, down, 500);
      const creditCents = await holdLastVisit();
      live.standIn.stopFailing();
      const deleted = await stripeCustomer();
      live.standIn.browser.deleteCustomer(deleted);
      await live.deliverEvents();
      await live.runHourlyJobs();
      expect(await live.currentPlan()).toMatchObject({ status: 'cancelled' });
      expect(await stuck()).toEqual([]);
      expect(await live.billingLines()).toContain(`succeeded -${(creditCents / 100).toFixed(2)}`);
      await buyAgain();
      expect(await stripeCustomer()).not.toBe(deleted);
      // The new customer gets none of it a second time.
      live.t.setNow(new Date(live.t.services.clock().getTime() + 3_600_000));
      expect((await sweepCredits(live.t.services)).failed).toEqual([]);
      await live.t.runJobs();
      expect(await balance()).toBe(0);
      const returned = (await live.billingLines()).filter((line) => line.includes('-'));
      expect(returned).toEqual([`succeeded -${(creditCents / 100).toFixed(2)}`]);
    },
  );

  it('says which invoice holds up the credit', async () => {
    await holdLastVisit();
    makeInvoice.open();
    live.standIn.browser.endPlan(stripeId());
    const error = { type: 'invalid_request_error', message: 'This invoice is being paid.' };
    live.standIn.failNext('POST /v1/invoices/:id/void', { refuse: { status: 400, error } }, 500);
    await live.deliverEvents();
    live.t.setNow(new Date(live.t.services.clock().getTime() + 24 * 3_600_000));
    const { id, amount_due: cents } = newest();
    const reason = `The invoice ${id} of $${(cents / 100).toFixed(2)} is still open at the payment provider.`;
    expect(await stuck()).toMatchObject([{ reason }]);
    live.standIn.stopFailing();
    await live.runHourlyJobs();
    expect((await sweepCredits(live.t.services)).failed).toEqual([]);
    await buyAgain();
  });

  /** Returns the items of Needs attention about credit that isn't returned. */
  async function stuck(): Promise<AttentionItem[]> {
    const { body } = await live.t.call('GET', '/api/admin/attention', { token: live.admin.token });
    return body.kinds.find(({ kind }: { kind: string }) => kind === 'stuck-credit')?.items ?? [];
  }

  /** Buys another plan at its full price. */
  async function buyAgain(): Promise<void> {
    const opened = await openPlan(live.t, live.customer.token, { packageType: 'clean-carry' });
    expect(opened).toMatchObject({ status: 200 });
    live.standIn.browser.confirmPayment(opened.body.clientSecret, testCards.successful.paymentMethodId);
    await live.deliverEvents();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', packageType: 'clean-carry' });
    expect(await live.billingLines()).toContain('succeeded 60.00');
  }
});

describe('a plan ended at the simulated provider', () => {
  it.each(isLong ? (['open', 'paid'] as const) : (['open'] as const))(
    'frees its customer when its last invoice is: %s',
    async (state) => {
      const t = await startTestApp();
      t.setNow(instantOf('2026-11-25', '12:00'));
      const mine = await makeHeldPlan(t, await makeAdmin(t));
      await mine.hold('2026-12-18', '2026-12-25');
      await mine.liveUntil('2026-12-24');
      const { stripeSubscriptionId } = await mine.plan();
      const simulated = t.db.updateTable('simulated_subscriptions').where('id', '=', stripeSubscriptionId);
      if (state === 'open') await simulated.set({ paymentMethodId: declined }).execute();
      await mine.liveUntil('2026-12-26');
      await simulated.set({ status: 'canceled' }).execute();
      await mine.liveUntil('2027-02-01');
      expect(await mine.plan()).toMatchObject({ status: 'cancelled' });
      const [last] = await t.services.payments.listInvoices(stripeSubscriptionId);
      expect(last?.status).toBe(state === 'open' ? 'void' : 'paid');
      expect(await mine.balance()).toBe(0);
      expect(await mine.differences()).toEqual([]);
      await staySignedIn(t);
      expect(await subscribe(t, mine.customer.token, { packageType: 'clean-carry' })).toMatchObject({
        status: 'active',
      });
      await t.close();
    },
  );
});
