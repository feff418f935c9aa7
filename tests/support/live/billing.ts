import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../app.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe/stand-in.ts';
import { openPlan } from '../subscriptions/subscriptions.ts';

/** The app in live mode, the stand-in for Stripe, an admin, and one customer with a plan at a time. */
export interface LiveBilling {
  readonly t: TestApp;
  readonly standIn: StripeStandIn;
  readonly admin: Person;
  /** The plan's customer. `begin` makes a new customer. */
  customer: Person;
  plan: ApiResponse['body'];
  /** Makes a new customer with a paid plan, and removes all failures. */
  begin(): Promise<void>;
  /** Posts one event to the webhook, signed, and runs the jobs. Returns the status. */
  post(event: object): Promise<number>;
  /** Posts Stripe's new events in order and runs the jobs. Sets the app's clock to Stripe's. */
  deliverEvents(): Promise<void>;
  /** Drops Stripe's new events. Sets the app's clock to Stripe's. */
  dropEvents(): void;
  /** Returns the customer's subscription, as our API does. */
  currentPlan(): Promise<ApiResponse['body']>;
  /** Returns "title: message" for each notification. */
  notificationsOf(person?: Person): Promise<string[]>;
  /** Returns "status amount" for each line of the billing history. */
  billingLines(): Promise<string[]>;
  edit(updates: Record<string, unknown>): Promise<ApiResponse>;
  /** Runs the hourly renewals and the jobs. */
  runHourlyJobs(): Promise<void>;
  endMonth(): Promise<void>;
  /** Saves another card in Stripe's form. The caller sends the result to our server. */
  saveCard(): Promise<{ setupId: string }>;
  /** Returns the errors that are logged during `act`. */
  errorsOf(act: () => Promise<void>): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * A fixed start, so that no end of a month, midnight or full hour falls into a test by chance. The clock runs on from
 * there.
 */
const startsAt = instantOf('2026-12-15', '12:20');

export async function openLiveBilling(): Promise<LiveBilling> {
  const standIn = await startStripeStandIn();
  const t = await startTestApp(standIn.env);
  let delivered = 0;
  const keepTime = () => t.setNow(new Date(standIn.books.now() * 1000));
  standIn.books.aheadSeconds = Math.round((startsAt.getTime() - Date.now()) / 1000);
  keepTime();
  const admin = await makeAdmin(t);
  const live: LiveBilling = {
    ...{ t, standIn, admin, customer: admin, plan: {} },
    async begin() {
      standIn.stopFailing();
      keepTime();
      live.customer = await makeCustomer(t);
      const opened = await openPlan(t, live.customer.token, { packageType: 'basic' });
      standIn.browser.confirmPayment(opened.body.clientSecret, testCards.successful.paymentMethodId);
      await live.deliverEvents();
      live.plan = await live.currentPlan();
      // The clock moves by months, and the sessions must last.
      await staySignedIn(t);
    },
    async post(event) {
      const { payload, signature } = standIn.sign(event);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const { statusCode } = await t.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
      await t.runJobs();
      return statusCode;
    },
    async deliverEvents() {
      keepTime();
      const events = standIn.books.events.slice(delivered);
      delivered += events.length;
      for (const event of events) {
        const status = await live.post(event);
        if (status !== 200) throw new Error(`the webhook returned ${status} for ${JSON.stringify(event)}`);
      }
      await t.runJobs();
    },
    dropEvents() {
      keepTime();
      delivered = standIn.books.events.length;
    },
    async currentPlan() {
      return (await t.call('GET', '/api/subscription', { token: live.customer.token })).body;
    },
    async notificationsOf(person = live.customer) {
      const { body } = await t.call('GET', '/api/notifications', { token: person.token });
      return body.notifications.map(({ title, message }: { title: string; message: string }) => `${title}: ${message}`);
    },
    async billingLines() {
      const { body } = await t.call('GET', '/api/billing-history', { token: live.customer.token });
      return body.map(({ status, amount }: { status: string; amount: string }) => `${status} ${amount}`);
    },
    async edit(updates) {
      return await t.call('PATCH', `/api/admin/subscriptions/${live.plan.id}`, {
        token: admin.token,
        body: { updates },
      });
    },
    async runHourlyJobs() {
      await renewSubscriptions(t.services);
      await t.runJobs();
    },
    async endMonth() {
      standIn.browser.endPeriod(live.plan.stripeSubscriptionId);
      await live.deliverEvents();
      await live.runHourlyJobs();
    },
    async saveCard() {
      const { body } = await t.call('POST', '/api/subscription/card-setup', { token: live.customer.token });
      standIn.browser.confirmSetup(body.clientSecret, testCards.successful.paymentMethodId);
      return { setupId: body.setupId };
    },
    async errorsOf(act) {
      const { log } = t.services;
      const { error } = log;
      const messages: string[] = [];
      log.error = (...line: unknown[]) => {
        messages.push(String(line[1]));
      };
      await act().finally(() => {
        log.error = error;
      });
      return messages;
    },
    async close() {
      await t.close();
      await standIn.close();
    },
  };
  return live;
}
