import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isLong } from '../effort.ts';

export const phone = { name: 'a phone, 390 px', viewport: { width: 390, height: 844 }, hasTouch: true };
export const desktop = { name: 'a desktop, 1280 px', viewport: { width: 1280, height: 800 }, hasTouch: false };

export const smallPhone = { ...phone, name: 'a small phone, 320 px', viewport: { width: 320, height: 640 } };

/** Customers use phones and dispatchers use desktops. `npm run test:long` runs their stories on every width. */
export const customerDevices = isLong ? [phone, desktop] : [phone];
export const dispatcherDevices = isLong ? [phone, desktop] : [desktop];

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Console errors and uncaught exceptions of the page. */
  complaints: string[];
}

/**
 * Opens a separate browser window without service workers, because a story can't route the pages that a worker fetches. Its console errors, script errors and failed resources are collected as `complaints`.
 */
export async function visit(browser: Browser, device: typeof phone, baseURL: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: device.viewport,
    hasTouch: device.hasTouch,
    baseURL,
    timezoneId: 'Pacific/Auckland', // far from New York: the service's dates must not depend on the browser's time zone
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return { context, page, complaints };
}

/**
 * Closes a window. A page that asks its server at intervals may have a routed request under way, and its handler would fail when
 * the window closes. The story is over by then, so nobody needs its outcome.
 */
export async function closeWindow(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/**
 * Opens a text file of the same origin, where a story can read or change localStorage undisturbed. A screen of the app might
 * navigate at the same time: without a session it goes to the sign-in page.
 */
export async function openPlainPage(page: Page): Promise<void> {
  await page.goto('/robots.txt');
}

/** Expects that the page is accessible and does not scroll sideways. */
export async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Expects that the page is readable in dark mode too. */
export async function checkDarkPage(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects that the page does not scroll sideways in a window 320 px wide. */
export async function checkNarrowPage(page: Page): Promise<void> {
  const size = page.viewportSize() ?? phone.viewport;
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

/** The toast that is showing, without its copy for screen readers. */
export const openToast = (page: Page): Locator => page.locator('li[data-state=open]');

/** Waits for a text of a toast. For a moment the text is in the page twice, once for screen readers. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor();
}

/** Expects that axe finds no problems on the page. Without `rules` it checks all of them. */
export async function expectAccessible(page: Page, rules: string[] = []): Promise<void> {
  // Until there is a heading, the page is still loading.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await untilStill(page);
  // axe takes most of a story's processor time. It is loaded once per document, and only violations get a full report.
  const hasOneFrame = page.frames().length === 1;
  const isLoaded = hasOneFrame && (await page.evaluate(() => 'axe' in window));
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) });
  axe.options({ resultTypes: ['violations'], preload: false });
  if (rules.length > 0) axe.withRules(rules);
  else if (!(await needsContrast(page))) axe.disableRules('color-contrast');
  // The standard mode opens a second page for every analysis. Only frames of other sites need that.
  if (hasOneFrame) axe.setLegacyMode(true);
  const { violations } = await axe.analyze();
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

const contrastChecked = new WeakMap<BrowserContext, Set<string>>();

/**
 * Returns true if contrast must be checked here. It takes more than half of axe's time: `npm test` checks it once in a
 * window for each page, and once for each page under a dialog. `npm run test:long` checks it in every state.
 */
async function needsContrast(page: Page): Promise<boolean> {
  if (isLong) return true;
  const checked = contrastChecked.get(page.context()) ?? new Set();
  contrastChecked.set(page.context(), checked);
  const dialogs = await page.locator('[role=dialog], [role=alertdialog]').count();
  const view = `${new URL(page.url()).pathname} ${dialogs}`;
  if (checked.has(view)) return false;
  checked.add(view);
  return true;
}

/**
 * Waits until no animation runs, except endless ones such as spinners, and no list shows the rows of an earlier filter. A dialog
 * that is fading in and a list that is out of date have too little contrast.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('[aria-busy=true] li')) return false;
    return document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return isEndless || playState !== 'running';
    });
  });
}

/**
 * Makes the page record when a heading appears. Returns a function that reads that time (ms since 1970; 0 if not yet).
 * Polling from outside would see it up to half a second late on a busy machine.
 */
export async function watchForHeading(page: Page, heading: string): Promise<() => Promise<number>> {
  const shown = await page.evaluateHandle((words) => {
    const note = { at: 0 };
    const find = () => [...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === words);
    new MutationObserver(() => {
      if (note.at === 0 && find()) note.at = Date.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return note;
  }, heading);
  return async () => await shown.evaluate(({ at }) => at);
}

/**
 * Makes the page record when it navigates to the landing page. Returns a function that reads that time (ms since 1970;
 * 0 if not yet).
 */
export async function watchForLanding(page: Page): Promise<() => Promise<number>> {
  const left = await page.evaluateHandle(() => {
    const note = { at: 0 };
    navigation.addEventListener('navigate', ({ destination }) => {
      if (new URL(destination.url).pathname === '/') note.at = Date.now();
    });
    return note;
  });
  return async () => await left.evaluate(({ at }) => at);
}

/**
 * Makes the page poll now and waits for the responses, so that it does not poll during the next steps. Needs
 * `page.clock.install()` before the page loads. The page itself counts its requests, because Playwright may report the
 * end of one request before the start of another that the page sent at the same time.
 */
export async function pollNow(page: Page): Promise<void> {
  const counted = await page.evaluateHandle(() => {
    const original = globalThis.fetch;
    const count = { sent: 0, pending: 0, stop: () => (globalThis.fetch = original) };
    globalThis.fetch = async (...request) => {
      count.sent += 1;
      count.pending += 1;
      try {
        return await original(...request);
      } finally {
        count.pending -= 1;
      }
    };
    return count;
  });
  await page.clock.fastForward(60_000);
  await expect.poll(() => counted.evaluate(({ sent, pending }) => sent > 0 && pending === 0)).toBe(true);
  await counted.evaluate(({ stop }) => void stop());
}

/**
 * Keeps the page's GET requests waiting, so that no poll shows a change made elsewhere. Returns a function that
 * releases them.
 */
export async function holdReads(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await gate.promise;
    // Fails if the page has navigated away.
    await route.continue().catch(() => undefined);
  });
  return gate.resolve;
}

/** Expects that no content sticks out on the right. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}
