import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import { openDatabase } from '../../server/database/connect.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  untilStill,
  type Visit,
} from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { goodPassword } from '../support/people.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { registerCustomer, type SignedInUser, visitAs } from '../support/signed-in.ts';
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

/** Paying with a real card: Stripe's own fields in all three places, with Stripe played by this machine. */

let standIn: StripeStandIn;
let server: ServerProcess;
let browser: Browser;
let current: Visit;
let calls: StripeCall[];
beforeAll(async () => {
  standIn = await startStripeStandIn();
  [server, browser] = await Promise.all([startServerProcess(standIn.env), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await standIn.close();
});
afterEach(async () => {
  await current.context.close();
  // A refused call and a blocked script are lines in the console too; what they are about is what the story is about.
  const noise = /Failed to load resource/;
  expect(current.complaints.filter((complaint) => !noise.test(complaint))).toEqual([]);
});

const { successful, declined } = testCards;

let count = 0;
async function arrive(path: string, device = phone): Promise<{ page: Page; customer: SignedInUser }> {
  const customer = await registerCustomer(server.url, `card-holder-${++count}`);
  current = await visitAs(browser, device, server.url, customer);
  calls = await routeStripeJs(current.context, standIn);
  await current.page.goto(path);
  return { page: current.page, customer };
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const pay = (page: Page) => dialogOf(page).getByRole('button', { name: 'Pay $30.00' });
const confirmations = () => calls.filter(({ action }) => action === 'confirm-payment').length;

async function expectFailure(page: Page, message: string): Promise<void> {
  await dialogOf(page).getByRole('alert').getByText(message, { exact: true }).waitFor();
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

/** Somebody has stayed at the card form until the day of the draft was over. */
async function letTheDayPass(customerId: string): Promise<void> {
  const { db } = openDatabase(server.databaseUrl, { warn: () => {} });
  const yesterday = instantOf(addDays(dateKeyOf(new Date()), -1), '09:00');
  await db.updateTable('bookings').set({ scheduledDate: yesterday }).where('customerId', '=', customerId).execute();
  await db.destroy();
}

describe('the payment dialog', () => {
  async function openCardForm(device = phone) {
    const visitor = await arrive('/dashboard', device);
    await walkToPayment(visitor.page);
    await cardFrame(visitor.page).getByLabel('Card number').waitFor();
    await dialogOf(visitor.page).getByText('Loading the card form').waitFor({ state: 'hidden' });
    return visitor;
  }

  it.each([phone, desktop])('takes a card in the frame of Stripe and pays once, on $name', async (device) => {
    const { page, customer } = await openCardForm(device);
    await checkPage(page);
    await typeCard(page, successful.number);
    await pay(page).dblclick();
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await expectBookedOnce(page, customer);
    expect(confirmations()).toBe(1);
  });

  it('says what is missing, sends nothing, and leaves what was typed', async () => {
    const { page, customer } = await openCardForm();
    await pay(page).click();
    await expectFailure(page, 'Please complete your payment details.');
    await cardFrame(page).getByLabel('Card number').fill('4242 42');
    await pay(page).click();
    await expectFailure(page, 'Your card number is incomplete.');
    expect(confirmations()).toBe(0);
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it('says why a card was declined, and another one pays', async () => {
    const { page, customer } = await openCardForm();
    await typeCard(page, declined.number);
    await pay(page).click();
    await expectFailure(page, 'Your card was declined.');
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it("lets the bank's question through, by the pointer and by the keyboard", async () => {
    const { page, customer } = await openCardForm();
    await typeCard(page, askingCard);
    await pay(page).click();
    await bankFrame(page).getByRole('button', { name: 'Refuse' }).click();
    await expectFailure(
      page,
      'We are unable to authenticate your payment method. Please choose a different payment method.',
    );
    await pay(page).click();
    // The frame takes the focus, and the dialog below it leaves it there.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));
    await expect.poll(focused).toBe("The bank's question");
    await untilStill(page);
    expect(await focused()).toBe("The bank's question");
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectBookedOnce(page, customer);
  });

  it('knows a payment whose answer was lost on the way', async () => {
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

  it('says that nobody knows, where Stripe is out of reach, and pays at the next try', async () => {
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

  it('keeps the booking of somebody who leaves and comes back', async () => {
    const { page, customer } = await openCardForm();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await dialogOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it('says so where the script is blocked, and loads it at the next try', async () => {
    const { page, customer } = await arrive('/dashboard');
    const unblock = await blockStripeJs(current.context);
    await walkToPayment(page);
    await expectFailure(page, 'Stripe not properly initialized');
    await unblock();
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await typeCard(page, successful.number);
    await pay(page).click();
    await expectBookedOnce(page, customer);
  });

  it('says that the money goes back where nothing could be booked any more, and asks for no card again', async () => {
    const { page, customer } = await openCardForm();
    await letTheDayPass(customer.user.id);
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

  it('says so to somebody who was away when the money went back', async () => {
    const { page, customer } = await openCardForm();
    await letTheDayPass(customer.user.id);
    // Two seconds later it would be booked: the page is left before.
    let isLeft = false;
    await page.route('**/api/pickups', (route) => (isLeft ? route.continue() : undefined));
    await typeCard(page, successful.number);
    await pay(page).click();
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    isLeft = true;
    await page.reload();
    const toast = openToast(page);
    await toast.getByText('This can no longer be booked. Your money is on its way back.', { exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('booking-data'))).toBeNull();
  });

  it('says so to who presses before the form is there', async () => {
    const { page } = await arrive('/dashboard');
    await page.route('https://js.stripe.com/**', () => {});
    await walkToPayment(page);
    await pay(page).click();
    await expectFailure(page, 'Stripe not properly initialized');
  });
});

describe('the checkout', () => {
  const open = async () => {
    const customer = await registerCustomer(server.url, `card-holder-${++count}`);
    const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 1), '09:00').toISOString();
    const { body: pickup } = await customer.call('POST', '/api/pickups', {
      ...{ address: customer.user.address, bagCount: 4, amount: '30.00', serviceType: 'next-day', scheduledDate },
      ...{ specialInstructions: null, status: 'pending' },
    });
    current = await visitAs(browser, phone, server.url, customer);
    calls = await routeStripeJs(current.context, standIn);
    await current.page.goto(`/checkout?amount=30.00&pickupId=${pickup.id}&serviceType=next-day`);
    return { page: current.page, customer, pickupId: pickup.id as string };
  };

  it('says that the money goes back where the pickup was cancelled meanwhile, and asks for no card again', async () => {
    const { page, customer, pickupId } = await open();
    await typeCard(page, successful.number);
    const { db } = openDatabase(server.databaseUrl, { warn: () => {} });
    await db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', pickupId).execute();
    await db.destroy();
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('This can no longer be booked. Your money is on its way back.', { exact: true }).waitFor();
    await checkPage(page);
    expect(await page.getByText('Payment Successful').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pay $30.00' }).count()).toBe(0);
    const items = async () => (await customer.call('GET', '/api/billing-history')).body;
    await expect.poll(items).toMatchObject([{ amount: '-30.00' }, { amount: '30.00' }]);
    await alert.getByRole('button', { name: 'Return Home' }).click();
    await page.waitForURL('**/dashboard');
    expect(confirmations()).toBe(1);
  });

  it('is paid also where our server is out of reach for a moment: the way home books it', async () => {
    const { page, customer } = await open();
    await page.route('**/api/confirm-payment', (route) => route.abort());
    await typeCard(page, successful.number);
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await page.waitForURL('**/dashboard');
    expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  it('pays a booked pickup and leads home', async () => {
    const { page, customer } = await open();
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await page.getByRole('main').getByText('Payment Failed', { exact: true }).waitFor();
    await typeCard(page, declined.number);
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await expectAccessible(page);
    await typeCard(page, successful.number);
    await page.getByRole('button', { name: 'Pay $30.00' }).dblclick();
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await page.waitForURL('**/dashboard');
    expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid' }]);
    expect(confirmations()).toBe(2);
  });
});

describe('a refund that the bank sent back', () => {
  let told = 0;
  /** Posts what Stripe has to tell. */
  async function tell(): Promise<void> {
    for (const event of standIn.books.events.slice(told)) {
      told += 1;
      const { payload, signature } = standIn.sign(event);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      await fetch(`${server.url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
    }
  }

  async function bookPaid() {
    const customer = await registerCustomer(server.url, `card-holder-${++count}`);
    const place = { address: `${count} Unique Aly, Philadelphia, PA 19147`, bagCount: 8, specialInstructions: null };
    const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 2), '09:00').toISOString();
    const booking = { ...place, scheduledDate, draftKey: randomUUID() };
    const opened = await customer.call('POST', '/api/create-payment-intent', { amount: '45.00', booking });
    standIn.browser.confirmPayment(opened.body.clientSecret, successful.paymentMethodId);
    await tell();
    const [pickup] = (await customer.call('GET', '/api/pickups')).body;
    return { customer, address: place.address, pickupId: pickup.id as string, intentId: opened.body.paymentIntentId };
  }

  async function signInDesk(username: string): Promise<SignedInUser> {
    const credentials = { ...(await makeAccount(server.databaseUrl, 'admin', username)), password: goodPassword };
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    return (await response.json()) as SignedInUser;
  }

  it.each([phone, desktop])(
    'of a cancelled pickup is found from the bell, and given back again, on $name',
    async (device) => {
      const { customer, address, pickupId, intentId } = await bookPaid();
      const desk = await signInDesk(`refund-desk-${count}`);
      const headers = { authorization: `Bearer ${desk.token}` };
      current = await visitAs(browser, device, server.url, desk);
      const { page } = current;
      await page.goto(`/admin/requests?q=${encodeURIComponent(address)}`);
      await page.getByRole('button', { name: address }).click();
      const details = page.getByRole('dialog', { name: address });
      await details.getByRole('button', { name: 'Cancel Pickup' }).waitFor();
      await fetch(`${server.url}/api/admin/pickups/${pickupId}`, { method: 'DELETE', headers });
      // Somebody else did: who looks at it is told, and can do nothing more with it.
      await details.getByText('This request has since been cancelled.').waitFor();
      expect(await details.getByRole('button', { name: 'Cancel Pickup' }).count()).toBe(0);
      const refunds = () => [...standIn.books.refunds.values()].filter((one) => one.payment_intent === intentId);
      await expect.poll(() => refunds().length).toBe(1);
      standIn.browser.failRefund(refunds()[0]?.id ?? '');
      await tell();
      const bell = async () => await (await fetch(`${server.url}/api/notifications`, { headers })).text();
      await expect.poll(bell).toContain('A refund has failed');

      await page.goto('/admin');
      await page.getByRole('button', { name: /^Notifications, / }).click();
      const notice = page.getByRole('link', {
        name: new RegExp(`A refund has failed.*${customer.user.username}.*${address}`),
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
      await details.getByRole('region', { name: 'Payment' }).getByRole('button', { name: 'Refund' }).click();
      const dialog = page.getByRole('dialog', { name: 'Refund' });
      await dialog.getByLabel('Reason').fill('The bank sent it back.');
      await dialog.getByRole('button', { name: /^Refund/ }).click();
      await details.getByText('Sent', { exact: true }).waitFor();
      await expectAccessible(page);
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
    const visitor = await arrive('/subscribe', device);
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
    await cardFrame(visitor.page).getByLabel('Card number').waitFor();
    await visitor.page.getByText('Loading the card form').waitFor({ state: 'hidden' });
    return visitor;
  }

  async function expectTrouble(page: Page, title: string, words: string): Promise<void> {
    const main = page.getByRole('main');
    await main.getByText(title, { exact: true }).waitFor();
    await main.getByText(words, { exact: true }).waitFor();
  }

  it('names the missing card field (PLAN-5)', async () => {
    const { page } = await openPayment();
    const title = 'Form Validation Error';
    const frame = cardFrame(page);
    const incomplete = 'Please complete all required billing information fields';
    await subscribe(page).click();
    await expectTrouble(page, title, incomplete);
    await frame.getByLabel('Card number').fill('4242');
    await subscribe(page).click();
    await expectTrouble(page, title, 'Please enter a complete card number');
    await frame.getByLabel('Card number').fill(successful.number);
    await subscribe(page).click();
    await expectTrouble(page, title, 'Please enter a valid expiration date');
    await frame.getByLabel('Expiration date').fill('12 / 34');
    await subscribe(page).click();
    await expectTrouble(page, title, 'Please enter the 3-digit security code (CVC)');
    await frame.getByLabel('Card number').fill('4242 4242 4242 4241');
    await frame.getByLabel('Security code').fill('123');
    await subscribe(page).click();
    await expectTrouble(page, title, 'Please check all payment fields');
    await addressFrame(page).getByLabel('City').fill('');
    await subscribe(page).click();
    await expectTrouble(page, title, incomplete);
    await page.getByLabel('Email').fill('nobody');
    await page.getByText('Please enter a valid email address').waitFor();
    await page.getByLabel('Email').press('Enter');
    await expectTrouble(page, title, incomplete);
    await checkPage(page);
    expect(confirmations()).toBe(0);
  });

  it('is paid with name, email and address, and no phone number', async () => {
    const { page, customer } = await openPayment(desktop);
    await expectAccessible(page);
    await typeCard(page, declined.number);
    await subscribe(page).click();
    await expectTrouble(page, 'Payment Failed', 'Your card was declined. Please try a different payment method.');
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

  it('whose payment is under way says that it is unclear', async () => {
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

  it('is bought in the booking wizard too', async () => {
    const { page, customer } = await arrive('/dashboard');
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
