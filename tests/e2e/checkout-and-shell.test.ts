import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkPage,
  customerDevices,
  desktop,
  phone,
  pollNow,
  smallPhone,
  untilStill,
  watchForHeading,
  watchForLanding,
} from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { bookPickup, payWithTestCard } from '../support/subscriptions/purchases.ts';

/** The checkout (PAY-4), the customer's dashboard, and the shell around every page: navigation, toasts and the bell. */

const landscapePhone = { ...phone, name: 'a phone held sideways', viewport: { width: 844, height: 390 } };

const stories = setUpStories({ expectedErrors: refusedRequests });

let count = 0;
async function openAs(device: typeof phone, person?: SignedInUser) {
  const customer = person ?? (await registerCustomer(stories.server.url, `shell-${++count}`));
  const { page } = await stories.visitAs(customer, device);
  return { page, customer };
}

/** Books without paying, as the first version of the app does. Returns the pickup's id. */
const bookLater = async (customer: SignedInUser): Promise<string> => (await bookPickup(customer, { daysAhead: 2 })).id;

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications \(F8\)/ });
const colorOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
/** Responds as a proxy does when the server is down. */
const badGateway = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' });
/**
 * Expects that the toast covers no button of the header, even while it slides in. Otherwise a press of the bell would
 * hit the toast.
 */
async function expectBelowHeader(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const firstTop = await toasts(page)
    .getByRole('listitem')
    .evaluate((toast: HTMLElement) => {
      toast.style.animation = 'none';
      toast.getBoundingClientRect();
      toast.style.animation = '';
      const [arrival] = toast.getAnimations();
      if (!arrival) throw new Error('The toast has no animation.');
      arrival.pause();
      arrival.currentTime = 0;
      const { top } = toast.getBoundingClientRect();
      arrival.finish();
      return top;
    });
  const bell = await page.getByRole('button', { name: /^Notifications/ }).boundingBox();
  if (!bell) throw new Error('There is no bell.');
  expect(firstTop).toBeGreaterThanOrEqual(bell.y + bell.height);
}

/** Expects that the toast covers no part of the open dialog. */
async function expectApart(page: Page): Promise<void> {
  await untilStill(page);
  const [toast, dialog] = await Promise.all(
    [toasts(page).getByRole('listitem'), page.getByRole('dialog')].map((one) => one.boundingBox()),
  );
  if (!toast || !dialog) throw new Error('There is no toast or no dialog.');
  const isBeside = toast.x + toast.width <= dialog.x;
  const isAbove = toast.y + toast.height <= dialog.y;
  expect({ toast, dialog, isApart: isBeside || isAbove }).toMatchObject({ isApart: true });
}

const setUpCall = '**/api/create-payment-intent';
const confirmCall = '**/api/confirm-test-payment';
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim()}`;
  });

describe('checkout', () => {
  it.each(customerDevices)(
    'charges an unpaid pickup once, despite a declined card and a lost response, on $name',
    async (device) => {
      const { page, customer } = await openAs(device);
      const pickupId = await bookLater(customer);
      const requested: unknown[] = [];
      const checked = Promise.withResolvers<void>();
      await page.route(setUpCall, async (route) => {
        requested.push(route.request().postDataJSON());
        await checked.promise;
        await route.continue();
      });
      await page.goto(`/checkout?amount=45&pickupId=${pickupId}`);
      await page.getByRole('heading', { level: 1, name: 'Secure Checkout' }).waitFor();
      await page.getByText('Complete your trash pickup payment', { exact: true }).waitFor();
      await page.getByText('Setting up secure payment...', { exact: true }).waitFor();
      checked.resolve();
      const pay = page.getByRole('button', { name: 'Pay $45.00', exact: true });
      await pay.waitFor();
      await page.getByText(/^8 bags on /).waitFor();
      expect(requested).toEqual([{ amount: '45.00', pickupId, serviceType: 'one-time' }]);
      await checkPage(page);

      await pay.click();
      await page.getByRole('main').getByText('Please enter a complete card number', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Expired', exact: true }).click();
      await pay.click();
      const notice = page.getByRole('main');
      await notice.getByText('Your card has expired.', { exact: true }).waitFor();
      await toasts(page).getByText('Payment Failed', { exact: true }).waitFor();
      await toasts(page).getByText('Your card has expired.', { exact: true }).waitFor();
      await expect.poll(() => focused(page)).toBe('BUTTON Pay $45.00');
      await checkPage(page);

      // The card is charged, but the response is lost. Pressing again must not charge it twice.
      await page.route(confirmCall, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Successful', exact: true }).click();
      await pay.click();
      await toasts(page).getByText('Payment Error', { exact: true }).waitFor();
      await notice
        .getByText(/^An unexpected error occurred\. Please try again\..* You won't be charged twice\.$/)
        .waitFor();
      await page.unroute(confirmCall);

      // The navigation home is blocked, so that the page can be checked.
      await page.route(`${stories.server.url}/`, (route) => route.abort('aborted'));
      const shownAt = await watchForHeading(page, 'Payment Successful!');
      const leftAt = await watchForLanding(page);
      await pay.dblclick();
      const success = page.getByRole('heading', { level: 2, name: 'Payment Successful!' });
      await success.waitFor();
      const paidAt = await shownAt();
      await expect.poll(() => toasts(page).getByText('Payment Error').count()).toBe(0);
      await expect.poll(leftAt).toBeGreaterThan(0);
      expect((await leftAt()) - paidAt).toBeGreaterThan(1_500);
      await checkPage(page);
      await page.unroute(`${stories.server.url}/`);
      await page.goto('/');
      await page.waitForURL('**/dashboard');
      await toasts(page).getByText('Payment Successful', { exact: true }).waitFor();

      const { body: lines } = await customer.call('GET', '/api/billing-history');
      expect(lines.map((line: { status: string }) => line.status).sort()).toEqual(['failed', 'succeeded']);
      await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}`);
      await page.getByRole('heading', { name: 'This is already paid' }).waitFor();
      await checkPage(page);
    },
  );

  it.runIf(isLong)('continues the same payment after a reload', async () => {
    const { page, customer } = await openAs(smallPhone);
    const pickupId = await bookLater(customer);
    const secrets: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('/api/create-payment-intent')) secrets.push((await response.json()).clientSecret);
    });
    await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}&serviceType=same-day`);
    const pay = page.getByRole('button', { name: 'Pay $45.00' });
    await pay.waitFor();
    await checkPage(page);
    await page.reload();
    await pay.waitFor();
    await expect.poll(() => secrets).toHaveLength(2);
    expect(secrets[0]).toBe(secrets[1]);
  });

  it.runIf(isLong)('starts a new payment and shows a message when the old one was cancelled', async () => {
    const { page, customer } = await openAs(phone);
    const pickupId = await bookLater(customer);
    await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}`);
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    const cancelled = { message: 'This payment was cancelled. Please try again.' };
    await page.route(confirmCall, (route) => route.fulfill({ status: 409, json: cancelled }), { times: 1 });
    const again = page.waitForRequest(setUpCall);
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    await again;
    await page.getByRole('main').getByText(cancelled.message).waitFor();
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await page.waitForURL('**/dashboard');
  });

  it.runIf(isLong)(
    'announces the refund when the pickup was cancelled meanwhile, and opens no other payment',
    async () => {
      const { page, customer } = await openAs(smallPhone);
      const pickupId = await bookLater(customer);
      await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}`);
      await page.getByRole('button', { name: 'Successful', exact: true }).click();
      const refunded = { message: 'Your money is on its way back.', code: 'given_back' };
      await page.route(confirmCall, (route) => route.fulfill({ status: 409, json: refunded }), { times: 1 });
      let opened = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/create-payment-intent')) opened += 1;
      });
      await page.getByRole('button', { name: 'Pay $45.00' }).click();
      await page.getByRole('main').getByText(refunded.message, { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Pay $45.00' }).count()).toBe(0);
      await checkPage(page);
      await page.getByRole('button', { name: 'Return Home' }).click();
      await page.waitForURL('**/dashboard');
      expect(opened).toBe(0);
    },
  );

  it.runIf(isLong)('shows why a payment cannot be set up, with a button home', async () => {
    const { page, customer } = await openAs(smallPhone);
    const pickupId = await bookLater(customer);
    for (const [query, reason] of [
      [`amount=46.00&pickupId=${pickupId}`, 'The price of this pickup is $45.00.'],
      ['amount=46.00', "This amount isn't one of our prices."],
      ['amount=45.00&pickupId=0195f0c0-0000-7000-8000-000000000000', 'Pickup not found'],
    ]) {
      await page.goto(`/checkout?${query}`);
      await page.getByRole('heading', { name: 'Payment Setup Failed', exact: true }).waitFor();
      const text = 'Unable to initialize payment. Please try again or contact support.';
      await page.getByRole('main').getByText(text, { exact: true }).waitFor();
      await page.getByText(reason ?? '', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await checkPage(page);
    }
    await page.route(setUpCall, badGateway, { times: 1 });
    await page.goto('/checkout?amount=45.00');
    await page.getByRole('heading', { name: 'Payment Setup Failed' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('Bad Gateway');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).waitFor();

    await page.goto('/checkout?amount=46.00');
    const landing = page.waitForRequest(`${stories.server.url}/`);
    await page.getByRole('button', { name: 'Return Home' }).click();
    await landing;
    await page.waitForURL('**/dashboard');
  });

  it.runIf(isLong)('says what a payment without a pickup becomes, and books with it', async () => {
    const { page, customer } = await openAs(phone);
    await page.goto('/checkout?amount=60.00&serviceType=subscription');
    await page.getByRole('heading', { name: "This payment doesn't start a plan" }).waitFor();
    await page.goto('/checkout?amount=45');
    await page.getByRole('heading', { name: "This payment isn't tied to a pickup" }).waitFor();
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    await checkPage(page);
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    await page.waitForURL('**/dashboard');
    const unused = page.getByRole('region', { name: 'Paid, Not Used Yet' });
    await unused.getByRole('link', { name: 'Book a pickup with your payment of $45.00' }).waitFor();
    await checkPage(page);
    await page.goto('/billing');
    await unused.getByText(/^It hasn't been used yet\. Book a pickup at this price by /).waitFor();
    await checkPage(page);

    await unused.getByRole('link', { name: 'Book a pickup with your payment of $45.00' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /8 bags/ }).check();
    const next = dialog.getByRole('button', { name: 'Next', exact: true });
    const primary = await colorOf(next);
    for (let step = 1; step < 3; step += 1) await next.click();
    const useIt = dialog.getByRole('button', { name: 'Book with this payment' });
    await expect.poll(() => colorOf(useIt)).toBe(primary);
    await expect.poll(() => colorOf(dialog.getByRole('button', { name: 'Continue to Payment' }))).not.toBe(primary);
    await useIt.click();
    await toasts(page).getByText('Pickup Booked!', { exact: true }).waitFor();
    await expectBelowHeader(page);
    expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid' }]);
    expect((await customer.call('GET', '/api/billing-history')).body).toHaveLength(1);
    expect((await customer.call('GET', '/api/unspent-payments')).body).toEqual([]);
  });

  it.runIf(isLong)('redirects to / without an amount', async () => {
    const { page } = await openAs(phone);
    for (const query of ['', '?amount=', '?amount=%20', '?amount=lots', '?pickupId=1&serviceType=one-time']) {
      const landing = page.waitForRequest(`${stories.server.url}/`);
      await page.goto(`/checkout${query}`);
      await landing;
      await page.waitForURL('**/dashboard');
    }
  });
});

describe('the dashboard', () => {
  it('shows a success dialog once after a payment', async () => {
    const { page } = await openAs(phone);
    await page.goto('/settings');
    await page.goto('/dashboard?success=true&session=7');
    const dialog = page.getByRole('dialog', { name: "You're all set!" });
    await dialog.waitFor();
    await page.waitForURL((url) => url.pathname === '/dashboard' && url.search === '');
    await checkPage(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    expect(await dialog.count()).toBe(0);
    // The address without the query replaces the old entry: Back leads to the previous page.
    await page.goBack();
    await page.waitForURL('**/settings');
  });

  it.each(customerDevices)('loads without layout shifts on $name', async (device) => {
    const { page, customer } = await openAs(device);
    await bookLater(customer);
    await page.addInitScript(() => {
      const sums = window as unknown as { shifted: number };
      sums.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sums.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let delayMs = 100;
    const loading = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      // The dashboard needs the session first.
      if (!new URL(route.request().url()).pathname.startsWith('/api/auth/')) await loading.promise;
      // The responses arrive one after the other.
      delayMs += 100;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // Fails if the page has navigated away.
      await route.continue().catch(() => undefined);
    });
    await page.goto('/dashboard');
    await page.getByText('Loading your dashboard').waitFor();
    loading.resolve();
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await untilStill(page);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);
    await checkPage(page);
  });

  it.runIf(isLong)('keeps its other parts when one fails, and while that one is retried', async () => {
    const { page, customer } = await openAs(smallPhone);
    await bookLater(customer);
    await page.route('**/api/subscription', badGateway);
    await page.clock.install();
    await page.goto('/dashboard');
    const failure = page.getByText("We couldn't load your subscription.");
    await failure.waitFor();
    await page.getByText('8 bags · One-Time').waitFor();
    await checkPage(page);

    // The page polls every 25 s. After this poll, only a press fetches anything.
    await pollNow(page);
    await page.unroute('**/api/subscription');
    const requested = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<void>();
    await page.route('**/api/subscription', async (route) => {
      requested.resolve();
      await checked.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await requested.promise;
    expect(await page.getByText('8 bags · One-Time').isVisible()).toBe(true);
    checked.resolve();
    await page.getByRole('link', { name: 'Choose a plan' }).waitFor();
    expect(await failure.count()).toBe(0);
    await page.getByRole('link', { name: 'Pay $45.00' }).click();
    await page.waitForURL('**/checkout**');
    await page.getByRole('button', { name: 'Pay $45.00' }).waitFor();
  });

  it("stays open when the wizard's script fails to load, and opens the wizard after the reload it offers", async () => {
    const { page } = await openAs(phone);
    await page.route(/booking-flow/, (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    const book = page.getByRole('button', { name: 'Book Pickup' }).first();
    await book.click();
    await toasts(page).getByText("Couldn't open the booking form", { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Recent Activity' }).isVisible()).toBe(true);
    await checkPage(page);
    await page.unroute(/booking-flow/);
    await toasts(page).getByRole('button', { name: 'Reload' }).click();
    await toasts(page).getByText("Couldn't open the booking form").waitFor({ state: 'detached' });
    await book.click();
    await page.getByRole('dialog').waitFor();
  });

  it.runIf(isLong)('shows a toast without a network, also before the code for toasts is loaded', async () => {
    const { page } = await openAs(phone);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page
      .getByRole('status')
      .getByText(/We couldn't reach the server\./)
      .waitFor();
    expect(await page.getByRole('heading', { name: 'Recent Activity' }).isVisible()).toBe(true);
  });
});

describe('the shell', () => {
  it.runIf(isLong)('moves the focus to the heading of each page, also on later visits', async () => {
    const { page } = await openAs(desktop);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^BODY/);
    const menu = page.getByRole('navigation', { name: 'Main' });
    // The title and the rule below it don't move.
    const frame = () =>
      page.evaluate(() => {
        const title = document.querySelector('h1')?.getBoundingClientRect();
        const rule = document.querySelector('header h1')?.parentElement?.getBoundingClientRect();
        return [title?.x, title?.y, rule?.x, rule?.bottom, rule?.width];
      });
    const place = await frame();
    for (const heading of ['Pickup History', 'Home', 'Billing', 'Settings', 'Pickup History', 'Home']) {
      await menu.getByRole('link', { name: heading, exact: true }).click();
      await expect.poll(() => focused(page), { message: heading }).toBe(`H1 ${heading}`);
      expect(await frame()).toEqual(place);
    }
    await page.goBack();
    await expect.poll(() => focused(page)).toMatch(/^H1 Pickup History$/);
  });

  it.runIf(isLong)('returns the focus to the button that opened a dialog, unless the page has changed', async () => {
    const { page } = await openAs(phone);
    await page.goto('/dashboard');
    const menu = page.getByRole('button', { name: 'Menu' });
    const dialog = page.getByRole('dialog');
    await menu.press('Enter');
    await dialog.waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('BUTTON Menu');
    await menu.press('Enter');
    await dialog.getByRole('link', { name: 'Billing' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('H1 Billing');
    // The book button in the bar opens the booking from every screen.
    await page.getByRole('button', { name: 'Book Pickup' }).click();
    await page.getByRole('dialog', { name: 'Book a pickup' }).waitFor();
    await page.waitForURL((url) => url.pathname === '/dashboard' && url.search === '');
  });

  it('F8 moves the focus to the toast while a dialog is open, and Escape then closes only the toast', async () => {
    const { page } = await openAs(phone);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Book Pickup' }).first().click();
    const dialog = page.getByRole('dialog');
    for (let step = 1; step < 3; step++) await dialog.getByRole('button', { name: 'Next', exact: true }).click();
    const toContinue = dialog.getByRole('button', { name: 'Continue to Payment' });
    const causeToast = async () => {
      await page.route(setUpCall, badGateway, { times: 1 });
      await toContinue.click();
      await toasts(page)
        .getByText(/^Payment setup failed: 502/)
        .waitFor();
    };
    await causeToast();
    for (const device of [desktop, phone]) {
      await page.setViewportSize(device.viewport);
      await expectApart(page);
    }
    await page.keyboard.press('F8');
    expect(await toasts(page).evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('BUTTON Dismiss');
    await page.keyboard.press('Escape');
    await toasts(page)
      .getByText(/^Payment setup failed/)
      .waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    await expect.poll(() => focused(page)).toBe('BUTTON Continue to Payment');

    // Dismissing it with its button also returns the focus.
    await causeToast();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('BUTTON Continue to Payment');
    expect(await dialog.count()).toBe(1);

    // Last, because on a busy machine the check takes longer than the toast is shown.
    await causeToast();
    await checkPage(page);
  });

  it.runIf(isLong)('F8 also works when the dialog opened after the toast', async () => {
    const { page } = await openAs(phone);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await page.route('**/api/subscription', badGateway);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const toast = toasts(page).getByText("We couldn't refresh your dashboard. Please try again.");
    await toast.waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    await menu.waitFor();
    await expectApart(page);
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
    // If the dialog were also closing, it would be fading out now.
    await untilStill(page);
    expect(await menu.count()).toBe(1);
    expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it.each(isLong ? [smallPhone, phone, desktop] : [smallPhone])(
    "shows a toast without covering the header's buttons, on $name",
    async (device) => {
      const { page } = await openAs(device);
      await page.route(setUpCall, badGateway);
      await page.goto('/checkout?amount=45.00');
      await page.getByRole('heading', { name: 'Payment Setup Failed' }).waitFor();
      await page.unroute(setUpCall);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Declined', exact: true }).click();
      await page.getByRole('button', { name: 'Pay $45.00' }).click();
      const toast = toasts(page).getByRole('listitem');
      await toast.waitFor();
      const covered = await toast.evaluate(async (element) => {
        // The toast slides in from above.
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        const box = element.getBoundingClientRect();
        return [...document.querySelectorAll('header a, header button')]
          .filter((pressable) => {
            const other = pressable.getBoundingClientRect();
            const apart = [
              other.right <= box.left,
              other.left >= box.right,
              other.bottom <= box.top,
              other.top >= box.bottom,
            ];
            return other.width > 0 && !apart.includes(true);
          })
          .map((pressable) => pressable.getAttribute('aria-label'));
      });
      expect(covered).toEqual([]);
    },
  );

  it('dismisses a toast that is swiped right by at least 50 px', async () => {
    const { page } = await openAs(desktop);
    await page.goto('/checkout?amount=45.00');
    await page.getByRole('button', { name: 'Declined', exact: true }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    const toast = toasts(page).getByRole('listitem');
    await toast.waitFor();
    const swipe = async (byPx: number) => {
      // The toast slides in, and slides back after a short swipe.
      await (await toast.elementHandle())?.waitForElementState('stable');
      const box = await toast.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + byPx / 2, y);
      await page.mouse.move(x + byPx, y);
      await page.mouse.up();
    };
    await swipe(40);
    expect(await toast.count()).toBe(1);
    await swipe(60);
    await toast.waitFor({ state: 'detached' });
  });

  it.runIf(isLong)('takes at most 50 px of the height of a phone held sideways', async () => {
    const { page } = await openAs(landscapePhone);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).scrollIntoViewIfNeeded();
    const taken = await page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const bar = document.querySelector('nav[aria-label="Shortcuts"]')?.getBoundingClientRect().height ?? 0;
      return Math.max(0, header) + bar;
    });
    expect(taken).toBeLessThanOrEqual(50);
    await checkPage(page);
  });

  it.each(customerDevices)('shows an error and the navigation when a page crashes, on $name', async (device) => {
    const { page } = await openAs(device);
    await page.route('**/api/subscription', (route) => route.fulfill({ json: { status: 'active' } }));
    await page.goto('/billing');
    await page.getByRole('heading', { name: "This page couldn't be shown" }).waitFor();
    await checkPage(page);
    // The error is logged in the console.
    expect(stories.visits.at(-1)?.complaints.splice(0)).not.toEqual([]);
    await page.unroute('**/api/subscription');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  });
});

describe('the bell', () => {
  it.each(isLong ? (['customer', 'driver', 'admin'] as const) : (['customer'] as const))(
    'shows notifications to a %s, by keyboard alone',
    async (role) => {
      const staff = role === 'customer' ? undefined : await makeStaff(stories.server, role, `bell-${role.length}`);
      const { page } = await openAs(phone, staff);
      const note = (id: number, isRead: boolean, actionUrl: string | null = null) => ({
        id: `0195f0c0-0000-7000-8000-00000000000${id}`,
        title: `News ${id}`,
        message: 'Something happened.',
        type: 'something_new',
        isRead,
        actionUrl,
        createdAt: new Date().toISOString(),
      });
      const listed = { unread: 0, notifications: [] as ReturnType<typeof note>[] };
      let isBroken = true;
      await page.route('**/api/notifications', (route) =>
        isBroken ? badGateway(route) : route.fulfill({ json: listed }),
      );
      await page.route('**/api/notifications/**', (route) => {
        const id = route.request().url().split('/').at(-2);
        for (const entry of listed.notifications) if (id === entry.id || id === 'notifications') entry.isRead = true;
        listed.unread = listed.notifications.filter((entry) => !entry.isRead).length;
        return route.fulfill({ json: id === 'notifications' ? { success: true } : listed.notifications[0] });
      });
      // Answered by the test: a real request would time out when the clock jumps, and the panel would report that.
      await page.route('**/api/admin/attention', (route) => route.fulfill({ json: { total: 0, kinds: [] } }));
      await page.clock.install();
      await page.goto({ customer: '/dashboard', driver: '/driver', admin: '/admin' }[role]);
      const bell = page.getByRole('button', { name: /^Notifications/ });
      const panel = page.getByRole('dialog', { name: 'Notifications' });

      await bell.press('Enter');
      await panel.getByText("We couldn't load the notifications").waitFor();
      await checkPage(page);
      isBroken = false;
      await panel.getByRole('button', { name: 'Try again' }).press('Enter');
      await panel.getByText('No notifications yet').waitFor();
      await checkPage(page);
      await page.keyboard.press('Escape');

      listed.notifications = [note(2, false), note(1, false)];
      listed.unread = 2;
      await page.clock.fastForward(61_000);
      // The admin's bell counts what needs attention instead.
      if (role !== 'admin') await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
      await bell.press('Enter');
      const first = panel.getByRole('listitem').filter({ hasText: 'News' }).first();
      await first.getByRole('button').press('Enter');
      await panel.getByText('1 unread').waitFor();
      expect(await first.evaluate((row) => row === document.activeElement)).toBe(true);

      // A notification that arrives while the panel is open must not move the list.
      const before = await first.boundingBox();
      listed.notifications = [note(3, false), ...listed.notifications];
      listed.unread = 2;
      // While the list is still being fetched again, no poll is due: move the clock again.
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(61_000);
            return await panel.getByRole('button', { name: 'Show 1 new' }).isVisible();
          },
          { timeout: 60_000, interval: 500 },
        )
        .toBe(true);
      expect(await first.boundingBox()).toEqual(before);
      await checkPage(page);
      await panel.getByRole('button', { name: 'Show 1 new' }).press('Enter');
      await panel.getByText('News 3').waitFor();
      await panel.getByRole('button', { name: 'Mark all read' }).press('Enter');
      await panel.getByText('All read').waitFor();
      await checkPage(page);
      await page.keyboard.press('Escape');
      await expect.poll(() => focused(page)).toBe('BUTTON Notifications');
    },
  );

  it.runIf(isLong)("opens a notification's link with its query", async () => {
    const { page, customer } = await openAs(phone);
    const pickupId = await bookLater(customer);
    const { clientSecret } = await customer.send('POST', '/api/create-payment-intent', { amount: '45.00', pickupId });
    await payWithTestCard(customer, clientSecret, 'declined');
    await expect
      .poll(async () => (await customer.send('GET', '/api/notifications')).unread, { timeout: 60_000 })
      .toBe(2);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Payment failed/ })
      .click();
    await page.waitForURL(`**/checkout?pickupId=${pickupId}&amount=45.00`);
    await page.getByRole('button', { name: 'Pay $45.00' }).waitFor();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  });
});
