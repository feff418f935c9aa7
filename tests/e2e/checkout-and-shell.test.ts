import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  pollNow,
  untilStill,
  type Visit,
  watchForHeading,
  watchForLanding,
} from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { goodPassword } from '../support/people.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { registerCustomer, type SignedInUser, visitAs } from '../support/signed-in.ts';

/** /checkout (PAY-4), the customer's dashboard, and what surrounds every signed-in page. */

const small = { ...phone, name: 'a small phone, 320 px', viewport: { width: 320, height: 640 } };
const sideways = { ...phone, name: 'a phone held sideways', viewport: { width: 844, height: 390 } };

let server: ServerProcess;
let browser: Browser;
const visits: Visit[] = [];
beforeAll(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  for (const { context, complaints } of visits.splice(0)) {
    await context.close();
    // A refused call is a line in the console too; what it is about is what the story is about.
    expect(complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
  }
});

let count = 0;
async function openAs(device: typeof phone, customer?: SignedInUser) {
  const person = customer ?? (await registerCustomer(server.url, `shell-${++count}`));
  const opened = await visitAs(browser, device, server.url, person);
  visits.push(opened);
  return { page: opened.page, customer: person };
}

/** Books 8 bags for a later day without paying, as a client of the first version does. */
async function bookUnpaid({ call }: SignedInUser, daysAhead = 2): Promise<string> {
  const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), daysAhead), '09:00').toISOString();
  const { status, body } = await call('POST', '/api/pickups', {
    address: '1127 S 9th St, Philadelphia, PA 19147',
    bagCount: 8,
    amount: '45.00',
    serviceType: 'one-time',
    scheduledDate,
    specialInstructions: null,
    status: 'pending',
  });
  expect(status).toBe(201);
  return body.id;
}

const toastOf = (page: Page) => page.getByRole('region', { name: /^Notifications \(F8\)/ });
const proxyPage = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' });
const setUpCall = '**/api/create-payment-intent';
const confirmCall = '**/api/confirm-test-payment';
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim()}`;
  });

describe('checkout', () => {
  it.each([phone, desktop])(
    'takes the money of an unpaid pickup once, through a refused card and a lost answer, on $name',
    async (device) => {
      const { page, customer } = await openAs(device);
      const pickupId = await bookUnpaid(customer);
      const asked: unknown[] = [];
      const seen = Promise.withResolvers<void>();
      await page.route(setUpCall, async (route) => {
        asked.push(route.request().postDataJSON());
        await seen.promise;
        await route.continue();
      });
      await page.goto(`/checkout?amount=45&pickupId=${pickupId}`);
      await page.getByRole('heading', { level: 1, name: 'Secure Checkout' }).waitFor();
      await page.getByText('Complete your trash pickup payment', { exact: true }).waitFor();
      await page.getByText('Setting up secure payment...', { exact: true }).waitFor();
      seen.resolve();
      const pay = page.getByRole('button', { name: 'Pay $45.00', exact: true });
      await pay.waitFor();
      await page.getByText(/^8 bags on /).waitFor();
      expect(asked).toEqual([{ amount: '45.00', pickupId, serviceType: 'one-time' }]);
      await checkPage(page);

      await pay.click();
      await page.getByText('Please enter a complete card number', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Expired', exact: true }).click();
      await pay.click();
      const notice = page.getByRole('alert');
      await notice.getByText('Your card has expired.', { exact: true }).waitFor();
      await toastOf(page).getByText('Payment Failed', { exact: true }).waitFor();
      await toastOf(page).getByText('Your card has expired.', { exact: true }).waitFor();
      await expect.poll(() => focused(page)).toBe('BUTTON Pay $45.00');
      await checkPage(page);

      // The money moves, but its answer is lost on the way: pressing again must not move it twice.
      await page.route(confirmCall, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Successful', exact: true }).click();
      await pay.click();
      await toastOf(page).getByText('Payment Error', { exact: true }).waitFor();
      await notice
        .getByText(/^An unexpected error occurred\. Please try again\..* You will not be charged twice\.$/)
        .waitFor();
      await page.unroute(confirmCall);

      // Kept on the page for a look: the way home is barred once.
      await page.route(`${server.url}/`, (route) => route.abort('aborted'));
      const shownAt = await watchForHeading(page, 'Payment Successful!');
      const leftAt = await watchForLanding(page);
      await pay.dblclick();
      const success = page.getByRole('heading', { level: 2, name: 'Payment Successful!' });
      await success.waitFor();
      const paidAt = await shownAt();
      await expect.poll(() => toastOf(page).getByText('Payment Error').count(), { timeout: 2_000 }).toBe(0);
      await expect.poll(leftAt, { timeout: 10_000 }).toBeGreaterThan(0);
      expect((await leftAt()) - paidAt).toBeGreaterThan(1_500);
      expect((await leftAt()) - paidAt).toBeLessThan(4_000);
      await checkPage(page);
      await page.unroute(`${server.url}/`);
      await page.goto('/');
      await page.waitForURL('**/dashboard');
      await toastOf(page).getByText('Payment Successful', { exact: true }).waitFor();

      const { body: lines } = await customer.call('GET', '/api/billing-history');
      expect(lines.map((line: { status: string }) => line.status).sort()).toEqual(['failed', 'succeeded']);
      await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}`);
      await page.getByRole('heading', { name: 'This is paid already' }).waitFor();
      await checkPage(page);
    },
  );

  it('goes on with the same payment after a reload', async () => {
    const { page, customer } = await openAs(small);
    const pickupId = await bookUnpaid(customer);
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

  it('starts a new payment when the old one was cancelled, and says so', async () => {
    const { page, customer } = await openAs(phone);
    const pickupId = await bookUnpaid(customer);
    await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}`);
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    const cancelled = { message: 'This payment was cancelled. Please try again.' };
    await page.route(confirmCall, (route) => route.fulfill({ status: 409, json: cancelled }), { times: 1 });
    const again = page.waitForRequest(setUpCall);
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    await again;
    await page.getByRole('alert').getByText(cancelled.message).waitFor();
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await page.waitForURL('**/dashboard');
  });

  it('says that the money goes back where the pickup was cancelled meanwhile, and opens no other payment', async () => {
    const { page, customer } = await openAs(small);
    const pickupId = await bookUnpaid(customer);
    await page.goto(`/checkout?amount=45.00&pickupId=${pickupId}`);
    await page.getByRole('button', { name: 'Successful', exact: true }).click();
    const back = { message: 'Your money is on its way back.', code: 'given_back' };
    await page.route(confirmCall, (route) => route.fulfill({ status: 409, json: back }), { times: 1 });
    let opened = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-payment-intent')) opened += 1;
    });
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    await page.getByRole('main').getByRole('alert').getByText(back.message, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Pay $45.00' }).count()).toBe(0);
    await checkPage(page);
    await page.getByRole('button', { name: 'Return Home' }).click();
    await page.waitForURL('**/dashboard');
    expect(opened).toBe(0);
  });

  it('says why a payment cannot be set up, and leads home', async () => {
    const { page, customer } = await openAs(small);
    const pickupId = await bookUnpaid(customer);
    for (const [query, reason] of [
      [`amount=46.00&pickupId=${pickupId}`, 'The price of this pickup is $45.00.'],
      ['amount=46.00', 'This amount is not one of our prices.'],
      ['amount=45.00&pickupId=0195f0c0-0000-7000-8000-000000000000', 'Pickup not found'],
    ]) {
      await page.goto(`/checkout?${query}`);
      await page.getByRole('heading', { name: 'Payment Setup Failed', exact: true }).waitFor();
      const text = 'Unable to initialize payment. Please try again or contact support.';
      await page.getByText(text, { exact: true }).waitFor();
      await page.getByText(reason ?? '', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await checkPage(page);
    }
    await page.route(setUpCall, proxyPage, { times: 1 });
    await page.goto('/checkout?amount=45.00');
    await page.getByRole('heading', { name: 'Payment Setup Failed' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('Bad Gateway');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).waitFor();

    await page.goto('/checkout?amount=46.00');
    const landing = page.waitForRequest(`${server.url}/`);
    await page.getByRole('button', { name: 'Return Home' }).click();
    await landing;
    await page.waitForURL('**/dashboard');
  });

  it('redirects to / without an amount', async () => {
    const { page } = await openAs(phone);
    for (const query of ['', '?amount=', '?amount=%20', '?amount=lots', '?pickupId=1&serviceType=one-time']) {
      const landing = page.waitForRequest(`${server.url}/`);
      await page.goto(`/checkout${query}`);
      await landing;
      await page.waitForURL('**/dashboard');
    }
  });
});

describe('the dashboard', () => {
  it('celebrates a return from a payment, and forgets it', async () => {
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
    // Replaced, not added: one step back is the page before.
    await page.goBack();
    await page.waitForURL('**/settings');
  });

  it.each([phone, desktop])('loads without a jump on $name', async (device) => {
    const { page, customer } = await openAs(device);
    await bookUnpaid(customer);
    await page.addInitScript(() => {
      const sums = window as unknown as { shifted: number };
      sums.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sums.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let delayMs = 100;
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      // Who is signed in comes before there is a dashboard to load.
      if (!new URL(route.request().url()).pathname.startsWith('/api/auth/')) await seen.promise;
      delayMs += 100;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // A page that was left meanwhile waits for nothing any more.
      await route.continue().catch(() => undefined);
    });
    await page.goto('/dashboard');
    await page.getByText('Loading your dashboard').waitFor();
    seen.resolve();
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await untilStill(page);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);
    await checkPage(page);
  });

  it('keeps its other parts when one fails, also while that one is tried again', async () => {
    const { page, customer } = await openAs(small);
    await bookUnpaid(customer);
    await page.route('**/api/subscription', proxyPage);
    await page.clock.install();
    await page.goto('/dashboard');
    const failure = page.getByText('Your subscription could not be loaded.');
    await failure.waitFor();
    await page.getByText('8 bags · One-Time').waitFor();
    await checkPage(page);

    // The page reads again every 25 s by itself; until then only at a press.
    await pollNow(page);
    await page.unroute('**/api/subscription');
    const asked = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    await page.route('**/api/subscription', async (route) => {
      asked.resolve();
      await looked.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked.promise;
    expect(await page.getByText('8 bags · One-Time').isVisible()).toBe(true);
    looked.resolve();
    await page.getByRole('link', { name: 'Choose a plan' }).waitFor();
    expect(await failure.count()).toBe(0);
    await page.getByRole('link', { name: 'Pay $45.00' }).click();
    await page.waitForURL('**/checkout**');
    await page.getByRole('button', { name: 'Pay $45.00' }).waitFor();
  });

  it('stays when the booking cannot be fetched, and opens it at the next press', async () => {
    const { page } = await openAs(phone);
    await page.route(/booking-flow/, (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    const book = page.getByRole('button', { name: 'Book Pickup' }).first();
    await book.click();
    await toastOf(page).getByText('Booking could not be opened', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Recent Activity' }).isVisible()).toBe(true);
    await checkPage(page);
    await page.unroute(/booking-flow/);
    await book.click();
    await page.getByRole('dialog').waitFor();
    await toastOf(page).getByText('Booking could not be opened').waitFor({ state: 'detached' });
  });

  it('says at once that there is no network, with the toast that it fetched before', async () => {
    const { page } = await openAs(phone);
    const toaster = page.waitForEvent('requestfinished', (request) => request.url().includes('/toaster-'));
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await toaster;
    // What it asks for in turn.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await toastOf(page)
      .getByText(/We could not reach the server\./)
      .waitFor({ timeout: 10_000 });
    expect(await page.getByRole('heading', { name: 'Recent Activity' }).isVisible()).toBe(true);
  });
});

describe('the shell', () => {
  it('moves the focus to the heading of every page that is reached, again and again', async () => {
    const { page } = await openAs(desktop);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^BODY/);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [link, heading] of [
      ['Pickup History', /^H1 Pickup History$/],
      ['Home', /^H1 .*shell-/],
      ['Billing', /^H1 Billing$/],
      ['Pickup History', /^H1 Pickup History$/],
      ['Home', /^H1 .*shell-/],
    ] as const) {
      await menu.getByRole('link', { name: link, exact: true }).click();
      await expect.poll(() => focused(page), { message: link }).toMatch(heading);
    }
    await page.goBack();
    await expect.poll(() => focused(page)).toMatch(/^H1 Pickup History$/);
  });

  it('gives the focus back to what opened a dialog, unless another page took it', async () => {
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
  });

  it('leads F8 to the toast while a dialog is open, and Escape there closes the toast alone', async () => {
    const { page } = await openAs(phone);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Book Pickup' }).first().click();
    const dialog = page.getByRole('dialog');
    for (let step = 1; step < 3; step++) await dialog.getByRole('button', { name: 'Next', exact: true }).click();
    const toContinue = dialog.getByRole('button', { name: 'Continue to Payment' });
    const raise = async () => {
      await page.route(setUpCall, proxyPage, { times: 1 });
      await toContinue.click();
      await toastOf(page)
        .getByText(/^Payment setup failed: 502/)
        .waitFor();
    };
    await raise();
    await page.keyboard.press('F8');
    expect(await toastOf(page).evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('BUTTON Dismiss');
    await page.keyboard.press('Escape');
    await toastOf(page)
      .getByText(/^Payment setup failed/)
      .waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    await expect.poll(() => focused(page)).toBe('BUTTON Continue to Payment');

    // Dismissed by its button, it gives the focus back as well.
    await raise();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('BUTTON Continue to Payment');
    expect(await dialog.count()).toBe(1);

    // Last: the look takes longer on a busy machine than the toast stands.
    await raise();
    await checkPage(page);
  });

  it('does so too when the dialog came after the toast', async () => {
    const { page } = await openAs(phone);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await page.route('**/api/subscription', proxyPage);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const toast = toastOf(page).getByText('Your dashboard could not be refreshed. Please try again.');
    await toast.waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    await menu.waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
    // A dialog that was closed along with it would fade out first.
    await untilStill(page);
    expect(await menu.count()).toBe(1);
    expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it.each([small, phone, desktop])('hangs a toast clear of the buttons of the header on $name', async (device) => {
    const { page } = await openAs(device);
    await page.route(setUpCall, proxyPage);
    await page.goto('/checkout?amount=45.00');
    await page.getByRole('heading', { name: 'Payment Setup Failed' }).waitFor();
    await page.unroute(setUpCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Declined', exact: true }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    const toast = toastOf(page).getByRole('listitem');
    await toast.waitFor();
    const covered = await toast.evaluate(async (element) => {
      // It slides in from above.
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
  });

  it('lets a toast be swiped away to the right from 50 px on', async () => {
    const { page } = await openAs(desktop);
    await page.goto('/checkout?amount=45.00');
    await page.getByRole('button', { name: 'Declined', exact: true }).click();
    await page.getByRole('button', { name: 'Pay $45.00' }).click();
    const toast = toastOf(page).getByRole('listitem');
    await toast.waitFor();
    const box = await toast.boundingBox();
    const swipe = async (byPx: number) => {
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

  it('leaves a phone held sideways its height', async () => {
    const { page } = await openAs(sideways);
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

  it.each([phone, desktop])(
    'says so where a page cannot be drawn, and leaves the ways out, on $name',
    async (device) => {
      const { page } = await openAs(device);
      await page.route('**/api/subscription', (route) => route.fulfill({ json: { status: 'active' } }));
      await page.goto('/billing');
      await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
      await checkPage(page);
      // What broke is told in the console, for who looks after it.
      expect(visits.at(-1)?.complaints.splice(0)).not.toEqual([]);
      await page.unroute('**/api/subscription');
      await page.getByRole('button', { name: 'Load it again' }).click();
      await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    },
  );
});

describe('the bell', () => {
  it.each(['customer', 'driver', 'admin'] as const)('rings for a %s, by keyboard alone', async (role) => {
    const { username } = await makeAccount(server.databaseUrl, role, `bell-${role === 'admin' ? 'desk' : role}`);
    const signedIn = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: goodPassword }),
    });
    const { page } = await openAs(phone, await signedIn.json());
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
      isBroken ? proxyPage(route) : route.fulfill({ json: listed }),
    );
    await page.route('**/api/notifications/**', (route) => {
      const id = route.request().url().split('/').at(-2);
      for (const entry of listed.notifications) if (id === entry.id || id === 'notifications') entry.isRead = true;
      listed.unread = listed.notifications.filter((entry) => !entry.isRead).length;
      return route.fulfill({ json: id === 'notifications' ? { success: true } : listed.notifications[0] });
    });
    await page.clock.install();
    await page.goto({ customer: '/dashboard', driver: '/driver', admin: '/admin' }[role]);
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const panel = page.getByRole('dialog', { name: 'Notifications' });

    await bell.press('Enter');
    await panel.getByText('Notifications could not be loaded').waitFor();
    await checkPage(page);
    isBroken = false;
    await panel.getByRole('button', { name: 'Try again' }).press('Enter');
    await panel.getByText('No notifications yet').waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');

    listed.notifications = [note(2, false), note(1, false)];
    listed.unread = 2;
    await page.clock.fastForward(61_000);
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).press('Enter');
    const first = panel.getByRole('listitem').first();
    await first.getByRole('button').press('Enter');
    await panel.getByText('1 unread').waitFor();
    expect(await first.evaluate((row) => row === document.activeElement)).toBe(true);

    // What comes while the panel is read must not push it away.
    const before = await first.boundingBox();
    listed.notifications = [note(3, false), ...listed.notifications];
    listed.unread = 2;
    // The list that marking one as read asked for may still be on its way, and no poll be due yet: then a minute later.
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(61_000);
          return await panel.getByRole('button', { name: 'Show 1 new' }).isVisible();
        },
        { timeout: 15_000, interval: 500 },
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
  });

  it('leads to where a notification points, with its query', async () => {
    const { page, customer } = await openAs(phone);
    const pickupId = await bookUnpaid(customer);
    const { body } = await customer.call('POST', '/api/create-payment-intent', { amount: '45.00', pickupId });
    const paymentMethodId = 'pm_card_visa_chargeDeclined';
    await customer.call('POST', '/api/confirm-test-payment', {
      paymentIntentId: body.paymentIntentId,
      paymentMethodId,
    });
    await expect
      .poll(async () => (await customer.call('GET', '/api/notifications')).body.unread, { timeout: 20_000 })
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
