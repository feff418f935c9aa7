import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkPage,
  customerDevices,
  desktop,
  openPlainPage,
  openToast,
  phone,
  smallPhone,
  untilStill,
} from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { buyPlan } from '../support/subscriptions/purchases.ts';

/** Buying a plan in the booking wizard: three steps, one payment and one plan, whatever interrupts it. */

const stories = setUpStories({ expectedErrors: refusedRequests });

let count = 0;
async function signInNew(device: typeof phone): Promise<{ page: Page; customer: SignedInUser }> {
  const customer = await registerCustomer(stories.server.url, `planner-${++count}`);
  const { page } = await stories.visitAs(customer, device);
  return { page, customer };
}

async function openWizard(device: typeof phone): Promise<{ page: Page; customer: SignedInUser }> {
  const { page, customer } = await signInNew(device);
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

/** Goes from the open wizard to the card form with the Basic package on Friday afternoons. */
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
  await wizard.getByText('Every Friday, afternoon preferred').waitFor();
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

async function expectBoughtOnce(page: Page, customer: SignedInUser): Promise<void> {
  expect((await customer.call('GET', '/api/subscription')).body).toMatchObject(basicOnFriday);
  const { body } = await customer.call('GET', '/api/billing-history');
  expect(body.filter((item: { status: string }) => item.status === 'succeeded')).toMatchObject([{ amount: '35.00' }]);
  expect(await storedDraft(page)).toBeNull();
}

async function storedDraft(page: Page) {
  return await page.evaluate(() => JSON.parse(localStorage.getItem('booking-data') ?? 'null'));
}

describe.each(isLong ? [...customerDevices, smallPhone] : customerDevices)('on $name', (device) => {
  it('buys a plan after a declined card, reloads the page and confirms it', async () => {
    const { page, customer } = await openWizard(device);
    await checkPage(page);
    await wizardOf(page).getByLabel('Monthly Plan').check();
    expect(await wizardOf(page).getByRole('radio', { name: 'Clean & Carry' }).isChecked()).toBe(true);
    await fillPlan(page, checkPage);
    await wizardOf(page).getByText('Basic Package, every Friday').waitFor();
    await checkPage(page);
    await pay(page, 'Declined');
    await wizardOf(page).getByText('Your card was declined.').waitFor();
    await checkPage(page);
    expect((await customer.call('GET', '/api/subscription')).body).toBeNull();
    // The activation is held while the success message is checked.
    const activating = new Promise<Route>((resolve) => page.route('**/api/confirm-subscription-payment', resolve));
    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await checkPage(page);
    const route = await activating;
    await wizardOf(page).getByText('Activating your plan...').waitFor();
    await checkPage(page);
    await route.continue();
    await openToast(page).getByText('Subscription Active!', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await wizardOf(page).count()).toBe(0);
    await expectBoughtOnce(page, customer);

    await openAgain(page);
    await wizardOf(page).getByLabel('Monthly Plan').check();
    await wizardOf(page).getByText('Your Basic Package plan is active.').waitFor();
    await checkPage(page);
    await next(page);
    await openToast(page).getByText('Subscription Already Active', { exact: true }).waitFor();
    await wizardOf(page).waitFor({ state: 'detached' });
  });
});

describe('an unfinished purchase', () => {
  it.runIf(isLong)(
    'is refused if another device bought a plan first: the wizard closes and the plan shows',
    async () => {
      const { page, customer } = await openWizard(phone);
      await wizardOf(page).getByLabel('Monthly Plan').check();
      await next(page);
      await next(page);
      await buyPlan(customer, { packageType: 'premium' });
      await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
      await openToast(page).getByText('Subscription Already Active', { exact: true }).waitFor();
      await wizardOf(page).waitFor({ state: 'detached' });
      expect(await storedDraft(page)).toBeNull();
      await page.getByText('Premium Property').first().waitFor();
    },
  );

  it.runIf(isLong)('survives a reload at every step', async () => {
    const { page, customer } = await openWizard(phone);
    await fillPlan(page);
    await page.reload();
    await page.getByRole('heading', { name: "Your plan isn't finished" }).waitFor();
    await page.getByText('Basic Package, every Friday, $35.00 per month').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await wizardOf(page).getByText('Every Friday, afternoon preferred').waitFor();
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    // The plan would be activated after two seconds. The page is reloaded before that.
    const confirmPlan = '**/api/confirm-subscription-payment';
    let isReloaded = false;
    await page.route(confirmPlan, (route) => (isReloaded ? route.continue() : undefined));
    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    isReloaded = true;
    await page.reload();
    await openToast(page).getByText('Subscription Active!', { exact: true }).waitFor();
    await expectBoughtOnce(page, customer);
  });

  it('is finished on the dashboard if the tab was closed before the response to the payment', async () => {
    const { page, customer } = await openWizard(phone);
    await fillPlan(page);
    const held = new Promise<Route>((resolve) => page.route('**/api/confirm-test-payment', resolve));
    await pay(page);
    await (await held).fetch();
    await page.close();
    const again = await page.context().newPage();
    await again.goto('/dashboard');
    await openToast(again).getByText('Subscription Active!', { exact: true }).waitFor();
    await expectBoughtOnce(again, customer);
  });

  it('that was paid but not activated shows an error, and is activated on retry', async () => {
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
    await checkPage(page);
    await wizardOf(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Your payment went through' }).waitFor();
    await checkPage(page);
    await page.unroute(confirmPlan);
    await page.getByRole('button', { name: 'Activate Plan' }).click();
    await openToast(page).getByText('Subscription Active!', { exact: true }).waitFor();
    await expectBoughtOnce(page, customer);
  });

  it.runIf(isLong)('keeps the choices of both kinds when the customer switches between plan and pickup', async () => {
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

/** At least as high as the wizard's footer. */
const footerPx = 60;
const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);

describe('the wizard', () => {
  it('goes only one step on a double click', async () => {
    const { page } = await openWizard(desktop);
    const nextButton = wizardOf(page).getByRole('button', { name: 'Next', exact: true });
    await nextButton.dblclick();
    await wizardOf(page).getByLabel('Pickup address').waitFor();
    expect(await storedDraft(page)).toMatchObject({ step: 2 });
    await nextButton.click();
    await wizardOf(page).getByRole('button', { name: 'Back' }).dblclick();
    await wizardOf(page).getByLabel('Pickup address').waitFor();
  });

  it.runIf(isLong)('opens with the plan that was chosen on the landing page', async () => {
    const { page } = await signInNew(phone);
    await openPlainPage(page);
    await page.evaluate(() => {
      localStorage.setItem('stoop.serviceType', 'subscription');
      localStorage.setItem('stoop.plan', 'heavy-duty');
    });
    await page.goto('/dashboard');
    await wizardOf(page).getByRole('radio', { name: 'Heavy Duty' }).waitFor();
    const chosen = wizardOf(page).getByRole('radio', { name: 'Heavy Duty' });
    expect(await chosen.isChecked()).toBe(true);
    expect(await chosen.evaluate((radio) => radio === document.activeElement)).toBe(true);
    const [plan, sheet] = await Promise.all([chosen.boundingBox(), wizardOf(page).boundingBox()]);
    expect(bottomOf(plan)).toBeLessThan(bottomOf(sheet) - footerPx);
    await wizardOf(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await wizardOf(page).count()).toBe(0);
  });

  it.runIf(isLong)(
    "steps back with the browser's Back, stays while paying, and asks before a second pickup that day",
    async () => {
      const { page, customer } = await signInNew(phone);
      await page.goto('/billing');
      await page.goto('/dashboard');
      await openAgain(page);
      const wizard = wizardOf(page);
      const isAt = (step: string) => wizard.locator('[aria-current=step]', { hasText: step }).waitFor();
      const goOn = wizard.getByRole('button', { name: /^(Next|Continue to Payment)$/ });
      const place = await goOn.boundingBox();
      for (const step of ['Details', 'Confirm']) {
        await goOn.click();
        await isAt(step);
        expect(await goOn.boundingBox()).toEqual(place);
      }
      await goOn.click();
      await wizard.getByLabel('Card number').waitFor();
      await untilStill(page);
      expect(await wizard.getByRole('button', { name: /^Pay / }).boundingBox()).toEqual(place);
      for (const step of ['Confirm', 'Details', 'Package or Service']) {
        await page.goBack();
        await isAt(step);
      }
      await page.goForward();
      await isAt('Details');
      await page.goBack();
      await isAt('Package or Service');
      await page.goBack();
      await wizard.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/dashboard');

      await openAgain(page);
      for (const step of ['Details', 'Confirm']) {
        await goOn.click();
        await isAt(step);
      }
      await goOn.click();
      await wizard.getByRole('button', { name: 'Successful', exact: true }).click();
      const held = new Promise<Route>((resolve) => page.route('**/api/confirm-test-payment', resolve));
      await wizard.getByRole('button', { name: 'Pay $30.00' }).click();
      const confirming = await held;
      await page.goBack();
      await openToast(page).getByText('Your payment is being confirmed').waitFor();
      await wizard.getByRole('button', { name: 'Processing payment...' }).waitFor();
      await confirming.continue();
      await openToast(page).getByText('Pickup Booked!', { exact: true }).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await wizard.count()).toBe(0);

      const { body: pickups } = await customer.call('GET', '/api/pickups');
      await page.goto(`/dashboard?book=again&pickup=${pickups[0].id}`);
      await wizard.getByLabel('Up to 4 bags').waitFor();
      for (const step of ['Details', 'Confirm']) {
        await goOn.click();
        await isAt(step);
      }
      await goOn.click();
      const question = page.getByRole('alertdialog', { name: 'Book a second pickup?' });
      await question.waitFor();
      await checkPage(page);
      await page.goBack();
      await question.waitFor({ state: 'detached' });
      await isAt('Confirm');
      await goOn.click();
      await question.getByRole('button', { name: 'Book Another' }).click();
      await wizard.getByLabel('Card number').waitFor();
      for (let step = 4; step > 0; step -= 1) await page.goBack();
      await wizard.waitFor({ state: 'detached' });
      await page.goBack();
      await page.goBack();
      await page.waitForURL('**/billing');
    },
  );

  it.runIf(isLong)('makes a second booking if another tab has paid the same draft', async () => {
    const { page, customer } = await openWizard(phone);
    await wizardOf(page).getByLabel('Up to 8 bags').check();
    await next(page);
    await next(page);
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    for (const tab of [page, other]) {
      await wizardOf(tab).getByRole('button', { name: 'Continue to Payment' }).click();
      await wizardOf(tab).getByLabel('Card number').waitFor();
    }
    await wizardOf(other).getByRole('button', { name: 'Successful', exact: true }).click();
    await wizardOf(other).getByRole('button', { name: 'Pay $45.00' }).click();
    // This tab's payment is done, so its card form has closed.
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).waitFor();
    await openToast(other).getByText('Pickup Booked!', { exact: true }).waitFor();
    await wizardOf(page).getByRole('button', { name: 'Continue to Payment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Book Another' }).click();
    await wizardOf(page).getByRole('button', { name: 'Successful', exact: true }).click();
    await wizardOf(page).getByRole('button', { name: 'Pay $45.00' }).click();
    await openToast(page).getByText('Pickup Booked!', { exact: true }).waitFor();
    const { body } = await customer.call('GET', '/api/pickups');
    expect(body).toMatchObject([{ paymentStatus: 'paid' }, { paymentStatus: 'paid' }]);
  });
});
