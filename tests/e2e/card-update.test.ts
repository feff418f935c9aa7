import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { simulatedPayments } from '../../server/external/payments/simulated/simulated-payments.ts';
import { registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { checkPage, customerDevices, openToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { deliverEvents } from '../support/stripe/deliver-events.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';
import { askingCard, bankFrame, cardFrame, routeStripeJs, typeCard } from '../support/stripe-js.ts';
import { payWithTestCard } from '../support/subscriptions/purchases.ts';

/** A renewal is declined: the customer is notified, enters another card, and the plan continues. In test and live mode. */

const { successful, declined, insufficientFunds } = testCards;
const dayMs = 24 * 60 * 60 * 1000;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Update card' });
const banner = (page: Page) =>
  page.getByRole('region', { name: /^Your payment didn't go through|^Your plan is paused/ });

let count = 0;
async function subscribe(serverUrl: string, confirm: (secret: string, customer: SignedInUser) => unknown) {
  const customer = await registerCustomer(serverUrl, `plan-holder-${++count}`);
  const { body } = await customer.call('POST', '/api/create-subscription', { packageType: 'clean-carry' });
  await confirm(body.clientSecret, customer);
  const { subscriptionId, packageType } = body;
  await customer.call('POST', '/api/confirm-subscription-payment', { subscriptionId, packageType });
  const plan = async () => (await customer.call('GET', '/api/subscription')).body;
  expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
  return { customer, plan };
}

describe('in test mode', () => {
  const stories = setUpStories({ expectedErrors: refusedRequests });

  async function openBilling(path = '/billing', device = phone) {
    const { customer, plan } = await subscribe(stories.server.url, (secret, payer) => payWithTestCard(payer, secret));
    const { page } = await stories.visitAs(customer, device);
    return { page, customer, plan, open: async () => await page.goto(path) };
  }

  /** Declines the charge of the plan's next month, as if that had happened some days ago. */
  async function declineRenewal(stripeSubscriptionId: string, daysAgo: number, status: 'active' | 'paused' = 'active') {
    const { db } = openDatabase(stories.server.databaseUrl, { warn: () => {} });
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

  it.runIf(isLong)('changes the card of a paid plan, by keyboard alone', async () => {
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
    await openToast(page).getByText('Card Updated', { exact: true }).waitFor();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.waitForURL('**/billing');
  });

  it.each(customerDevices)('shows a declined renewal until another card has paid it, on $name', async (device) => {
    const { page, plan, open } = await openBilling('/dashboard', device);
    await declineRenewal((await plan()).stripeSubscriptionId, 3);
    await open();
    await page.getByText(/Your card was declined\. Pickups continue until/).waitFor();
    await checkPage(page);
    await page.getByRole('link', { name: 'Update card' }).click();
    await dialogOf(page).getByRole('button', { name: 'Save card and pay $60.00' }).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await banner(page)
      .getByText(/this month\. Your pickups continue until/)
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
    await toast.getByText('Your payment went through, and your plan continues.', { exact: true }).waitFor();
    // While the dialog is open, the banner is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
    await page.getByRole('listitem').filter({ hasText: 'monthly plan' }).nth(1).waitFor();
  });

  it.runIf(isLong)('resumes a plan that was paused for an unpaid renewal once it is paid', async () => {
    const { page, plan, open } = await openBilling('/billing');
    await declineRenewal((await plan()).stripeSubscriptionId, 8, 'paused');
    await open();
    await banner(page).getByRole('heading', { name: 'Your plan is paused until you pay' }).waitFor();
    await checkPage(page);
    await banner(page).getByRole('link', { name: 'Update card' }).click();
    await choose(page, 'Successful');
    await dialogOf(page).getByRole('button', { name: 'Save card and pay $60.00' }).click();
    // While the dialog is open, the banner is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
  });

  it.runIf(isLong)(
    'opens the card form from the link of an email, and shows an error if it cannot be loaded',
    async () => {
      const { page, open } = await openBilling('/billing?card=update');
      await page.route('**/api/subscription/card-setup', (route) => route.abort());
      await open();
      await dialogOf(page).getByRole('alert').getByText("We couldn't open the card form.").waitFor();
      await checkPage(page);
      await page.unroute('**/api/subscription/card-setup');
      await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
      await dialogOf(page).getByLabel('Card number').waitFor();
    },
  );

  it('loads nothing from Stripe on any page that takes a card', async () => {
    const { page, open } = await openBilling('/billing?card=update');
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(response.url()));
    await open();
    await dialogOf(page).getByLabel('Card number').waitFor();
    for (const path of ['/login', '/dashboard', '/checkout?amount=30.00', '/subscribe']) {
      const response = await page.goto(path);
      expect(await response?.headerValue('content-security-policy'), path).not.toContain('stripe');
      await page.waitForLoadState('networkidle');
    }
    expect(fetched.filter((url) => url.includes('stripe.com'))).toEqual([]);
    // The scripts are fetched again: the browser drops response bodies when it leaves a page.
    const scripts = [...new Set(fetched.filter((url) => /\.js(\?|$)/.test(url)))];
    const read = await Promise.all(scripts.map(async (url) => ({ url, text: await (await fetch(url)).text() })));
    expect(read.length).toBeGreaterThan(5);
    expect(read.filter(({ text }) => text.includes('js.stripe.com')).map(({ url }) => url)).toEqual([]);
  });
});

describe('in live mode', () => {
  let standIn: StripeStandIn;
  afterAll(async () => await standIn.close());
  const stories = setUpStories({
    env: async () => {
      standIn = await startStripeStandIn();
      return standIn.env;
    },
    expectedErrors: refusedRequests,
  });

  async function openPastDue() {
    const { customer, plan } = await subscribe(stories.server.url, (secret) =>
      standIn.browser.confirmPayment(secret, successful.paymentMethodId),
    );
    const { stripeSubscriptionId } = await plan();
    standIn.browser.spoilCard(stripeSubscriptionId, declined.paymentMethodId);
    standIn.browser.endPeriod(stripeSubscriptionId);
    await deliverEvents(standIn, stories.server);
    const { page, context } = await stories.visitAs(customer, phone);
    const calls = await routeStripeJs(context, standIn);
    await page.goto('/billing');
    await banner(page).waitFor();
    return { page, plan, calls };
  }

  it("takes a card in Stripe's frame: one is declined, another pays the open invoice", async () => {
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
    await openToast(page).getByText('Your payment went through, and your plan continues.', { exact: true }).waitFor();
    // While the dialog is open, the banner is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(calls.filter(({ action }) => action === 'confirm-setup')).toHaveLength(2);
  });

  it.runIf(isLong)("pays on Stripe's page with a card whose bank asks for every payment", async () => {
    const { page, plan } = await openPastDue();
    await banner(page).getByRole('link', { name: 'Update card' }).click();
    const save = dialogOf(page).getByRole('button', { name: /^Save card and pay/ });
    const alert = dialogOf(page).getByRole('alert');
    await typeCard(page, askingCard);
    await save.click();
    await bankFrame(page).getByRole('button', { name: 'Refuse' }).click();
    await alert.getByText("Your bank didn't confirm the card, so it wasn't saved.").waitFor();
    await save.click();
    await bankFrame(page).getByRole('button', { name: 'Confirm' }).click();
    await alert.getByText('Your bank asks you to confirm this payment.').waitFor();
    const link = dialogOf(page).getByRole('link', { name: 'Pay and confirm with your bank' });
    await link.scrollIntoViewIfNeeded();
    await checkPage(page);
    standIn.browser.payHosted((await link.getAttribute('href')) ?? '', 'pm_card_authenticationRequired');
    await deliverEvents(standIn, stories.server);
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
    await page.goto('/billing');
    await page.getByRole('link', { name: 'Update card' }).waitFor();
    expect(await banner(page).count()).toBe(0);
  });

  it("saves a card once though our server's response was lost", async () => {
    const { page, plan, calls } = await openPastDue();
    await banner(page).getByRole('link', { name: 'Update card' }).click();
    await typeCard(page, successful.number);
    await page.route('**/api/subscription/card', (route) => route.abort());
    await dialogOf(page)
      .getByRole('button', { name: /^Save card and pay/ })
      .click();
    await dialogOf(page).getByRole('alert').getByText("We couldn't confirm that your card was saved.").waitFor();
    await checkPage(page);
    await page.unroute('**/api/subscription/card');
    await dialogOf(page)
      .getByRole('button', { name: /^Save card and pay/ })
      .click();
    // While the dialog is open, the banner is hidden anyway.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await banner(page).waitFor({ state: 'hidden' });
    expect(await plan()).toMatchObject({ pastDueSince: null });
    expect(calls.filter(({ action }) => action === 'confirm-setup')).toHaveLength(1);
  });
});
