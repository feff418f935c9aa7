import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textPages } from '../../contract/pages.ts';
import { registerCustomer, visitAs } from '../support/accounts/signed-in.ts';
import { expectNoSidewaysScroll, phone, smallPhone, visit } from '../support/browser/browser.ts';
import { expectNoCoveredWords } from '../support/browser/covered-words.ts';
import { openBrowser } from '../support/browser/launch-browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { type Depot, openDepot, type SignedIn } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';
import { buyPlan } from '../support/subscriptions/purchases.ts';

/**
 * With the browser's font size doubled on a small phone, no page scrolls sideways, not even while it loads. With it
 * doubled on a usual phone, and on a desktop at 400 % zoom, no word is covered or cut off either.
 */

// The browser's setting, not a page's font size: media queries in rem depend on it.
const stories = setUpStories({ browserFlags: ['--blink-settings=defaultFontSize=32'] });
let depot: Depot;
beforeAll(async () => {
  depot = await openDepot(stories.server);
});
afterAll(async () => await depot.close());

/** A window of 1280 × 1024 px at 400 % zoom. */
const zoomed = { ...phone, name: 'a desktop at 400 % zoom', viewport: { width: 320, height: 256 } };

async function expectFitsOn(paths: readonly string[], person: SignedIn): Promise<void> {
  const { page } = await stories.visitAs(person, smallPhone);
  const responses = await holdResponses(page);
  for (const path of paths) {
    responses.hold();
    await page.goto(path);
    await page.locator('main').waitFor();
    await expectNoSidewaysScroll(page);
    responses.release();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(phone.viewport);
    await expectNoSidewaysScroll(page);
    await expectNoCoveredWords(page);
    await page.setViewportSize(smallPhone.viewport);
  }
}

/** Opens a zoomed window, whose browser has the usual font size. */
async function visitZoomed(person: SignedIn | null): Promise<Page> {
  const browser = await openBrowser();
  const { url } = stories.server;
  const opened = await (person ? visitAs(browser, zoomed, url, person) : visit(browser, zoomed, url));
  stories.visits.push(opened);
  return opened.page;
}

async function expectFitsZoomed(paths: readonly string[], person: SignedIn | null): Promise<void> {
  const page = await visitZoomed(person);
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    await expectNoCoveredWords(page);
  }
}

/**
 * Lets the test hold the server's responses, except those about the session, so that the page stays in its loading
 * state.
 */
async function holdResponses(page: Page): Promise<{ hold(): void; release(): void }> {
  let gate = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (!new URL(route.request().url()).pathname.startsWith('/api/auth/')) await gate.promise;
    // Fails if the page has navigated away.
    await route.continue().catch(() => undefined);
  });
  return {
    hold() {
      gate = Promise.withResolvers<void>();
    },
    release: () => gate.resolve(),
  };
}

it("a visitor's pages fit", async () => {
  const { page } = await stories.visit(smallPhone);
  for (const path of ['/', ...textPages, '/login', '/register', '/forgot-password']) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(phone.viewport);
    await expectNoSidewaysScroll(page);
    await expectNoCoveredWords(page);
    await page.setViewportSize(smallPhone.viewport);
  }
  await expectFitsZoomed(['/', '/register'], null);
});

it("a driver's pages fit", async () => {
  const driver = await depot.makeDriver('large-truck', 3);
  const paths = ['/driver', '/driver/map', '/driver/history', '/driver/profile'];
  await expectFitsOn(paths, driver);
  await expectFitsZoomed(isLong ? paths : ['/driver'], driver);
});

it("a dispatcher's pages fit", async () => {
  const main = ['/admin', '/admin/requests', '/admin/members', '/admin/routes', '/admin/reports'];
  const others = ['/admin/subscribers', '/admin/drivers', '/admin/settings', '/admin/import'];
  await expectFitsOn(isLong ? [...main, ...others] : main, depot.desk);
  await expectFitsZoomed(isLong ? [...main, ...others] : ['/admin'], depot.desk);
});

/** Opens the wizard and calls `expectFits` on each of its steps. */
async function walkThroughWizard(
  page: Page,
  expectFits: (steps: Locator, step: number) => Promise<void>,
): Promise<void> {
  await page.goto('/dashboard?book=1');
  const dialog = page.getByRole('dialog');
  const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  const at = async (step: number) => {
    await steps.nth(step).and(page.locator('[aria-current=step]')).waitFor();
    await expectNoSidewaysScroll(page);
    const scrolling = await dialog.evaluate((box) =>
      [box, ...box.querySelectorAll('*')]
        .filter(
          (part) => /auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth + 1,
        )
        .map((part) => part.className),
    );
    expect(scrolling).toEqual([]);
    await expectFits(steps, step);
  };
  await dialog.getByLabel('Up to 8 bags').check();
  await at(0);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Pickup address').fill('742 S 10th St, Philadelphia, PA 19147');
  await at(1);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await at(2);
}

it('the booking wizard fits, and shows its steps apart in forced colors', async () => {
  const customer = await registerCustomer(stories.server.url, 'large-steps');
  const { page } = await stories.visitAs(customer, smallPhone);
  await walkThroughWizard(page, async (steps, step) => {
    await page.setViewportSize(phone.viewport);
    await expectNoSidewaysScroll(page);
    await expectNoCoveredWords(page);
    await page.setViewportSize(smallPhone.viewport);
    if (step !== 1) return;
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = await steps.evaluateAll((items) =>
      items.map((item) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(item);
        return `${borderTopWidth} ${borderTopStyle}`;
      }),
    );
    expect(new Set(looks).size).toBe(3);
    await page.emulateMedia({ forcedColors: 'none' });
  });
  const zoomedPage = await visitZoomed(await registerCustomer(stories.server.url, 'zoomed-steps'));
  await walkThroughWizard(zoomedPage, async () => await expectNoCoveredWords(zoomedPage));
});

it("a customer's pages fit", async () => {
  const customer = await registerCustomer(stories.server.url, 'large-letters');
  const paths = ['/dashboard', '/subscribe', '/pickup-history', '/billing', '/settings'];
  await expectFitsOn(paths, customer);
  await buyPlan(customer);
  await expectFitsOn(['/plan'], customer);
  await expectFitsZoomed(isLong ? [...paths, '/plan'] : ['/dashboard', '/plan'], customer);
});
