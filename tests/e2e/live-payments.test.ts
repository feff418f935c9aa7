import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkPage,
  customerDevices,
  desktop,
  dispatcherDevices,
  expectAccessible,
  expectToast,
  openToast,
  phone,
  pollNow,
  untilStill,
} from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { deliverEvents } from '../support/stripe/deliver-events.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';
import {
  addressFrame,
  askingCard,
  bankFrame,
  blockStripeJs,
  cardFrame,
  routeStripeJs,
  type StripeCall,
  typeCard,
} from '../support/stripe-js.ts';
import { day, home, openBooking } from '../support/subscriptions/purchases.ts';

/** Payments in live mode: Stripe's own fields on all three screens, served by a local stand-in for Stripe. */

let standIn: StripeStandIn;
let calls: StripeCall[];
afterAll(async () => await standIn.close());
const stories = setUpStories({
  env: async () => {
    standIn = await startStripeStandIn();
    return standIn.env;
  },
  expectedErrors: refusedRequests,
});

const { successful, declined } = testCards;

let count = 0;
const newCustomer = () => registerCustomer(stories.server.url, `card-holder-${++count}`);

async function openAs(customer: SignedInUser, path: string, device = phone): Promise<Page> {
  const { page, context } = await stories.visitAs(customer, device);
  calls = await routeStripeJs(context, standIn);
  await page.goto(path);
  return page;
}

async function openAsNew(path: string, device = phone): Promise<{ page: Page; customer: SignedInUser }> {
  const customer = await newCustomer();
  return { page: await openAs(customer, path, device), customer };
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const pay = (page: Page) => dialogOf(page).getByRole('button', { name: 'Pay $30.00' });
const confirmations = () => calls.filter(({ action }) => action === 'confirm-payment').length;

async function expectFailure(page: Page, message: string): Promise<void> {
  await dialogOf(page).getByText(message, { exact: true }).waitFor();
  await checkPage(page);
}

async function expectBookedOnce(page: Page, customer: SignedInUser): Promise<void> {
  await openToast(page).getByText('Pickup Booked!', { exact: true }).waitFor();
  expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid', amount: '30.00' }]);
}

async function walkToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book Pickup' }).first().click();
  for (let step = 1; step < 3; step++) await dialogOf(page).getByRole('button', { name: 'Next', exact: true }).click();
  await dialogOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
}

/** Moves the customer's draft to yesterday, as if the customer had stayed at the card form overnight. */
async function moveDraftToYesterday(customerId: string): Promise<void> {
  const { db } = openDatabase(stories.server.databaseUrl, { warn: () => {} });
  const yesterday = instantOf(day(-1), '09:00');
  await db.updateTable('bookings').set({ scheduledDate: yesterday }).where('customerId', '=', customerId).execute();
  await db.destroy();
}

describe('the payment dialog', () => {
  async function openCardForm(device = phone) {
    const visitor = await openAsNew('/dashboard', device);
    await walkToPayment(visitor.page);
    await cardFrame(visitor.page).getByLabel('Card number').waitFor();
    await dialogOf(visitor.page).getByText('Loading the card form').waitFor({ state: 'hidden' });
    return visitor;
  }

  it.each(customerDevices)("takes a card in Stripe's frame and pays once, on $name", async (device) => {
    const { page, customer } = await openCardForm(device);
    await checkPage(page);
    await typeCard(page, successful.number);
    await pay(page).dblclick();
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await expectBookedOnce(page, customer);
    expect(confirmations()).toBe(1);
  });

  it.runIf(isLong)('shows what is missing, sends nothing, and keeps what was typed', async () => {
    const { page, customer } = await openCardForm();
    await pay(page).click();
    await openToast(page).getByText('Please complete your payment details.', { exact: true }).waitFor();
    await cardFrame(page).getByLabel('Card number').fill('4242 42');
    await pay(page).click();
    await openToast(page).getByText('Your card number is incomplete.', { exact: true }).waitFor();
    // Stripe's field shows the error, so our dialog doesn't.
    expect(await dialogOf(page).getByText('Your card number is incomplete.').count()).toBe(0);
    await checkPage(page);
    expect(confirmations()).toBe(0);
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it.runIf(isLong)('shows why a card was declined, and takes another one', async () => {
    const { page, customer } = await openCardForm();
    await typeCard(page, declined.number);
    await pay(page).click();
    await expectFailure(page, 'Your card was declined.');
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it("shows the bank's confirmation, usable by pointer and keyboard", async () => {
    const { page, customer } = await openCardForm();
    await typeCard(page, askingCard);
    await pay(page).click();
    await bankFrame(page).getByRole('button', { name: 'Refuse' }).click();
    await expectFailure(
      page,
      'We are unable to authenticate your payment method. Please choose a different payment method.',
    );
    await pay(page).click();
    // The frame takes the focus, and the dialog below it does not take it back.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));
    await expect.poll(focused).toBe("The bank's question");
    await untilStill(page);
    expect(await focused()).toBe("The bank's question");
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectBookedOnce(page, customer);
  });

  it('recognizes a payment whose response was lost', async () => {
    const { page, customer } = await openCardForm();
    await page.route('https://api.stripe.com/stub/confirm-payment', async (route) => {
      const { clientSecret, testCard } = JSON.parse(route.request().postData() ?? '');
      standIn.browser.confirmPayment(clientSecret, testCard);
      await route.abort();
    });
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it.runIf(isLong)('shows an error when Stripe is unreachable, and pays on the next try', async () => {
    const { page, customer } = await openCardForm();
    await page.route('https://api.stripe.com/**', (route) => route.abort());
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectFailure(page, 'Payment processing failed');
    await page.unroute('https://api.stripe.com/**');
    await pay(page).click();
    await expectBookedOnce(page, customer);
    expect(confirmations()).toBe(1);
  });

  it.runIf(isLong)('keeps the booking of a customer who leaves and comes back', async () => {
    const { page, customer } = await openCardForm();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await dialogOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it.runIf(isLong)("shows an error when Stripe's script is blocked, and loads it on the next try", async () => {
    const { page, customer } = await openAsNew('/dashboard');
    const unblock = await blockStripeJs(page.context());
    await walkToPayment(page);
    await expectFailure(page, 'Stripe not properly initialized');
    await unblock();
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it('announces the refund when the date has passed, and does not ask for a card again', async () => {
    const { page, customer } = await openCardForm();
    await moveDraftToYesterday(customer.user.id);
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectFailure(page, 'This can no longer be booked. Your money is on its way back.');
    expect(await pay(page).count()).toBe(0);
    expect(await page.getByText('Payment Successful').count()).toBe(0);
    await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: 'Book Pickup' }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('booking-data'))).toBeNull();
    expect((await customer.call('GET', '/api/pickups')).body).toEqual([]);
    expect(confirmations()).toBe(1);
  });

  it.runIf(isLong)('announces the refund after a reload', async () => {
    const { page, customer } = await openCardForm();
    await moveDraftToYesterday(customer.user.id);
    // The booking would be finalized after two seconds. The page is reloaded before that.
    let isReloaded = false;
    await page.route('**/api/pickups', (route) => (isReloaded ? route.continue() : undefined));
    await typeCard(page, successful.number);
    await pay(page).click();
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    isReloaded = true;
    await page.reload();
    const toast = openToast(page);
    await toast.getByText('This can no longer be booked. Your money is on its way back.', { exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('booking-data'))).toBeNull();
  });

  it.runIf(isLong)('shows an error when "Pay" is pressed before the form has loaded', async () => {
    const { page } = await openAsNew('/dashboard');
    await page.route('https://js.stripe.com/**', () => {});
    await walkToPayment(page);
    await pay(page).click();
    await expectFailure(page, 'Stripe not properly initialized');
  });
});

describe('the checkout', () => {
  const open = async () => {
    const customer = await newCustomer();
    const scheduledDate = instantOf(day(1), '09:00').toISOString();
    const order = { address: home, bagCount: 4, amount: '30.00', scheduledDate, specialInstructions: null };
    const { id: pickupId } = await customer.send('POST', '/api/pickups', order);
    const page = await openAs(customer, `/checkout?amount=30.00&pickupId=${pickupId}&serviceType=next-day`);
    return { page, customer, pickupId };
  };

  it.runIf(isLong)(
    'announces the refund when the pickup was cancelled meanwhile, and does not ask for a card again',
    async () => {
      const { page, customer, pickupId } = await open();
      await typeCard(page, successful.number);
      const { db } = openDatabase(stories.server.databaseUrl, { warn: () => {} });
      await db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', pickupId).execute();
      await db.destroy();
      await page.getByRole('button', { name: 'Pay $30.00' }).click();
      const main = page.getByRole('main');
      await main.getByText('This can no longer be booked. Your money is on its way back.', { exact: true }).waitFor();
      await checkPage(page);
      expect(await page.getByText('Payment Successful').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Pay $30.00' }).count()).toBe(0);
      const items = async () => (await customer.call('GET', '/api/billing-history')).body;
      await expect.poll(items).toMatchObject([{ amount: '-30.00' }, { amount: '30.00' }]);
      await main.getByRole('button', { name: 'Return Home' }).click();
      await page.waitForURL('**/dashboard');
      expect(confirmations()).toBe(1);
    },
  );

  it.runIf(isLong)('records the payment on the way home if our server was unreachable', async () => {
    const { page, customer } = await open();
    await page.route('**/api/confirm-payment', (route) => route.abort());
    await typeCard(page, successful.number);
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await page.waitForURL('**/dashboard');
    expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  it.runIf(isLong)('pays for a booked pickup and goes home', async () => {
    const { page, customer } = await open();
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await expectToast(page, 'Payment Failed');
    await typeCard(page, declined.number);
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await page.getByRole('main').getByText('Your card was declined.').waitFor();
    await expectAccessible(page);
    await typeCard(page, successful.number);
    await page.getByRole('button', { name: 'Pay $30.00' }).dblclick();
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await page.waitForURL('**/dashboard');
    expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid' }]);
    expect(confirmations()).toBe(2);
  });
});

describe('a failed refund', () => {
  async function bookPaid() {
    const customer = await newCustomer();
    const address = `${count} Unique Aly, Philadelphia, PA 19147`;
    const { clientSecret, paymentIntentId } = await openBooking(customer, { address, daysAhead: 2 });
    standIn.browser.confirmPayment(clientSecret, successful.paymentMethodId);
    await deliverEvents(standIn, stories.server);
    const [pickup] = await customer.send('GET', '/api/pickups');
    return { customer, address, pickupId: pickup.id as string, intentId: paymentIntentId };
  }

  it.each(dispatcherDevices)(
    "of a cancelled pickup is found through the dispatcher's notifications, and sent again, on $name",
    async (device) => {
      const { customer, address, pickupId, intentId } = await bookPaid();
      const dispatcher = await makeStaff(stories.server, 'admin', `refund-desk-${count}`);
      const { page } = await stories.visitAs(dispatcher, device);
      await page.clock.install();
      await page.goto(`/admin/requests?q=${encodeURIComponent(address)}`);
      await page.getByRole('button', { name: address, exact: true }).click();
      const details = page.getByRole('dialog', { name: address });
      await details.getByRole('button', { name: 'Cancel Pickup' }).waitFor();
      await dispatcher.send('DELETE', `/api/admin/pickups/${pickupId}`);
      await pollNow(page);
      // The open dialog shows that another request cancelled it.
      await details.getByText('This request has since been cancelled.').waitFor();
      expect(await details.getByRole('button', { name: 'Cancel Pickup' }).count()).toBe(0);
      const refunds = () => [...standIn.books.refunds.values()].filter((one) => one.payment_intent === intentId);
      await expect.poll(() => refunds().length).toBe(1);
      standIn.browser.failRefund(refunds()[0]?.id ?? '');
      await deliverEvents(standIn, stories.server);
      const notifications = async () => JSON.stringify(await dispatcher.send('GET', '/api/notifications'));
      await expect.poll(notifications).toContain('A refund failed');

      await page.goto('/admin');
      await page.getByRole('button', { name: /^Notifications, / }).click();
      const notice = page.getByRole('link', {
        name: new RegExp(`A refund failed.*${customer.user.username}.*${address}`),
      });
      await notice.waitFor();
      await expectAccessible(page);
      await notice.click();
      await page.getByRole('button', { name: /^Cancelled/, pressed: true }).waitFor();
      const row = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: address });
      await row.getByText('Cancelled', { exact: true }).waitFor();
      await row.getByText('Paid', { exact: true }).waitFor();
      await checkPage(page);
      await row.getByRole('button', { name: address }).click();
      expect(await details.getByText('This request has since been cancelled.').count()).toBe(0);
      const payment = details.getByRole('region', { name: 'Payment' });
      await payment.getByText('The bank returned it (lost or stolen card).').waitFor();
      expect(await payment.getByRole('button', { name: 'Refund' }).count()).toBe(0);
      await expectAccessible(page);
      await page.goto('/admin');
      const attention = page.getByRole('region', { name: /^Needs attention/ });
      await attention.getByRole('listitem', { name: address }).getByRole('button', { name: 'Refund' }).click();
      await page.getByRole('button', { name: 'Try again now' }).click();
      await expectToast(page, 'Trying again');
      await expect.poll(() => refunds().length, { timeout: 20_000 }).toBe(2);
      expect(refunds().map(({ status, amount }) => [status, amount])).toEqual([
        ['failed', 4500],
        ['succeeded', 4500],
      ]);

      await page.goto(`/admin/requests?q=${encodeURIComponent(address)}`);
      await page.getByText('No One-Time Requests').waitFor();
      await page.getByRole('button', { name: /^Cancelled/, pressed: false }).click();
      await row.getByText('Refunded', { exact: true }).waitFor();
    },
  );
});

describe('a plan', () => {
  const subscribe = (page: Page) => page.getByRole('button', { name: /^Subscribe for/ });

  async function openPayment(device = phone) {
    const visitor = await openAsNew('/subscribe', device);
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
    await cardFrame(visitor.page).getByLabel('Card number').waitFor();
    await visitor.page.getByText('Loading the card form').waitFor({ state: 'hidden' });
    return visitor;
  }

  async function expectError(page: Page, title: string, text: string): Promise<void> {
    const main = page.getByRole('main');
    await main.getByText(title, { exact: true }).waitFor();
    await main.getByText(text, { exact: true }).waitFor();
  }

  /** Expects an error in a toast only, because the fields are marked too. */
  async function expectMarked(page: Page, title: string, text: string): Promise<void> {
    await openToast(page).getByText(title, { exact: true }).waitFor();
    await openToast(page).getByText(text, { exact: true }).waitFor();
    expect(await page.getByRole('main').getByText(title, { exact: true }).count()).toBe(0);
  }

  it.runIf(isLong)('names the missing card field (PLAN-5)', async () => {
    const { page } = await openPayment();
    const title = 'Form Validation Error';
    const frame = cardFrame(page);
    const incomplete = 'Please complete all required billing information fields';
    await subscribe(page).click();
    await expectMarked(page, title, incomplete);
    await frame.getByLabel('Card number').fill('4242');
    await subscribe(page).click();
    await expectMarked(page, title, 'Please enter a complete card number');
    await frame.getByLabel('Card number').fill(successful.number);
    await subscribe(page).click();
    await expectMarked(page, title, 'Please enter a valid expiration date');
    await frame.getByLabel('Expiration date').fill('12 / 34');
    await subscribe(page).click();
    await expectMarked(page, title, 'Please enter the 3-digit security code (CVC)');
    await frame.getByLabel('Card number').fill('4242 4242 4242 4241');
    await frame.getByLabel('Security code').fill('123');
    await subscribe(page).click();
    await expectMarked(page, title, 'Please check all payment fields');
    await addressFrame(page).getByLabel('City').fill('');
    await subscribe(page).click();
    await expectMarked(page, title, incomplete);
    await page.getByLabel('Email').fill('nobody');
    await page.getByText('Please enter a valid email address').waitFor();
    await page.getByLabel('Email').press('Enter');
    await expectMarked(page, title, incomplete);
    await checkPage(page);
    expect(confirmations()).toBe(0);
  });

  it('is paid with name, email and address, and no phone number', async () => {
    const { page, customer } = await openPayment(desktop);
    await expectAccessible(page);
    await typeCard(page, declined.number);
    await subscribe(page).click();
    await expectError(page, 'Payment Failed', 'Your card was declined. Please try a different payment method.');
    await typeCard(page, askingCard);
    await subscribe(page).dblclick();
    await bankFrame(page).getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
    expect((await customer.call('GET', '/api/subscription')).body).toMatchObject({ status: 'active' });
    expect(calls.findLast(({ action }) => action === 'confirm-payment')?.billing).toEqual({
      name: 'Pat Example',
      email: customer.user.email,
      address: { line1: '1127 S 9th St', city: 'Philadelphia', state: 'PA', postal_code: '19147' },
    });
    expect(confirmations()).toBe(2);
  });

  it.runIf(isLong)('whose payment is processing shows that its status is unclear', async () => {
    const { page } = await openPayment();
    await page.route('https://api.stripe.com/stub/confirm-payment', async (route) => {
      const { clientSecret } = JSON.parse(route.request().postData() ?? '');
      const { paymentIntent } = standIn.browser.retrieve(clientSecret);
      const json = { paymentIntent: { ...paymentIntent, status: 'processing' } };
      await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
    });
    await typeCard(page, successful.number);
    await subscribe(page).click();
    await page.getByRole('main').getByText('Payment Status Unclear', { exact: true }).waitFor();
  });

  it.runIf(isLong)('can be bought in the booking wizard', async () => {
    const { page, customer } = await openAsNew('/dashboard');
    await page.getByRole('button', { name: 'Book Pickup' }).first().click();
    await dialogOf(page).getByLabel('Monthly Plan').check();
    for (let step = 1; step < 3; step++)
      await dialogOf(page).getByRole('button', { name: 'Next', exact: true }).click();
    await dialogOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    await typeCard(page, successful.number);
    await dialogOf(page)
      .getByRole('button', { name: /^Subscribe for/ })
      .click();
    await openToast(page).getByText('Subscription Active!', { exact: true }).waitFor();
    expect((await customer.call('GET', '/api/subscription')).body).toMatchObject({ status: 'active' });
  });
});
