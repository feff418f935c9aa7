import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
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
  countRequests(context);
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
  await untilStill(page);
  const axe = new AxeBuilder({ page });
  // The other mode opens a second page for every analysis. Only frames of other sites need it.
  if (page.frames().length === 1) axe.setLegacyMode(true);
  const { violations } = await axe.analyze();
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

/** Waits until nothing moves: a toast or a dialog that is still fading in has colors that nobody reads. Spinners may turn. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return isEndless || playState !== 'running';
    }),
  );
}

/** Requests that a context's pages have sent, and those that still wait for their response. */
interface Traffic {
  sent: number;
  pending: Set<Request>;
}

const traffic = new WeakMap<BrowserContext, Traffic>();

function countRequests(context: BrowserContext): void {
  const counted: Traffic = { sent: 0, pending: new Set() };
  traffic.set(context, counted);
  context.on('request', (request) => {
    counted.sent += 1;
    counted.pending.add(request);
  });
  context.on('requestfinished', (request) => counted.pending.delete(request));
  context.on('requestfailed', (request) => counted.pending.delete(request));
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
  const counted = traffic.get(page.context());
  if (!counted) throw new Error('this page was not opened by visit()');
  const before = counted.sent;
  await page.clock.fastForward(60_000);
  await expect.poll(() => counted.sent > before && counted.pending.size === 0).toBe(true);
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
