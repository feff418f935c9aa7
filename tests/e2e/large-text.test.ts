import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { type Depot, openDepot, type SignedIn, signInTo } from '../support/driver/driver-day.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { registerCustomer, visitAs } from '../support/signed-in.ts';

/** Somebody reads with letters of twice the size, set in the browser, on a small phone: everything is there, nothing beside it, also while it loads. */

const small = { name: 'a small phone, 320 px', viewport: { width: 320, height: 640 }, hasTouch: true };

let server: ServerProcess;
let browser: Browser;
let depot: Depot;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServerProcess(),
    // The browser's own setting: media queries in rem follow it, a font size of the page would not reach them.
    launchBrowser(['--blink-settings=defaultFontSize=32']),
  ]);
  depot = await openDepot(server);
});
afterAll(async () => {
  await browser.close();
  await depot.close();
  await server.stop();
});

async function walk(person: SignedIn, paths: readonly string[]): Promise<void> {
  const { context, page, complaints } = await visitAs(
    browser,
    small,
    server.url,
    person as Parameters<typeof visitAs>[3],
  );
  const answers = await holdAnswers(page);
  for (const path of paths) {
    answers.hold();
    await page.goto(path);
    await page.locator('main').waitFor();
    await expectNoSidewaysScroll(page);
    answers.release();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    await expectNoSidewaysScroll(page);
  }
  await context.close();
  expect(complaints).toEqual([]);
}

/** Can keep back what the server answers, all but who is signed in: the page stays as it is while it loads. */
async function holdAnswers(page: Page): Promise<{ hold(): void; release(): void }> {
  let gate = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (!new URL(route.request().url()).pathname.startsWith('/api/auth/')) await gate.promise;
    // A page that was left meanwhile waits for nothing any more.
    await route.continue().catch(() => undefined);
  });
  return {
    hold() {
      gate = Promise.withResolvers<void>();
    },
    release: () => gate.resolve(),
  };
}

it('the driver', async () => {
  const truck = await depot.makeDriver('large-truck', 3);
  await walk(truck, ['/driver', '/driver/map', '/driver/history', '/driver/profile']);
});

it('the dispatcher', async () => {
  const desk = await signInTo(server.url, 'dispatch-desk');
  await walk(desk, ['/admin', '/admin/requests', '/admin/members', '/admin/routes']);
});

it('the customer', async () => {
  const customer = await registerCustomer(server.url, 'large-letters');
  await walk(customer, ['/dashboard', '/subscribe', '/pickup-history', '/billing', '/settings']);
});
