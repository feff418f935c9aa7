import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkPage,
  customerDevices,
  desktop,
  openToast,
  phone,
  smallPhone,
  watchForHeading,
  watchForLanding,
} from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { buyPlan } from '../support/subscriptions/purchases.ts';

/** The subscribe page: choosing and paying a plan. Errors are shown and stay readable, and nothing is paid twice. */

const stories = setUpStories({ expectedErrors: refusedRequests });

let count = 0;
async function signInNew(device: typeof phone): Promise<{ page: Page; customer: SignedInUser }> {
  const customer = await registerCustomer(stories.server.url, `subscriber-${++count}`);
  const { page } = await stories.visitAs(customer, device);
  return { page, customer };
}

/** Opens /subscribe and waits for the plans. */
async function openPlans(device: typeof phone) {
  const visitor = await signInNew(device);
  await visitor.page.goto('/subscribe');
  await visitor.page.getByRole('radio', { name: 'Clean & Carry' }).waitFor();
  return visitor;
}

/** Opens the card form of /subscribe with the default plan. */
async function openPayment(device: typeof phone) {
  const visitor = await openPlans(device);
  await visitor.page.getByRole('button', { name: 'Continue' }).click();
  await visitor.page.getByLabel('Card number').waitFor();
  return visitor;
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Subscribe for/ });

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByRole('button', { name: card, exact: true }).click();
  await payButton(page).click();
}

/** Expects this error in a toast and in the page. */
async function expectErrorToast(page: Page, title: string, words: string): Promise<void> {
  const toast = openToast(page);
  await toast.getByText(title, { exact: true }).waitFor();
  if (words !== title) await toast.getByText(words, { exact: true }).waitFor();
  expect(await toast.evaluate((element) => element.className)).toContain('bg-brick');
}

/** Expects the message in a toast and above the button. */
async function expectError(page: Page, title: string, words: string): Promise<void> {
  await expectErrorToast(page, title, words);
  const main = page.getByRole('main');
  await main.getByText(title, { exact: true }).first().waitFor();
  await main.getByText(words, { exact: true }).first().waitFor();
}

const succeeded = (status: string, last_payment_error: object | null = null) => ({
  json: { success: status === 'succeeded', paymentIntent: { id: 'pi_1', status, last_payment_error } },
});
const confirmPayment = '**/api/confirm-test-payment';
const confirmPlan = '**/api/confirm-subscription-payment';

/** Returns the customer's charges, in dollars. */
async function chargesOf(customer: SignedInUser): Promise<string[]> {
  const { body } = await customer.call('GET', '/api/billing-history');
  return body
    .filter((item: { status: string }) => item.status === 'succeeded')
    .map((item: { amount: string }) => item.amount);
}

describe.each(isLong ? [...customerDevices, smallPhone] : customerDevices)('on $name', (device) => {
  it('buys a plan after a declined card, and goes home', async () => {
    const { page, customer } = await openPlans(device);
    expect(await page.getByRole('radio', { name: 'Clean & Carry' }).isChecked()).toBe(true);
    for (const [name, price] of [
      ['Basic Package', 35],
      ['Clean & Carry', 60],
      ['Heavy Duty', 75],
      ['Premium Property', 150],
    ]) {
      await page.getByRole('radio', { name: `${name}, $${price} per month` }).waitFor();
    }
    expect(await page.getByText('Most Popular').count()).toBe(1);
    expect(await page.getByRole('radio', { name: 'Monday' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Morning' }).isChecked()).toBe(true);
    await checkPage(page);
    const address = page.getByLabel('Pickup address');
    expect(await address.inputValue()).toBe(customer.user.address);
    await address.fill('718 S 9th St, Philadelphia, PA 19147');
    await page.getByRole('radio', { name: 'Premium Property' }).check();
    expect(await page.getByRole('radio', { name: 'Monday' }).count()).toBe(0);
    await page.getByText('Monday and Thursday', { exact: true }).waitFor();
    await checkPage(page);
    await page.getByRole('radio', { name: 'Basic Package' }).check();
    await page.getByRole('radio', { name: 'Friday' }).check();
    await page.getByRole('radio', { name: 'Evening' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('heading', { level: 1, name: 'Complete Subscription' }).waitFor();
    expect(await page.getByLabel('Name on card').inputValue()).toBe('Pat Example');
    expect(await page.getByLabel('Email').inputValue()).toBe(customer.user.email);
    expect(await page.getByLabel('Billing address').inputValue()).toBe(customer.user.address);
    expect(await page.getByLabel(/phone/i).count()).toBe(0);
    expect(await payButton(page).textContent()).toBe('Subscribe for $35/month');
    await page.getByText('Every Friday, evening preferred').waitFor();
    await page.getByText('718 S 9th St, Philadelphia, PA 19147').waitFor();
    await checkPage(page);
    await payWith(page, 'Declined');
    const declined = 'Your card was declined. Please try a different payment method.';
    await expectError(page, 'Payment Failed', declined);
    await checkPage(page);
    expect((await customer.call('GET', '/api/subscription')).body).toBeNull();

    // The navigation home is aborted so that the page can be checked. A pending navigation would block the page.
    await page.route(`${stories.server.url}/`, (route) => route.abort('aborted'));
    const shownAt = await watchForHeading(page, 'Subscription Active!');
    const leftAt = await watchForLanding(page);
    await payWith(page, 'Successful');
    await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
    await page.getByText('Subscription Activated!', { exact: true }).first().waitFor();
    await expect.poll(leftAt).toBeGreaterThan(0);
    expect((await leftAt()) - (await shownAt())).toBeGreaterThan(2500);
    await checkPage(page);
    await page.unroute(`${stories.server.url}/`);
    await page.goto('/');
    await page.waitForURL('**/dashboard');
    expect((await customer.call('GET', '/api/subscription')).body).toMatchObject({
      status: 'active',
      packageType: 'basic',
      pricePerMonth: '35.00',
      pickupDays: ['friday'],
      preferredTime: 'evening',
      address: '718 S 9th St, Philadelphia, PA 19147',
    });
    expect(await chargesOf(customer)).toEqual(['35.00']);

    await page.goto('/subscribe');
    await page.getByRole('heading', { name: 'You have a plan' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await checkPage(page);
  });
});

describe('an error stays on the page', () => {
  it.runIf(isLong)("Setup Failed: the server's message, or our own if there is none", async () => {
    const { page } = await openPlans(phone);
    const setUp = '**/api/create-subscription';
    await page.route(setUp, (route) => route.fulfill({ status: 500, json: { message: 'The wheels came off.' } }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectError(page, 'Setup Failed', 'The wheels came off.');
    await checkPage(page);
    await page.unroute(setUp);
    await page.route(setUp, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), clientSecret: '' } });
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectError(page, 'Setup Failed', 'Unable to set up subscription. Please try again.');
    await page.unroute(setUp);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(await page.getByRole('main').getByText('Setup Failed').count()).toBe(0);
  });

  it.runIf(isLong)('Already Subscribed: when a plan was bought on another device', async () => {
    const { page, customer } = await openPlans(phone);
    await buyPlan(customer);
    await page.getByRole('button', { name: 'Continue' }).click();
    await openToast(page).getByText('Already Subscribed').first().waitFor();
    await page.getByRole('heading', { name: 'You have a plan' }).waitFor();
  });

  it.runIf(isLong)(
    'Form Validation Error: a friendly message for the first wrong field, and one at each field',
    async () => {
      const { page } = await openPayment(phone);
      const title = 'Form Validation Error';
      await page.getByLabel('Name on card').fill('');
      await payButton(page).click();
      await expectErrorToast(page, title, 'Please complete all required billing information fields');
      for (const words of [
        'Please enter the name on the card',
        'Please enter a complete card number',
        'Please enter a 5-digit ZIP code',
      ])
        await page.getByText(words, { exact: true }).waitFor();
      await checkPage(page);
      // The fields show the error, so nothing else on the page does.
      expect(await page.getByRole('main').getByText(title, { exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Successful', exact: true }).click();
      const wrong = [
        ['Email', 'nobody', 'Please complete all required billing information fields'],
        ['Billing address', ' ', 'Please complete all required billing information fields'],
        ['ZIP code', '19', 'Please complete all required billing information fields'],
        ['Card number', '4242 4242', 'Please enter a complete card number'],
        ['Card number', '5555 5555 5555 4444', 'Please check all payment fields'],
        ['Expiry', '13/30', 'Please enter a valid expiration date'],
        ['CVC', '12', 'Please enter the 3-digit security code (CVC)'],
      ] as const;
      for (const [label, value, words] of wrong) {
        const field = page.getByLabel(label, { exact: true });
        const good = await field.inputValue();
        await field.fill(value);
        await payButton(page).click();
        await expectErrorToast(page, title, words);
        expect(await field.evaluate((element) => element === document.activeElement), label).toBe(true);
        await field.fill(good);
      }
    },
  );

  it.runIf(isLong)("Payment Failed: the provider's message, or ours where the customer can fix the field", async () => {
    const { page, customer } = await openPayment(desktop);
    await payWith(page, 'Expired');
    await expectError(page, 'Payment Failed', 'Your card has expired.');
    await payWith(page, 'Insufficient funds');
    await expectError(page, 'Payment Failed', 'Your card has insufficient funds.');
    for (const [code, words] of [
      ['incomplete_cvc', 'Please enter a valid security code.'],
      ['incomplete_number', 'Please enter a complete card number'],
      ['incomplete_expiry', 'Please enter a valid expiration date'],
    ]) {
      const error = { code, decline_code: code, message: 'Said by the provider.' };
      await page.route(confirmPayment, (route) => route.fulfill(succeeded('requires_payment_method', error)));
      await payWith(page, 'Successful');
      await expectError(page, 'Payment Failed', words ?? '');
      await page.unroute(confirmPayment);
    }
    expect(await chargesOf(customer)).toEqual([]);
  });

  it('Payment Status Unclear and Subscription Error: the form stays, and the next press pays once', async () => {
    const { page, customer } = await openPayment(phone);
    await page.route(confirmPayment, (route) => route.fulfill(succeeded('processing')));
    await payWith(page, 'Successful');
    await expectError(
      page,
      'Payment Status Unclear',
      "Your payment hasn't gone through yet. Please try again. You won't be charged twice.",
    );
    await checkPage(page);
    await page.unroute(confirmPayment);
    // The server charges the card, but its response is lost.
    await page.route(confirmPayment, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await expectError(page, 'Subscription Error', "We couldn't reach the server. Check your connection and try again.");
    await page.unroute(confirmPayment);
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
    expect(await chargesOf(customer)).toEqual(['60.00']);
  });

  it('Activation Failed: names the subscription, and a retry does not pay again, also after a reload', async () => {
    const { page, customer } = await openPayment(phone);
    const { subscriptionId } = await storedOrder(page);
    await page.route(confirmPlan, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
    );
    await payWith(page, 'Successful');
    const words = `Payment succeeded but subscription activation failed. Please contact support with subscription ID: ${subscriptionId}`;
    await expectError(page, 'Activation Failed', words);
    await checkPage(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectError(page, 'Activation Failed', words);
    await page.reload();
    await expectError(page, 'Activation Failed', words);
    await page.unroute(confirmPlan);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
    expect(await chargesOf(customer)).toEqual(['60.00']);
  });

  it.runIf(isLong)('Activation Failed: a refund is announced, and another plan can be bought', async () => {
    const { page } = await openPayment(phone);
    const message = "We couldn't start this plan. Your money is on its way back.";
    // The payment does not reach the server, so the next plan is the customer's first.
    await page.route(confirmPayment, (route) => route.fulfill(succeeded('succeeded')), { times: 1 });
    await page.route(confirmPlan, (route) => route.fulfill({ status: 409, json: { message, code: 'given_back' } }), {
      times: 1,
    });
    await payWith(page, 'Successful');
    await expectError(page, 'Activation Failed', message);
    await checkPage(page);
    await page.reload();
    await page.getByRole('radio', { name: 'Clean & Carry' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Card number').waitFor();
    await payWith(page, 'Successful');
    await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
  });

  it.runIf(isLong)('plans that failed to load are retried', async () => {
    const { page } = await signInNew(phone);
    const read = '**/api/subscription';
    await page.route(read, (route) => route.fulfill({ status: 503, json: { message: 'Back in a moment.' } }));
    await page.goto('/subscribe');
    await page.getByRole('heading', { name: "We couldn't load the plans" }).waitFor();
    await checkPage(page);
    await page.unroute(read);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: 'Clean & Carry' }).waitFor();
  });
});

describe('an interrupted purchase', () => {
  it.runIf(isLong)('continues after a reload in the payment step, and Back shows the same choice', async () => {
    const { page } = await openPlans(phone);
    await page.getByRole('radio', { name: 'Heavy Duty' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Card number').waitFor();
    const before = await storedOrder(page);
    await page.reload();
    await page.getByLabel('Card number').waitFor();
    expect(await payButton(page).textContent()).toBe('Subscribe for $75/month');
    expect(await storedOrder(page)).toEqual(before);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Monthly plans' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Heavy Duty' }).isChecked()).toBe(true);
  });

  it.runIf(isLong)('is one plan and one charge if the tab was closed between payment and activation', async () => {
    const { page, customer } = await openPayment(phone);
    const held = new Promise<Route>((resolve) => page.route(confirmPlan, resolve));
    await payWith(page, 'Successful');
    await held;
    await page.close();
    const again = await page.context().newPage();
    await again.goto('/subscribe');
    await again.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
    expect(await chargesOf(customer)).toEqual(['60.00']);
    expect((await customer.call('GET', '/api/subscription')).body.status).toBe('active');
  });

  it('pays once, however often the button is pressed', async () => {
    const { page, customer } = await openPayment(desktop);
    const sent: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/confirm-') && sent.push(new URL(request.url()).pathname),
    );
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    await payButton(page).click({ clickCount: 3 });
    await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
    expect(sent).toEqual(['/api/confirm-test-payment', '/api/confirm-subscription-payment']);
    expect(await chargesOf(customer)).toEqual(['60.00']);
  });
});

it.runIf(isLong)('buys a plan by keyboard alone', async () => {
  const { page, customer } = await openPlans(desktop);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses++) {
      const focused = page.locator(':focus');
      if ((await focused.count()) && (await focused.evaluate(nameOf)).startsWith(name)) return;
      await press('Tab');
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await tabTo('Clean & Carry');
  await press('ArrowUp');
  await tabTo('Monday');
  await press('ArrowRight', 'ArrowRight');
  await tabTo('Continue');
  await press('Enter');
  await page.getByLabel('Card number').waitFor();
  // The step has taken the focus, so Tab continues from there, not from the top of the page.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await tabTo('Card number');
  await page.keyboard.type('4242424242424242');
  await tabTo('Expiry');
  await page.keyboard.type('1230');
  await tabTo('CVC');
  await page.keyboard.type('123');
  await tabTo('ZIP code');
  await page.keyboard.type('19147');
  await press('Enter');
  await page.getByRole('heading', { name: 'Subscription Active!' }).waitFor();
  expect((await customer.call('GET', '/api/subscription')).body).toMatchObject({
    packageType: 'basic',
    pickupDays: ['wednesday'],
  });
});

/** Returns the accessible name of an element, as far as this story needs it. Runs in the page. */
function nameOf(element: Element): string {
  const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent;
  return element.getAttribute('aria-label') || label || element.textContent || '';
}

async function storedOrder(page: Page): Promise<{ subscriptionId: string }> {
  return await page.evaluate(() => JSON.parse(localStorage.getItem('subscription-data') ?? 'null'));
}
