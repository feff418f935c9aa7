import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

export const phone = { name: 'a phone, 390 px', viewport: { width: 390, height: 844 }, hasTouch: true };
export const desktop = { name: 'a desktop, 1280 px', viewport: { width: 1280, height: 800 }, hasTouch: false };

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** What the browser complained about; a story expects nothing. */
  complaints: string[];
}

/** A person's own browser window. Console errors, broken scripts and refused resources are collected as complaints. */
export async function visit(browser: Browser, device: typeof phone, baseURL: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: device.viewport,
    hasTouch: device.hasTouch,
    baseURL,
    timezoneId: 'Pacific/Auckland', // far from New York on purpose: the service's dates must not follow the browser
    reducedMotion: 'reduce',
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
 * To a text of the same origin, from where a story reads or changes what the browser keeps. A screen would act by itself
 * meanwhile: one that is asked without a session goes to the sign-in page, across what the story does next.
 */
export async function leaveTheApp(page: Page): Promise<void> {
  await page.goto('/robots.txt');
}

/** What axe finds on the page as it stands must be nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  // Before that the page is still being fetched, and there is nothing to judge.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // A toast or a dialog that is still fading in has colours that nobody reads.
  await page.waitForTimeout(300);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

/** Has the page note when a heading comes. Asked from outside, it is heard of later, on a busy machine by half a second. */
export async function watchFor(page: Page, heading: string): Promise<() => Promise<number>> {
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

/** Has the page note when it sets out for the landing page, by itself. */
export async function watchForLeaving(page: Page): Promise<() => Promise<number>> {
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
 * Lets the page read now what it reads again by itself, so that it does not do so in the middle of what comes next. By the timers
 * that were set after `page.clock.install()`.
 */
export async function pollNow(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  // It is on its way, and answered.
  await page.waitForTimeout(1_000);
}

/** Keeps back what the page reads, so that no poll tells it what happened elsewhere before it acts. Answers the way on. */
export async function holdReads(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await gate.promise;
    // A page that was left meanwhile waits for nothing any more.
    await route.continue().catch(() => undefined);
  });
  return gate.resolve;
}

/** Nothing sticks out to the right. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}
