import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  button,
  checkDarkPage,
  checkPage,
  customerDevices,
  dispatcherDevices,
  expectToast,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { deliverEvents } from '../support/stripe/deliver-events.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';
import { day, home } from '../support/subscriptions/purchases.ts';

/** A refund that Stripe refuses, as its customer and the dispatcher see it until it ends. */

let standIn: StripeStandIn;
afterAll(async () => await standIn.close());
const stories = setUpStories({
  env: async () => {
    standIn = await startStripeStandIn();
    return standIn.env;
  },
});

const patience = { timeout: 20_000, interval: 200 };

/** Books and pays a pickup, and cancels it as the dispatcher while Stripe refuses refunds. */
async function bookRefused(firstName: string, desk: SignedInUser): Promise<{ customer: SignedInUser; id: string }> {
  const name = `${firstName.toLowerCase()}-late`;
  const form = { email: `${name}@stoop.example`, firstName, address: home };
  const customer = await registerCustomer(stories.server.url, name, form);
  const booking = {
    address: home,
    bagCount: 4,
    scheduledDate: day(3),
    specialInstructions: '',
    draftKey: randomUUID(),
  };
  const opened = await customer.send('POST', '/api/create-payment-intent', { amount: '30.00', booking });
  standIn.browser.confirmPayment(opened.clientSecret, testCards.successful.paymentMethodId);
  await customer.send('POST', '/api/confirm-payment', { paymentIntentId: opened.paymentIntentId });
  const [{ id }] = await customer.send('GET', '/api/pickups');
  standIn.books.refundRefusal = 'balance_insufficient';
  await desk.send('DELETE', `/api/admin/pickups/${id}`);
  await expect
    .poll(async () => (await desk.send('GET', `/api/admin/pickups/${id}/payment`)).refunds[0]?.status, patience)
    .toBe('refused');
  return { customer, id };
}

async function openItem(page: Page, name: string): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('listitem', { name }).getByRole('button', { name: 'Refund' }).click();
  await page
    .getByRole('dialog', { name })
    .getByText('Our balance at the payment provider is too low.')
    .first()
    .waitFor();
}

it('is told to the customer, and made when the dispatcher tries it again', async () => {
  const desk = await makeStaff(stories.server, 'admin', 'desk-one');
  const { customer, id } = await bookRefused('Ada', desk);
  for (const device of customerDevices) {
    const { page } = await stories.visitAs(customer, device);
    await page.goto('/billing');
    await page.getByText("We couldn't refund $30.00 yet. We're on it.").waitFor();
    await checkPage(page);
    await checkDarkPage(page);
    await page.goto(`/pickup-history/${id}`);
    await page.getByText("Cancelled. We couldn't refund $30.00 yet. We're on it.").waitFor();
    await checkPage(page);
  }
  standIn.books.refundRefusal = null;
  for (const device of dispatcherDevices.slice(0, 1)) {
    const { page } = await stories.visitAs(desk, device);
    await openItem(page, 'Ada Example');
    await checkPage(page);
    await button(page, 'Try again now').click();
    await expectToast(page, 'Trying again');
    await page.getByText('No longer on the list').waitFor({ timeout: 30_000 });
  }
  await deliverEvents(standIn, stories.server);
  const { page } = await stories.visitAs(customer, customerDevices[0] as (typeof customerDevices)[number]);
  await page.goto(`/pickup-history/${id}`);
  await page.getByText('Cancelled. $30.00 was refunded.').waitFor();
});

it('is settled another way with a word', async () => {
  const desk = await makeStaff(stories.server, 'admin', 'desk-two');
  const { customer, id } = await bookRefused('Ben', desk);
  const { page } = await stories.visitAs(desk, dispatcherDevices[0] as (typeof dispatcherDevices)[number]);
  await openItem(page, 'Ben Example');
  await button(page, 'Settled another way…').click();
  const dialog = page.getByRole('dialog', { name: 'Settled another way?' });
  await button(page, 'Settled').click();
  await dialog.getByText('Please say why in a few words').waitFor();
  await dialog.getByLabel('How?').fill('Paid by check');
  await checkPage(page);
  await button(page, 'Settled').click();
  await dialog.waitFor({ state: 'detached' });
  const payment = await desk.send('GET', `/api/admin/pickups/${id}/payment`);
  expect(payment.refunds).toMatchObject([{ status: 'done', settledAs: 'Paid by check' }]);
  const titles = async () =>
    (await customer.send('GET', '/api/notifications')).notifications.map(({ title }: { title: string }) => title);
  await expect.poll(titles, patience).toContain('Refund settled');
});
