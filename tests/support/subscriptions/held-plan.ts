import { addDays, type DateKey, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { compareCredits } from '../../../server/subscriptions/credits/compare-credits.ts';
import { readCredits } from '../../../server/subscriptions/credits/read-credits.ts';
import { sweepCredits } from '../../../server/subscriptions/credits/sweep-credits.ts';
import { sweepSubscriptions } from '../../../server/subscriptions/occurrences/sweep-subscriptions.ts';
import { findSubscription, type SubscriptionRow } from '../../../server/subscriptions/subscriptions.store.ts';
import { type Person, staySignedIn } from '../accounts/people.ts';
import type { ApiResponse, TestApp } from '../app.ts';
import { writeHold } from './plan-holds.ts';
import { makeSubscriber } from './subscriptions.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A plan of $35.00 on Fridays in test mode, with helpers for the tests of its credits. */
export interface HeldPlan {
  readonly subscriptionId: string;
  readonly customer: Person;
  /** Puts the plan on hold from one day to the day before another. */
  hold(fromDay: DateKey, untilDay: DateKey): Promise<void>;
  /** Runs every scheduled job that concerns plans. */
  runJobs(): Promise<void>;
  /** Runs every job at 12:05 of each day until the given one. */
  liveUntil(day: DateKey): Promise<void>;
  /** Ends the plan as the dispatcher. */
  cancel(): Promise<ApiResponse>;
  plan(): Promise<SubscriptionRow>;
  /** Returns the credits in our books. A row is "2026-12-04 700 used". */
  credits(): Promise<{ balanceCents: number; rows: string[] }>;
  /** Returns the provider's balance in cents. */
  balance(): Promise<number>;
  history(): Promise<ApiResponse['body']>;
  /** Returns the differences between our books and the provider's. */
  differences(): Promise<string[]>;
  stripeCustomer(): Promise<string>;
}

/** Buys the plan now. */
export async function makeHeldPlan(t: TestApp, admin: Person): Promise<HeldPlan> {
  const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  const { subscriptionId } = customer;
  await staySignedIn(t);
  const mine: HeldPlan = {
    ...{ subscriptionId, customer },
    hold: async (fromDay, untilDay) => await writeHold(t, subscriptionId, fromDay, untilDay),
    async runJobs() {
      await sweepSubscriptions(t.services);
      await renewSubscriptions(t.services);
      await t.runJobs();
      const { failed } = await sweepCredits(t.services);
      if (failed.length > 0) throw new Error(failed.join());
      await t.runJobs();
    },
    async liveUntil(day) {
      for (let next = dateKeyOf(t.services.clock()); next < day; ) {
        next = addDays(next, 1);
        t.setNow(instantOf(next, '12:05'));
        await mine.runJobs();
      }
    },
    cancel: async () => await t.call('DELETE', `/api/admin/subscriptions/${subscriptionId}`, { token: admin.token }),
    plan: async () => (await findSubscription(t.db, subscriptionId)) as SubscriptionRow,
    async credits() {
      const { balanceCents, credits } = await readCredits(t.db, { id: subscriptionId });
      const rows = credits.map((row) => `${row.serviceDay} ${row.amountCents}${row.isApplied ? ' used' : ''}`);
      return { balanceCents, rows };
    },
    balance: async () => await t.services.payments.creditOf(await mine.stripeCustomer()),
    history: async () => (await t.call('GET', '/api/billing-history', { token: customer.token })).body,
    async differences() {
      const now = t.services.clock().getTime();
      return await compareCredits(t.services, { since: new Date(now - 400 * dayMs), until: new Date(now + 1) });
    },
    async stripeCustomer() {
      const users = t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', customer.id);
      return (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
    },
  };
  await mine.runJobs();
  return mine;
}
