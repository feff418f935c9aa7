import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/dates.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { type Answer, startTestApp, type TestApp } from '../app.ts';
import { makeAdmin, makeCustomer, type Person } from '../people.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe/stand-in.ts';
import { openPlan } from '../subscriptions.ts';

/** A server in live mode, Stripe's stand-in, an admin, and one customer with a plan at a time. */
export interface LiveBilling {
  readonly t: TestApp;
  readonly standIn: StripeStandIn;
  readonly admin: Person;
  /** Whose plan it is: `begin` makes another one. */
  customer: Person;
  plan: Answer['body'];
  /** A new customer with a plan that is paid; nothing goes wrong any more. */
  begin(): Promise<void>;
  /** Posts one of Stripe's events, signed, and answers the status. */
  post(event: object): Promise<number>;
  /** Posts what Stripe has to tell and works off the jobs; the app's clock is Stripe's. */
  tell(): Promise<void>;
  /** None of it arrives. */
  lose(): void;
  mine(): Promise<Answer['body']>;
  bell(who?: Person): Promise<string[]>;
  lines(): Promise<string[]>;
  edit(updates: Record<string, unknown>): Promise<Answer>;
  /** What the jobs of the hour do. */
  hourly(): Promise<void>;
  endMonth(): Promise<void>;
  /** The form for another card, filled in: what sends it to our server is left to the caller. */
  saveCard(): Promise<{ setupId: string }>;
  /** What is logged as an error meanwhile. */
  errorsOf(act: () => Promise<void>): Promise<string[]>;
  close(): Promise<void>;
}

/** A fixed day, so that no month, midnight or first look of an hour falls into a test by chance. The clock goes on from there. */
const startsAt = instantOf('2026-12-15', '12:20');

export async function openLiveBilling(): Promise<LiveBilling> {
  const standIn = await startStripeStandIn();
  const t = await startTestApp(standIn.env);
  let told = 0;
  const keepTime = () => t.setNow(new Date(standIn.books.now() * 1000));
  standIn.books.aheadSeconds = Math.round((startsAt.getTime() - Date.now()) / 1000);
  keepTime();
  const admin = await makeAdmin(t);
  const live: LiveBilling = {
    ...{ t, standIn, admin, customer: admin, plan: {} },
    async begin() {
      standIn.calm();
      keepTime();
      live.customer = await makeCustomer(t);
      const opened = await openPlan(t, live.customer.token, { packageType: 'basic' });
      standIn.browser.confirmPayment(opened.body.clientSecret, testCards.successful.paymentMethodId);
      await live.tell();
      live.plan = await live.mine();
      // The clock goes on for months; these people stay signed in.
      await t.db
        .updateTable('sessions')
        .set({ expire: new Date('2060-01-01') })
        .execute();
    },
    async post(event) {
      const { payload, signature } = standIn.sign(event);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await t.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload })).statusCode;
    },
    async tell() {
      keepTime();
      const news = standIn.books.events.slice(told);
      told += news.length;
      for (const event of news) {
        const status = await live.post(event);
        if (status !== 200) throw new Error(`the webhook answered ${status} to ${JSON.stringify(event)}`);
      }
      await t.runJobs();
    },
    lose() {
      keepTime();
      told = standIn.books.events.length;
    },
    async mine() {
      return (await t.call('GET', '/api/subscription', { token: live.customer.token })).body;
    },
    async bell(who = live.customer) {
      const { body } = await t.call('GET', '/api/notifications', { token: who.token });
      return body.notifications.map(({ title, message }: { title: string; message: string }) => `${title}: ${message}`);
    },
    async lines() {
      const { body } = await t.call('GET', '/api/billing-history', { token: live.customer.token });
      return body.map(({ status, amount }: { status: string; amount: string }) => `${status} ${amount}`);
    },
    async edit(updates) {
      return await t.call('PATCH', `/api/admin/subscriptions/${live.plan.id}`, {
        token: admin.token,
        body: { updates },
      });
    },
    async hourly() {
      await renewSubscriptions(t.services);
      await t.runJobs();
    },
    async endMonth() {
      standIn.browser.endPeriod(live.plan.stripeSubscriptionId);
      await live.tell();
      await live.hourly();
    },
    async saveCard() {
      const { body } = await t.call('POST', '/api/subscription/card-setup', { token: live.customer.token });
      standIn.browser.confirmSetup(body.clientSecret, testCards.successful.paymentMethodId);
      return { setupId: body.setupId };
    },
    async errorsOf(act) {
      const { log } = t.services;
      const { error } = log;
      const said: string[] = [];
      log.error = (...line: unknown[]) => {
        said.push(String(line[1]));
      };
      await act().finally(() => {
        log.error = error;
      });
      return said;
    },
    async close() {
      await t.close();
      await standIn.close();
    },
  };
  return live;
}
