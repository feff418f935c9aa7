import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  leaveTheApp,
  phone,
  type Visit,
} from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { registerCustomer, type SignedInCustomer, visitAs } from '../support/signed-in.ts';

/** The booking wizard sells plans too: three steps, one payment, one plan, whatever interrupts it. */

const narrow = { name: 'a small phone, 320 px', viewport: { width: 320, height: 640 }, hasTouch: true };

let server: ServerProcess;
let browser: Browser;
let current: Visit;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  await current.context.close();
  // A refused call is a line in the console too; what it is about is what the story is about.
  expect(current.complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
});

let count = 0;
async function openWizard(device: typeof phone): Promise<{ page: Page; customer: SignedInCustomer }> {
  const customer = await registerCustomer(server.url, `planner-${++count}`);
  current = await visitAs(browser, device, server.url, customer);
  const { page } = current;
  await page.goto('/dashboard');
  await openAgain(page);
  return { page, customer };
}

async function openAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book Pickup' }).first().click();
  await page.getByRole('dialog').getByLabel('Monthly Plan').waitFor();
}

const wizardOf = (page: Page) => page.getByRole('dialog');
const next = (page: Page) => wizardOf(page).getByRole('button', { name: 'Next', exact: true }).click();

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** From the open wizard to the card form: Basic on Friday afternoons. */
async function fillPlan(page: Page, atEachStep: (page: Page) => Promise<void> = async () => {}): Promise<void> {
  const wizard = wizardOf(page);
  await wizard.getByLabel('Monthly Plan').check();
  await wizard.getByRole('radio', { name: 'Basic Package' }).check();
  await wizard.getByRole('radio', { name: 'Friday' }).check();
  await wizard.getByRole('radio', { name: 'Afternoon' }).check();
  await atEachStep(page);
  await next(page);
  await wizard.getByLabel('Pickup address').fill('742 S 10th St, Philadelphia, PA 19147');
  await wizard.getByLabel('Special instructions').fill('Blue door');
  await atEachStep(page);
  await next(page);
  await wizard.getByText('Every Friday, afternoon').waitFor();
  await atEachStep(page);
  await wizard.getByRole('button', { name: 'Continue to Payment' }).click();
  await wizard.getByLabel('Card number').waitFor();
}

async function pay(page: Page, card = 'Successful'): Promise<void> {
  await wizardOf(page).getByRole('button', { name: card, exact: true }).click();
  await wizardOf(page).getByRole('button', { name: 'Subscribe for $35/month' }).click();
}

const basicOnFriday = {
  status: 'active',
  packageType: 'basic',
  pickupDays: ['friday'],
  preferredTime: 'afternoon',
  address: '742 S 10th St, Philadelphia, PA 19147',
  specialInstructions: 'Blue door',
};

async function expectBoughtOnce(page: Page, customer: SignedInCustomer): Promise<void> {
  expect((await customer.call('GET', '/api/subscription')).body).toMatchObject(basicOnFriday);
  const { body } = await customer.call('GET', '/api/billing-history');
  expect(body.filter((item: { status: string }) => item.status === 'succeeded')).toMatchObject([{ amount: '35.00' }]);
  expect(await storedDraft(page)).toBeNull();
}

async function storedDraft(page: Page) {
  return await page.evaluate(() => JSON.parse(localStorage.getItem('booking-data') ?? 'null'));
}

/** Buys a plan without the screens, as another device would. */
async function subscribeElsewhere(customer: SignedInCustomer): Promise<void> {
  const { body } = await customer.call('POST', '/api/create-subscription', { packageType: 'premium' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  await customer.call('POST', '/api/confirm-test-payment', { paymentIntentId, paymentMethodId: 'pm_card_visa' });
}

describe.each([phone, desktop, narrow])('on $name', (device) => {
  it('a plan is booked and paid, after a card was declined; the page comes anew and says so', async () => {
    const { page, customer } = await openWizard(device);
    await look(page);
    await wizardOf(page).getByLabel('Monthly Plan').check();
    expect(await wizardOf(page).getByRole('radio', { name: 'Clean & Carry' }).isChecked()).toBe(true);
    await fillPlan(page, look);
    await wizardOf(page).getByText('Basic Package, every Friday').waitFor();
    await look(page);
    await pay(page, 'Declined');
    await wizardOf(page).getByText('Your card was declined.').waitFor();
    await look(page);
    expect((await customer.call('GET', '/api/subscription')).body).toBeNull();
    // The activation is held, so that there is time to look at the success.
    const activating = new Promise<Route>((resolve) => page.route('**/api/confirm-subscription-payment', resolve));
    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await look(page);
    const route = await activating;
    await wizardOf(page).getByText('Activating your plan...').waitFor();
    await look(page);
    await route.continue();
    await page.locator('li[data-state=open]').getByText('Subscription Active!', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await wizardOf(page).count()).toBe(0);
    await expectBoughtOnce(page, customer);

    await openAgain(page);
    await wizardOf(page).getByLabel('Monthly Plan').check();
    await wizardOf(page).getByText('Your Basic Package plan is active.').waitFor();
    await look(page);
    await next(page);
    await page.locator('li[data-state=open]').getByText('Subscription Already Active', { exact: true }).waitFor();
    await wizardOf(page).waitFor({ state: 'detached' });
  });
});

describe('a plan on its way', () => {
  it('is refused where another device was quicker: the wizard closes and the plan shows', async () => {
    const { page, customer } = await openWizard(phone);
    await wizardOf(page).getByLabel('Monthly Plan').check();
    await next(page);
    await next(page);
    await subscribeElsewhere(customer);
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    await page.locator('li[data-state=open]').getByText('Subscription Already Active', { exact: true }).waitFor();
    await wizardOf(page).waitFor({ state: 'detached' });
    expect(await storedDraft(page)).toBeNull();
    await page.getByText('Premium Property').first().waitFor();
  });

  it('survives a reload at every step', async () => {
    const { page, customer } = await openWizard(phone);
    await fillPlan(page);
    await page.reload();
    await page.getByRole('heading', { name: "Your plan isn't finished" }).waitFor();
    await page.getByText('Basic Package, every Friday, $35.00 per month').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await wizardOf(page).getByText('Every Friday, afternoon').waitFor();
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    // Two seconds later it would be activated: the page is left before.
    const confirmPlan = '**/api/confirm-subscription-payment';
    let isLeft = false;
    await page.route(confirmPlan, (route) => (isLeft ? route.continue() : undefined));
    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    isLeft = true;
    await page.reload();
    await page.locator('li[data-state=open]').getByText('Subscription Active!', { exact: true }).waitFor();
    await expectBoughtOnce(page, customer);
  });

  it('is finished on the dashboard, though the tab was closed before the payment was answered', async () => {
    const { page, customer } = await openWizard(phone);
    await fillPlan(page);
    const held = new Promise<Route>((resolve) => page.route('**/api/confirm-test-payment', resolve));
    await pay(page);
    await (await held).fetch();
    await page.close();
    const again = await current.context.newPage();
    await again.goto('/dashboard');
    await again.locator('li[data-state=open]').getByText('Subscription Active!', { exact: true }).waitFor();
    await expectBoughtOnce(again, customer);
  });

  it('that was paid and not activated says so, and is tried again', async () => {
    const { page, customer } = await openWizard(phone);
    await fillPlan(page);
    const confirmPlan = '**/api/confirm-subscription-payment';
    await page.route(confirmPlan, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
    );
    await pay(page);
    await wizardOf(page).getByText('There was an issue finalizing your booking.').waitFor();
    await wizardOf(page)
      .getByText(/your plan is saved/)
      .waitFor();
    await look(page);
    await wizardOf(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Your payment went through' }).waitFor();
    await look(page);
    await page.unroute(confirmPlan);
    await page.getByRole('button', { name: 'Activate Plan' }).click();
    await page.locator('li[data-state=open]').getByText('Subscription Active!', { exact: true }).waitFor();
    await expectBoughtOnce(page, customer);
  });

  it('and a pickup take turns in the first step, and neither forgets what was chosen', async () => {
    const { page } = await openWizard(phone);
    const wizard = wizardOf(page);
    await wizard.getByLabel('Up to 10 bags').check();
    await wizard.getByLabel('Monthly Plan').check();
    await wizard.getByRole('radio', { name: 'Heavy Duty' }).check();
    await wizard.getByLabel('One-Time Pickup').check();
    expect(await wizard.getByLabel('Up to 10 bags').isChecked()).toBe(true);
    await wizard.getByLabel('Monthly Plan').check();
    expect(await wizard.getByRole('radio', { name: 'Heavy Duty' }).isChecked()).toBe(true);
    expect(await storedDraft(page)).toMatchObject({
      serviceType: 'subscription',
      packageType: 'heavy-duty',
      bagCount: 10,
    });
  });
});

describe('the wizard', () => {
  it('goes one step at a double click', async () => {
    const { page } = await openWizard(desktop);
    const button = wizardOf(page).getByRole('button', { name: 'Next', exact: true });
    await button.dblclick();
    await wizardOf(page).getByLabel('Pickup address').waitFor();
    expect(await storedDraft(page)).toMatchObject({ step: 2 });
    await button.click();
    await wizardOf(page).getByRole('button', { name: 'Back' }).dblclick();
    await wizardOf(page).getByLabel('Pickup address').waitFor();
  });

  it('opens on the plan that was chosen on the landing page', async () => {
    const customer = await registerCustomer(server.url, `planner-${++count}`);
    current = await visitAs(browser, phone, server.url, customer);
    const { page } = current;
    await leaveTheApp(page);
    await page.evaluate(() => {
      localStorage.setItem('stoop.serviceType', 'subscription');
      localStorage.setItem('stoop.plan', 'heavy-duty');
    });
    await page.goto('/dashboard');
    await wizardOf(page).getByRole('radio', { name: 'Heavy Duty' }).waitFor();
    expect(await wizardOf(page).getByRole('radio', { name: 'Heavy Duty' }).isChecked()).toBe(true);
    await wizardOf(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await wizardOf(page).count()).toBe(0);
  });

  it('becomes a booking of its own when another tab pays the same draft', async () => {
    const { page, customer } = await openWizard(phone);
    await wizardOf(page).getByLabel('Up to 8 bags').check();
    await next(page);
    await next(page);
    const other = await current.context.newPage();
    await other.goto('/dashboard');
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    for (const tab of [page, other]) {
      await wizardOf(tab).getByRole('button', { name: 'Continue to Payment' }).click();
      await wizardOf(tab).getByLabel('Card number').waitFor();
    }
    await wizardOf(other).getByRole('button', { name: 'Successful', exact: true }).click();
    await wizardOf(other).getByRole('button', { name: 'Pay $45.00' }).click();
    // This tab's card form is gone: what it would pay is paid.
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).waitFor();
    await other.locator('li[data-state=open]').getByText('Pickup Booked!', { exact: true }).waitFor();
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    await wizardOf(page).getByRole('button', { name: 'Successful', exact: true }).click();
    await wizardOf(page).getByRole('button', { name: 'Pay $45.00' }).click();
    await page.locator('li[data-state=open]').getByText('Pickup Booked!', { exact: true }).waitFor();
    const { body } = await customer.call('GET', '/api/pickups');
    expect(body).toMatchObject([{ paymentStatus: 'paid' }, { paymentStatus: 'paid' }]);
  });
});
