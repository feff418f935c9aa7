import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { leaveTheApp, phone } from '../browser.ts';
import { launchBrowser } from '../launch-browser.ts';
import { goodPassword } from '../people.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
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
  /** Between the phones and the server, anew for each story. */
  readonly signal: WeakSignal;
  /** Closed after the story. */
  readonly contexts: BrowserContext[];
  /** A phone of its own on which the driver has signed in, with the route open and ready for a dead spot. */
  openPhone(signedIn: SignedIn, opened?: BrowserContext): Promise<Page>;
  /** These stops and no others were completed by the driver, each once. */
  expectOnceEach(driverId: string, ids: readonly string[]): Promise<void>;
}

/** A server, a browser and a bad connection between them, for the stories of one file. */
export function deadSpot(): DeadSpot {
  const contexts: BrowserContext[] = [];
  let spot: Pick<DeadSpot, 'server' | 'browser' | 'depot'>;
  let signal: WeakSignal;
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
    spot = { server, browser, depot: await openDepot(server) };
  });
  beforeEach(async () => {
    signal = await startWeakSignal(spot.server.url);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    await signal.close();
  });
  afterAll(async () => {
    await spot.depot.close();
    await spot.browser.close();
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

async function openRoute(context: BrowserContext, signedIn: SignedIn): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(30_000);
  await leaveTheApp(page);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, signedIn);
  await page.goto('/driver');
  await strip(page)
    .getByText(/Up to date|Nothing can be kept/)
    .waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

export const rows = (page: Page) => page.locator('ol > li');
export const strip = (page: Page) => page.locator('header [role=status]');
export const complete = (page: Page, index: number) =>
  rows(page).nth(index).getByRole('button', { name: 'Complete', exact: true }).click();
export const done = (page: Page) => rows(page).filter({ has: page.getByText('Done', { exact: true }) });

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

export async function expectRows(page: Page, count: number): Promise<void> {
  await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(count);
}

export async function expectDone(page: Page, count: number): Promise<void> {
  await expect.poll(() => done(page).count(), { timeout: 20_000 }).toBe(count);
}
