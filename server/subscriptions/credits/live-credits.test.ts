import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/dates.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { writeHold } from '../../../tests/support/plan-holds.ts';
import { openPlan } from '../../../tests/support/subscriptions.ts';
import { compareCredits } from './compare-credits.ts';
import { sweepCredits } from './sweep-credits.ts';

/** Credits of a held plan at Stripe. The month of $35.00 from Dec 15, 12:20 to Jan 15 has four Mondays. */

let live: LiveBilling;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  await live.begin();
  await live.runHourlyJobs();
});

const sweepAt = async (day: string, time: string) => {
  live.t.setNow(instantOf(day, time));
  expect((await sweepCredits(live.t.services)).failed).toEqual([]);
  await live.t.runJobs();
};
const stripeCustomer = async () => {
  const users = live.t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', live.customer.id);
  return (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
};
const balance = async () => await live.t.services.payments.creditOf(await stripeCustomer());
const differences = async () => {
  const { db, payments, clock } = live.t.services;
  const now = clock().getTime();
  return await compareCredits({ db, payments }, { since: new Date(now - 90 * 86_400_000), until: new Date(now + 1) });
};
const firstMonday = () => {
  const start = new Date(Date.parse(live.plan.currentPeriodEnd));
  return start;
};
