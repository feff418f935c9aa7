import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { intentIdOfSecret, testCards } from '../../contract/payments.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { simulatedPayments } from '../../server/external/payments/simulated/simulated-payments.ts';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, type Visit } from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { registerCustomer, type SignedInUser, visitAs } from '../support/signed-in.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';
import { cardFrame, routeStripeJs, typeCard } from '../support/stripe-js.ts';

/** A renewal is refused: the customer is told, gives another card, and the plan goes on. In test mode and in live mode. */

const { successful, declined, insufficientFunds } = testCards;
const dayMs = 24 * 60 * 60 * 1000;

let browser: Browser;
let current: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => await browser.close());
afterEach(async () => {
  await current.context.close();
  // A refused card is a line in the console too.
  expect(current.complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Update card' });
const banner = (page: Page) =>
  page.getByRole('region', { name: /^Your payment did not go through|^Your plan is paused/ });

let count = 0;
async function subscribe(server: ServerProcess, confirm: (secret: string, customer: SignedInUser) => unknown) {
  const customer = await registerCustomer(server.url, `plan-holder-${++count}`);
  const { body } = await customer.call('POST', '/api/create-subscription', { packageType: 'clean-carry' });
  await confirm(body.clientSecret, customer);
  const { subscriptionId, packageType } = body;
  await customer.call('POST', '/api/confirm-subscription-payment', { subscriptionId, packageType });
  const plan = async () => (await customer.call('GET', '/api/subscription')).body;
  expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
  return { customer, plan };
}

describe('in test mode', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess();
  });
  afterAll(async () => await server.stop());

  async function openBilling(path = '/billing', device = phone) {
    const { customer, plan } = await subscribe(server, (secret, { call }) =>
      call('POST', '/api/confirm-test-payment', {
        paymentIntentId: intentIdOfSecret(secret),
        paymentMethodId: successful.paymentMethodId,
      }),
    );
    current = await visitAs(browser, device, server.url, customer);
    return { page: current.page, customer, plan, open: async () => await current.page.goto(path) };
  }

  /** The next month is over and its charge was refused, some days ago. */
  async function refuseRenewal(stripeSubscriptionId: string, daysAgo: number, status: 'active' | 'paused' = 'active') {
    const { db } = openDatabase(server.databaseUrl, { warn: () => {} });
    const paymentMethodId = declined.paymentMethodId;
    await db.updateTable('simulated_subscriptions').set({ paymentMethodId }).execute();
    await simulatedPayments(db, () => new Date(Date.now() + 32 * dayMs)).renewTest?.(stripeSubscriptionId);
    const pastDueSince = new Date(Date.now() - daysAgo * dayMs);
    await db
      .updateTable('subscriptions')
      .set({ pastDueSince, status, isPausedForPayment: status === 'paused' })
      .where('stripeSubscriptionId', '=', stripeSubscriptionId)
      .execute();
    await db.destroy();
  }

  const choose = async (page: Page, card: string) =>
    await dialogOf(page).getByRole('button', { name: card, exact: true }).click();

  it('a healthy plan gets another card, by keyboard alone', async () => {
    const { page, open } = await openBilling();
    await open();
    const link = page.getByRole('link', { name: 'Update card' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/billing?card=update');
    await dialogOf(page).getByLabel('Card number').waitFor();
    await checkPage(page);
    await dialogOf(page).getByRole('button', { name: 'Successful', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByLabel('Card number').focus();
    await page.keyboard.press('Enter');
    await openToast(page).getByText('Card updated', { exact: true }).waitFor();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.waitForURL('**/billing');
  });

  it.each([phone, desktop])('a refused renewal is said, paid with another card, and gone, on $name', async (device) => {
    const { page, plan, open } = await openBilling('/dashboard', device);
    await refuseRenewal((await plan()).stripeSubscriptionId, 3);
    await open();
    await page.getByText(/Your card was not accepted\. Pickups go on until/).waitFor();
    await checkPage(page);
    await page.getByRole('link', { name: 'Update card' }).click();
    await dialogOf(page).getByRole('button', { name: 'Save card and pay $60.00' }).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await banner(page)
      .getByText(/this month\. Your pickups go on until/)
      .waitFor();
    await checkPage(page);
    await banner(page).getByRole('link', { name: 'Update card' }).click();

    await choose(page, 'Insufficient funds');
    await dialogOf(page).getByLabel('Name on card').fill('Pat Q. Example');
    await dialogOf(page).getByRole('button', { name: 'Save card and pay $60.00' }).click();
    await dialogOf(page).getByRole('alert').getByText('Your card has insufficient funds.').waitFor();
    await checkPage(page);
    expect(await dialogOf(page).getByLabel('Name on card').inputValue()).toBe('Pat Q. Example');
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: expect.any(String) });

    await choose(page, 'Successful');
    await dialogOf(page).getByRole('button', { name: 'Save card and pay $60.00' }).dblclick();
    const toast = openToast(page);
    await toast.getByText('Your payment went through, and your plan goes on.', { exact: true }).waitFor();
    // Behind an open dialog it is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
    await page.getByRole('listitem').filter({ hasText: 'monthly plan' }).nth(1).waitFor();
  });

  it('a plan that was paused for it says so, and goes on once it is paid', async () => {
    const { page, plan, open } = await openBilling('/billing');
    await refuseRenewal((await plan()).stripeSubscriptionId, 8, 'paused');
    await open();
    await banner(page).getByRole('heading', { name: 'Your plan is paused until it is paid' }).waitFor();
    await checkPage(page);
    await banner(page).getByRole('link', { name: 'Update card' }).click();
    await choose(page, 'Successful');
    await dialogOf(page).getByRole('button', { name: 'Save card and pay $60.00' }).click();
    // Behind an open dialog it is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
  });

  it('opens from the link of a mail, and says what keeps it from opening', async () => {
    const { page, open } = await openBilling('/billing?card=update');
    await page.route('**/api/subscription/card-setup', (route) => route.abort());
    await open();
    await dialogOf(page).getByRole('alert').getByText('The card form could not be opened.').waitFor();
    await checkPage(page);
    await page.unroute('**/api/subscription/card-setup');
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await dialogOf(page).getByLabel('Card number').waitFor();
  });

  it('no byte of Stripe is fetched, on any page that takes a card', async () => {
    const { page, open } = await openBilling('/billing?card=update');
    const asked: string[] = [];
    page.on('response', (response) => asked.push(response.url()));
    await open();
    await dialogOf(page).getByLabel('Card number').waitFor();
    for (const path of ['/login', '/dashboard', '/checkout?amount=30.00', '/subscribe']) {
      const response = await page.goto(path);
      expect(await response?.headerValue('content-security-policy'), path).not.toContain('stripe');
      await page.waitForLoadState('networkidle');
    }
    expect(asked.filter((url) => url.includes('stripe.com'))).toEqual([]);
    // Fetched again: the browser forgets what a page that was left has read.
    const scripts = [...new Set(asked.filter((url) => /\.js(\?|$)/.test(url)))];
    const read = await Promise.all(scripts.map(async (url) => ({ url, text: await (await fetch(url)).text() })));
    expect(read.length).toBeGreaterThan(5);
    expect(read.filter(({ text }) => text.includes('js.stripe.com')).map(({ url }) => url)).toEqual([]);
  });
});

describe('in live mode', () => {
  let standIn: StripeStandIn;
  let server: ServerProcess;
  beforeAll(async () => {
    standIn = await startStripeStandIn();
    server = await startServerProcess(standIn.env);
  });
  afterAll(async () => {
    await server.stop();
    await standIn.close();
  });

  let told = 0;
  /** Stripe tells our server what happened since. */
  async function tell(): Promise<void> {
    for (; told < standIn.books.events.length; told += 1) {
      const { payload, signature } = standIn.sign(standIn.books.events[told] ?? {});
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const response = await fetch(`${server.url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
      expect(response.status).toBe(200);
    }
  }

  async function openPastDue() {
    const { customer, plan } = await subscribe(server, (secret) =>
      standIn.browser.confirmPayment(secret, successful.paymentMethodId),
    );
    const { stripeSubscriptionId } = await plan();
    standIn.browser.spoilCard(stripeSubscriptionId, declined.paymentMethodId);
    standIn.browser.endPeriod(stripeSubscriptionId);
    await tell();
    current = await visitAs(browser, phone, server.url, customer);
    const calls = await routeStripeJs(current.context, standIn);
    await current.page.goto('/billing');
    await banner(current.page).waitFor();
    return { page: current.page, plan, calls };
  }

  it('another card is typed into the frame of Stripe, refused, and another one pays what is due', async () => {
    const { page, plan, calls } = await openPastDue();
    await banner(page).getByRole('link', { name: 'Update card' }).click();
    const save = dialogOf(page).getByRole('button', { name: /^Save card and pay/ });
    await cardFrame(page).getByLabel('Card number').waitFor();
    await dialogOf(page).getByText('Loading the card form').waitFor({ state: 'hidden' });
    await checkPage(page);
    await save.click();
    await dialogOf(page).getByRole('alert').getByText('Please complete your payment details.').waitFor();
    await typeCard(page, insufficientFunds.number);
    await save.click();
    await dialogOf(page).getByRole('alert').getByText('Your card has insufficient funds.').waitFor();
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: expect.any(String) });
    await typeCard(page, successful.number);
    await save.dblclick();
    await openToast(page)
      .getByText('Your payment went through, and your plan goes on.', { exact: true })
      .waitFor();
    // Behind an open dialog it is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(calls.filter(({ action }) => action === 'confirm-setup')).toHaveLength(2);
  });

  it('a card that is saved while the answer of our server is lost is not saved twice', async () => {
    const { page, plan, calls } = await openPastDue();
    await banner(page).getByRole('link', { name: 'Update card' }).click();
    await typeCard(page, successful.number);
    await page.route('**/api/subscription/card', (route) => route.abort());
    await dialogOf(page)
      .getByRole('button', { name: /^Save card and pay/ })
      .click();
    await dialogOf(page).getByRole('alert').getByText('We could not hear whether your card was saved.').waitFor();
    await checkPage(page);
    await page.unroute('**/api/subscription/card');
    await dialogOf(page)
      .getByRole('button', { name: /^Save card and pay/ })
      .click();
    // Behind an open dialog it is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ pastDueSince: null });
    expect(calls.filter(({ action }) => action === 'confirm-setup')).toHaveLength(1);
  });
});
