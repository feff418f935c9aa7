import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';

/** The lines of a plan's months with Stripe, which has lines of its own. */

let live: LiveBilling;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const newest = async () => {
  const { token } = live.customer;
  const [item] = (await live.t.call('GET', '/api/billing-history', { token })).body;
  return (await live.t.call('GET', `/api/receipts/${item.id}`, { token })).body;
};
const month = { kind: 'plan-month', quantity: 1, amount: '35.00', tax: '0.00' };

describe('a month of a plan', () => {
  it('is a line, and what a person adds at Stripe is another one, whatever it costs', async () => {
    expect(await newest()).toMatchObject({ amount: '35.00', lines: [month] });
    // As much as the month itself.
    live.standIn.browser.addLine(live.plan.stripeSubscriptionId, 3500);
    await live.endMonth();
    const { amount, lines } = await newest();
    expect(amount).toBe('70.00');
    expect(lines).toEqual([month, { ...month, kind: 'other' }]);
  });

  it('has a line for the plan credit that it used', async () => {
    const { stripeCustomerId } = await live.t.db
      .selectFrom('users')
      .select('stripeCustomerId')
      .where('id', '=', live.customer.id)
      .executeTakeFirstOrThrow();
    live.standIn.browser.giveCredit(stripeCustomerId ?? '', 875);
    await live.endMonth();
    const credit = { kind: 'credit', quantity: 1, amount: '-8.75', tax: '0.00' };
    expect(await newest()).toMatchObject({ amount: '26.25', price: '35.00', credit: '8.75', lines: [month, credit] });
  });

  it('that a server of the previous release recorded has the same receipt', async () => {
    await live.endMonth();
    const before = await newest();
    await live.t.db.deleteFrom('charge_lines').execute();
    expect(await newest()).toEqual(before);
  });

  it('is tagged at Stripe with what it is for', async () => {
    const intents = [...live.standIn.books.intents.values()];
    const { metadata } = intents.findLast(({ status }) => status === 'succeeded') ?? {};
    expect(metadata).toMatchObject({
      purpose: 'subscription',
      line_1: 'plan-month:1:3500:0',
      subscription: live.plan.id,
    });
  });
});
