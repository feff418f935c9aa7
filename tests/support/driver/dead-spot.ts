import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { goodPassword } from '../accounts/people.ts';
import { closeWindow, openPlainPage, phone } from '../browser/browser.ts';
import { closeWindows, openBrowser } from '../browser/launch-browser.ts';
import { type ServerProcess, startServerProcess } from '../processes/server-process.ts';
import { type Depot, openDepot, type SignedIn } from './driver-day.ts';
import { startWeakSignal, type WeakSignal } from './weak-signal.ts';

export const device = {
  viewport: phone.viewport,
  hasTouch: true,
  reducedMotion: 'reduce',
  timezoneId: 'Pacific/Auckland',
} as const;

export interface DeadSpot {
  readonly server: ServerProcess;
  readonly browser: Browser;
  readonly depot: Depot;
  /** The connection between the phones and the server, new for each story. */
  readonly signal: WeakSignal;
  /** The phones of the story, closed after it. */
  readonly contexts: BrowserContext[];
  /** Opens the route on a new phone on which the driver is signed in, ready to lose its signal. */
  openPhone(signedIn: SignedIn, opened?: BrowserContext): Promise<Page>;
  /** Expects that the driver has completed these stops and no others, each once. */
  expectOnceEach(driverId: string, ids: readonly string[]): Promise<void>;
}

/** Sets up one server, the worker's browser and a bad connection between them, shared by the stories of a file. */
export function deadSpot(): DeadSpot {
  const contexts: BrowserContext[] = [];
  let spot: Pick<DeadSpot, 'server' | 'browser' | 'depot'>;
  let signal: WeakSignal;
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startServerProcess(), openBrowser()]);
    spot = { server, browser, depot: await openDepot(server) };
  });
  beforeEach(async () => {
    signal = await startWeakSignal(spot.server.url);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await closeWindow(context);
    await signal.close();
  });
  afterAll(async () => {
    await spot.depot.close();
    await closeWindows(spot.browser);
    await spot.server.stop();
  });
  return {
    get server() {
      return spot.server;
    },
    get browser() {
      return spot.browser;
    },
    get depot() {
      return spot.depot;
    },
    get signal() {
      return signal;
    },
    contexts,
    async openPhone(signedIn, opened) {
      const context = opened ?? (await spot.browser.newContext({ ...device, baseURL: signal.url }));
      contexts.push(context);
      return await openRoute(context, signedIn);
    },
    async expectOnceEach(driverId, ids) {
      const times = await spot.depot.timesCompleted(driverId);
      expect(Object.fromEntries(times)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
    },
  };
}

/** The time limit of a step on a slow machine. */
export const stepTimeoutMs = 90_000;
/** Options for `expect.poll`, whose default interval would keep a busy machine busy. */
export const patiently = { timeout: stepTimeoutMs, interval: 200 };

async function openRoute(context: BrowserContext, signedIn: SignedIn): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(stepTimeoutMs);
  await signInAs(page, signedIn);
  await strip(page)
    .getByText(/Up to date|storage is full/)
    .waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

/** The stops on the screen: the open ones, and the finished ones while they are shown. */
export const rows = (page: Page) => page.locator('ol > li');
/** The stop with this index in the route, whether or not finished stops are shown. */
export const rowOf = (page: Page, index: number) =>
  rows(page).filter({ has: page.getByText(`Stop ${index + 1}`, { exact: true }) });
/** Shows the finished stops, which are folded into one line. */
export const showFinished = (page: Page) => page.getByRole('button', { name: /· show$/ }).click();
export const strip = (page: Page) => page.locator('header [role=status]');
/** Completes the stop with this index in the route. A later stop has to be opened first. */
export async function complete(page: Page, index: number): Promise<void> {
  const row = rowOf(page, index);
  const button = row.getByRole('button', { name: 'Complete', exact: true });
  await row.waitFor();
  if ((await button.count()) === 0) await row.getByRole('button', { name: 'Details' }).click();
  await button.click();
}
export const untilSent = (page: Page) =>
  strip(page)
    .getByText(/^(All sent|Up to date)$/)
    .waitFor();
/** Makes the phone believe that its network is back. */
export const comeOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Stops completed' });

/** Gives the page the session of somebody who has signed in elsewhere, and opens the route. */
export async function signInAs(page: Page, { token, user }: SignedIn): Promise<void> {
  await openPlainPage(page);
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user) },
  );
  await page.goto('/driver');
}

/** Signs in through the form. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/driver');
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
}

/** Expects this number of stops, including finished ones. */
export async function expectRows(page: Page, count: number): Promise<void> {
  await expect.poll(() => progress(page).getAttribute('aria-valuemax'), patiently).toBe(String(count));
}

export async function expectDone(page: Page, count: number): Promise<void> {
  await expect.poll(() => progress(page).getAttribute('aria-valuenow'), patiently).toBe(String(count));
}

/** A photo of one pixel, for the file input. */
export const onePixel = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
