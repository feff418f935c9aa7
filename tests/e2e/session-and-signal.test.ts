import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goodPassword } from '../support/accounts/people.ts';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { checkPage, expectToast } from '../support/browser/browser.ts';
import { deadSpot, device, expectRows, patiently, signIn, stepTimeoutMs, strip } from '../support/driver/dead-spot.ts';
import { callAs } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';

/**
 * A sign-in fails, a session ends, or the network is lost. Each screen says so and leads the customer back (ACC-80 to
 * ACC-82, SHELL-20).
 */

const spot = deadSpot();

/** Opens a page on a phone with service workers. */
async function openPage(): Promise<Page> {
  const context = await spot.browser.newContext({ ...device, baseURL: spot.signal.url });
  spot.contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  return page;
}

async function submitSignIn(page: Page, username: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Returns what a screen reader says about the password field in addition to its name. */
const descriptionOf = (page: Page) =>
  page
    .getByLabel('Password', { exact: true })
    .evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
/** The dashboard's text. */
const greeting = (page: Page) => page.getByText(/, robin$/).waitFor();

it('a customer is told why a sign-in failed, why the session ended, and finds the way back', async () => {
  await registerCustomer(spot.server.url, 'robin');
  const page = await openPage();
  await page.goto('/login');
  await submitSignIn(page, 'robin', 'Wrong-word9!');
  await expectToast(page, 'Login failed');
  expect(await descriptionOf(page)).toBe('Invalid username or password');
  await checkPage(page);
  await page.getByLabel('Password', { exact: true }).press('End');
  await page.keyboard.type('x');
  expect(await descriptionOf(page)).toBeNull();
  for (const [fate, message] of [
    ['cut', /^We couldn't reach the server/],
    [{ status: 502, contentType: 'text/html', body: '<h1>nginx</h1>' }, /^Something went wrong on our side/],
  ] as const) {
    spot.signal.decide(({ path }) => (path === '/api/auth/login' ? fate : undefined));
    await submitSignIn(page, 'robin');
    await expect.poll(() => descriptionOf(page), patiently).toMatch(message);
  }
  spot.signal.restore();
  await submitSignIn(page, 'robin');
  await greeting(page);

  await page.goto('/billing?from=bell');
  await heading(page, 'Billing');
  const other = await page.context().newPage();
  await other.goto('/settings');
  await heading(other, 'Settings');
  // If the other tab's requests were refused while this one reloads, that tab would end the session and not this one.
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await callAs(spot.server.url, token, 'POST', '/api/auth/logout');
  await page.reload();
  for (const tab of [page, other]) {
    await tab.waitForURL('**/login');
    await tab.getByText('Your session has ended. Please sign in again.', { exact: true }).waitFor();
  }
  await checkPage(page);
  await page.reload();
  await submitSignIn(page, 'robin');
  const wayBack = page.getByRole('link', { name: 'Go back to Billing' });
  await wayBack.waitFor();
  await expectToast(page, 'Login successful');
  // The toast doesn't cover the link.
  await wayBack.click({ trial: true, timeout: 2000 });
  await checkPage(page);
  await page.reload();
  await wayBack.press('Enter');
  await heading(page, 'Billing');
  expect(new URL(page.url()).search).toBe('?from=bell');
  await page.goto('/dashboard');
  await greeting(page);
  expect(await wayBack.count()).toBe(0);

  // The other tab has its own way back. Signing out clears it.
  await other.getByRole('link', { name: 'Go back to Settings' }).waitFor();
  await page.goto('/settings');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await other.waitForURL('**/login');
  await heading(other, 'Sign in');
  expect(await other.getByText('Your session has ended.', { exact: false }).count()).toBe(0);
  await submitSignIn(other, 'robin');
  await greeting(other);
  expect(await other.getByRole('link', { name: 'Go back to Settings' }).count()).toBe(0);
});

it("shows the app's own page without network, and the page that was asked for when it is back", async () => {
  const page = await openPage();
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  spot.signal.cut();
  await page.goto('/register');
  await heading(page, 'No connection');
  await checkPage(page);
  expect(await page.getByRole('link', { name: '(215) 555-0107' }).getAttribute('href')).toBe('tel:+12155550107');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText("Still no connection. We'll keep trying.", { exact: true }).waitFor();
  const cached = await page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toEqual(['/offline.html']);
  // A gateway that doesn't reach the server shows the same page.
  spot.signal.decide(() => ({ status: 502, contentType: 'text/html', body: '<h1>nginx</h1>' }));
  await page.reload();
  await heading(page, 'No connection');
  spot.signal.restore();
  await heading(page, 'Create your account');

  // A deployment is seen immediately.
  spot.signal.deployNewVersion();
  await page.reload();
  await heading(page, 'Create your account');
  expect(await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)).toContain(
    'NEW.js',
  );
});

it.runIf(isLong)("a driver who signs in on this phone gets the driver's worker immediately", async () => {
  const driver = await spot.depot.makeDriver('truck-forty', 2);
  const page = await openPage();
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await signIn(page, driver.user.username);
  await expectRows(page, 2);
  const workers = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return [registration?.active?.scriptURL.split('/').at(-1), registration?.waiting ?? null, await caches.keys()];
    });
  await expect.poll(workers, patiently).toEqual(['driver-worker.js', null, [expect.stringMatching(/^stoop-driver-/)]]);
  spot.signal.cut();
  await page.reload();
  await strip(page).getByText('Your route is saved on this phone').waitFor();
  await expectRows(page, 2);
  await page.goto('/register');
  await heading(page, 'No connection');
});
