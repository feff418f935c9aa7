import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textPages } from '../../contract/pages.ts';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { expectNoSidewaysScroll, smallPhone } from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { type Depot, openDepot, type SignedIn } from '../support/driver/driver-day.ts';
import { buyPlan } from '../support/subscriptions/purchases.ts';

/** With the browser's font size doubled on a small phone, no page scrolls sideways, not even while it loads. */

// The browser's setting, not a page's font size: media queries in rem depend on it.
const stories = setUpStories({ browserFlags: ['--blink-settings=defaultFontSize=32'] });
let depot: Depot;
beforeAll(async () => {
  depot = await openDepot(stories.server);
});
afterAll(async () => await depot.close());

async function expectNoSidewaysScrollOn(paths: readonly string[], person: SignedIn): Promise<void> {
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

it("a visitor's pages do not scroll sideways", async () => {
  const { page } = await stories.visit(smallPhone);
  for (const path of ['/', ...textPages]) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
});

it("a driver's pages do not scroll sideways", async () => {
  const driver = await depot.makeDriver('large-truck', 3);
  await expectNoSidewaysScrollOn(['/driver', '/driver/map', '/driver/history', '/driver/profile'], driver);
});

it("a dispatcher's pages do not scroll sideways", async () => {
  await expectNoSidewaysScrollOn(['/admin', '/admin/requests', '/admin/members', '/admin/routes'], depot.desk);
});

it('the booking wizard does not scroll sideways, and shows its steps apart in forced colors', async () => {
  const { page } = await stories.visitAs(await registerCustomer(stories.server.url, 'large-steps'), smallPhone);
  await page.goto('/dashboard?book=1');
  const dialog = page.getByRole('dialog');
  const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  const expectFits = async (step: number) => {
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
  };
  await dialog.getByLabel('Up to 8 bags').check();
  await expectFits(0);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Pickup address').fill('742 S 10th St, Philadelphia, PA 19147');
  await expectFits(1);
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = await steps.evaluateAll((items) =>
    items.map((item) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(item);
      return `${borderTopWidth} ${borderTopStyle}`;
    }),
  );
  expect(new Set(looks).size).toBe(3);
  await page.emulateMedia({ forcedColors: 'none' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expectFits(2);
});

it("a customer's pages do not scroll sideways", async () => {
  const customer = await registerCustomer(stories.server.url, 'large-letters');
  await expectNoSidewaysScrollOn(['/dashboard', '/subscribe', '/pickup-history', '/billing', '/settings'], customer);
  await buyPlan(customer);
  await expectNoSidewaysScrollOn(['/plan'], customer);
});
