import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { type Answer, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/people.ts';
import { finalize } from '../../tests/support/stripe/months.ts';
import { type StripeStandIn, startStripeStandIn } from '../../tests/support/stripe-stand-in.ts';
import { openPlan } from '../../tests/support/subscriptions.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';

/** The months of a plan in live mode: Stripe's calendar, its retries and its own screens, told by events or not at all. */

let standIn: StripeStandIn;
let t: TestApp;
let admin: Person;
let customer: Person;
let plan: Answer['body'];
/** How many of Stripe's events were posted, or lost. */
let told = 0;
const good = testCards.successful.paymentMethodId;
const bad = testCards.declined.paymentMethodId;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  t = await startTestApp(standIn.env);
  admin = await makeAdmin(t);
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});
beforeEach(async () => {
  standIn.calm();
  t.setNow(new Date(standIn.books.now() * 1000));
  customer = await makeCustomer(t);
  plan = await subscribe();
  // The clock goes on for months; these people stay signed in.
  await t.db
    .updateTable('sessions')
    .set({ expire: new Date('2060-01-01') })
    .execute();
});

/** Posts what Stripe tells, signed; the app's clock is Stripe's. */
async function tell(): Promise<void> {
  t.setNow(new Date(standIn.books.now() * 1000));
  const news = standIn.books.events.slice(told);
  told += news.length;
  for (const event of news) {
    const { payload, signature } = standIn.sign(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { statusCode } = await t.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
    expect(statusCode).toBe(200);
  }
  await t.runJobs();
}
/** None of it arrives. */
function lose(): void {
  t.setNow(new Date(standIn.books.now() * 1000));
  told = standIn.books.events.length;
}
async function subscribe(): Promise<Answer['body']> {
  const opened = await openPlan(t, customer.token, { packageType: 'basic' });
  standIn.browser.confirmPayment(opened.body.clientSecret, good);
  await tell();
  return await mine();
}
const mine = async () => (await t.call('GET', '/api/subscription', { token: customer.token })).body;
const bell = async (who = customer): Promise<string[]> => {
  const { body } = await t.call('GET', '/api/notifications', { token: who.token });
  return body.notifications.map(({ title, message }: { title: string; message: string }) => `${title}: ${message}`);
};
const lines = async () => {
  const { body } = await t.call('GET', '/api/billing-history', { token: customer.token });
  return body.map(({ status, amount }: { status: string; amount: string }) => `${status} ${amount}`);
};
const there = () => t.services.payments.getSubscription(plan.stripeSubscriptionId);
const months = () =>
  [...standIn.books.invoices.values()].filter(
    (one) => one.parent?.subscription_details?.subscription === plan.stripeSubscriptionId,
  );
const lastMonth = () => months().at(-1)?.id ?? '';
const edit = async (status: string) => {
  const path = `/api/admin/subscriptions/${plan.id}`;
  return await t.call('PATCH', path, { token: admin.token, body: { updates: { status } } });
};
const hourly = async () => {
  await renewSubscriptions(t.services);
  await t.runJobs();
};
const daysLater = async (days: number) => {
  standIn.books.aheadSeconds += days * 24 * 60 * 60;
  await tell();
  await hourly();
};
const endMonth = async () => {
  standIn.browser.endPeriod(plan.stripeSubscriptionId);
  await tell();
  await hourly();
};
const spoil = (card: string) => standIn.browser.spoilCard(plan.stripeSubscriptionId, card);
const owe = async () => {
  spoil(bad);
  await endMonth();
  expect((await mine()).pastDueSince).not.toBeNull();
};
const newCard = async () => {
  const setup = await t.call('POST', '/api/subscription/card-setup', { token: customer.token });
  standIn.browser.confirmSetup(setup.body.clientSecret, good);
  const body = { setupId: setup.body.setupId };
  const answer = await t.call('POST', '/api/subscription/card', { token: customer.token, body });
  await tell();
  return answer;
};

/** What is logged as an error meanwhile. */
async function errorsOf(act: () => Promise<void>): Promise<string[]> {
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
}

describe('a month that was refused', () => {
  it('is paid by a new card also when the next one began meanwhile, and the plan goes on', async () => {
    await owe();
    await daysLater(8);
    await endMonth();
    expect((await mine()).status).toBe('paused');
    expect(months().map(({ status }) => status)).toEqual(['paid', 'open', 'void']);
    expect(await newCard()).toMatchObject({ status: 200, body: { status: 'active', pastDueSince: null } });
    expect((await there())?.status).toBe('active');
    await endMonth();
    expect(await mine()).toMatchObject({ status: 'active', pastDueSince: null });
    expect((await lines()).filter((line: string) => line === 'succeeded 35.00')).toHaveLength(3);
  });

  it('names what is due, whatever the plan has become since', async () => {
    spoil(bad);
    standIn.browser.endPeriod(plan.stripeSubscriptionId);
    lose();
    const path = `/api/admin/subscriptions/${plan.id}`;
    await t.call('PATCH', path, { token: admin.token, body: { updates: { pricePerMonth: '150.00' } } });
    await hourly();
    const mails = (await t.mails()).filter(
      ({ to, subject }) => to === customer.email && /update your card/.test(subject),
    );
    expect(mails.map(({ text }) => /\$[\d.]+/.exec(text)?.[0])).toEqual(['$35.00']);
  });

  it('that somebody writes off at Stripe lets the plan go on, and nobody is thanked', async () => {
    await owe();
    await daysLater(8);
    standIn.browser.writeOff(lastMonth());
    await tell();
    expect(await mine()).toMatchObject({ status: 'active', pastDueSince: null });
    expect((await bell()).filter((news) => news.startsWith('Payment received'))).toEqual([]);
  });
});

describe('a plan that a dispatcher pauses while a month is owed', () => {
  beforeEach(async () => {
    await owe();
    expect((await edit('paused')).status).toBe(200);
    await tell();
  });

  it('says what is charged still', async () => {
    expect(await bell()).toContain(
      'Subscription paused: Basic Package is paused: no pickups, and no charge for a month that begins meanwhile. ' +
        'The month that could not be charged is still owed.',
    );
  });

  it.each(['a new card', 'a retry of Stripe'])('stays paused when %s pays, and says so', async (who) => {
    spoil(good);
    if (who === 'a new card') expect(await newCard()).toMatchObject({ status: 200, body: { status: 'paused' } });
    else standIn.browser.retryInvoice(lastMonth());
    await tell();
    expect(await mine()).toMatchObject({ status: 'paused', pastDueSince: null });
    expect(months().map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await there())?.status).toBe('paused');
    const thanks = (await bell()).filter((news) => news.startsWith('Payment received'));
    expect(thanks).toEqual(['Payment received: Thank you. Your plan is still paused.']);
  });
});

describe('the hour before a month is charged', () => {
  beforeEach(async () => {
    standIn.browser.beginPeriod(plan.stripeSubscriptionId);
    await tell();
    await hourly();
    expect((await mine()).currentPeriodEnd).toBe(plan.currentPeriodEnd);
  });

  it.each([
    ['paid', good, { pastDueSince: null }, 'succeeded 35.00'],
    ['refused', bad, { pastDueSince: expect.any(String) }, 'failed 35.00'],
  ])('does not hide that it was %s, when no event says so', async (_, card, now, line) => {
    spoil(card);
    standIn.browser.endDraftHour(plan.stripeSubscriptionId);
    lose();
    await hourly();
    expect(await mine()).toMatchObject(now);
    expect((await mine()).currentPeriodEnd > plan.currentPeriodEnd).toBe(true);
    expect(await lines()).toEqual([line, 'succeeded 35.00']);
  });

  it('does not end before the card was tried', async () => {
    const month = standIn.books.invoices.get(lastMonth()) as Stripe.Invoice;
    finalize(standIn.books, month);
    await hourly();
    expect((await mine()).currentPeriodEnd).toBe(plan.currentPeriodEnd);
    standIn.browser.retryInvoice(month.id);
    lose();
    await hourly();
    expect(await lines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
    expect((await mine()).currentPeriodEnd > plan.currentPeriodEnd).toBe(true);
  });

  it('is not charged after a cancellation in it', async () => {
    expect((await edit('cancelled')).status).toBe(200);
    await t.runJobs();
    standIn.browser.endDraftHour(plan.stripeSubscriptionId);
    await tell();
    expect(await lines()).toEqual(['succeeded 35.00']);
    expect(months().map(({ status }) => status)).toEqual(['paid', 'void']);
  });
});

describe('a plan that is something else at Stripe', () => {
  it.each(['collecting', 'all'] as const)('is made to collect again when its %s is paused there', async (what) => {
    standIn.browser.pauseByHand(plan.stripeSubscriptionId, what);
    await tell();
    expect((await there())?.status).toBe('active');
    expect((await mine()).status).toBe('active');
    await endMonth();
    expect(await lines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
  });

  it('is paused again when somebody has it collect there', async () => {
    await edit('paused');
    await tell();
    await t.services.payments.unpauseSubscription(plan.stripeSubscriptionId);
    await tell();
    expect((await there())?.status).toBe('paused');
    expect((await mine()).status).toBe('paused');
  });

  it('is resumed after a retry has paid, though the bank would ask for the owner now', async () => {
    await owe();
    await daysLater(8);
    expect((await there())?.status).toBe('paused');
    spoil(good);
    standIn.browser.retryInvoice(lastMonth());
    spoil('pm_card_authenticationRequired');
    await tell();
    expect((await mine()).status).toBe('active');
    expect((await there())?.status).toBe('active');
  });

  it('is given up with a word to the admins, and compared again when it is heard of', async () => {
    const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
    standIn.trouble('POST /v1/subscriptions/:id', refuse, 100);
    await edit('paused');
    await sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'sync-subscription' AND state < 'active'`.execute(
      t.db,
    );
    expect(await errorsOf(t.runJobs)).toContain('a plan is not what it is at the provider');
    expect((await bell(admin)).filter((news) => news.startsWith('A plan needs a look'))).toEqual([
      `A plan needs a look: Basic Package (${plan.stripeSubscriptionId}) is paused here, and the payment provider could not be told. Please compare it there.`,
    ]);
    standIn.calm();
    await endMonth();
    expect((await there())?.status).toBe('paused');
  });
});

describe('a plan that has ended', () => {
  it('gives back what was charged after its end', async () => {
    const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
    standIn.trouble('DELETE /v1/subscriptions/:id', refuse, 3);
    await edit('cancelled');
    await t.runJobs();
    standIn.browser.endPeriod(plan.stripeSubscriptionId);
    await tell();
    expect((await there())?.status).toBe('canceled');
    expect(await lines()).toEqual(['succeeded -35.00', 'succeeded 35.00', 'succeeded 35.00']);
  });

  it('is done with also where the bank has taken that money back already', async () => {
    const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
    standIn.trouble('DELETE /v1/subscriptions/:id', refuse, 3);
    await edit('cancelled');
    await t.runJobs();
    standIn.browser.endPeriod(plan.stripeSubscriptionId);
    standIn.browser.dispute((await t.services.payments.listInvoices(plan.stripeSubscriptionId))[0]?.intentId ?? '');
    const said = await errorsOf(tell);
    expect((await there())?.status).toBe('canceled');
    expect(said).toContain('a month that nobody was served for was not given back');
    expect(await lines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
  });

  it('comes back for money when its month was given back', async () => {
    await edit('cancelled');
    await tell();
    const [first] = await t.services.payments.listInvoices(plan.stripeSubscriptionId);
    await t.services.payments.refundPayment(first?.intentId ?? '', { idempotencyKey: `all:${plan.id}` });
    await tell();
    expect(await edit('active')).toMatchObject({ status: 200, body: { status: 'active' } });
    await tell();
    expect((await lines()).filter((line: string) => line === 'succeeded 35.00')).toHaveLength(2);
  });
});
