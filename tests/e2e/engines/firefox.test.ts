import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Depot, openDepot } from '../../support/driver/driver-day.ts';
import { startWeakSignal } from '../../support/driver/weak-signal.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { registerCustomer } from '../../support/signed-in.ts';
import { launchFirefox, openWindow, press, untilAt, untilText, whyNoFirefox } from './firefox.ts';

/** Where Firefox has differed: navigations while a file loads, and a driver without signal (QUAL-73). */

describe.skipIf(whyNoFirefox !== null)(`in Firefox ${whyNoFirefox ?? ''}`, () => {
  let server: ServerProcess;
  let browser: Browser;
  let depot: Depot;
  const complaints: string[] = [];
  beforeAll(async () => {
    server = await startServerProcess();
    browser = await launchFirefox();
    depot = await openDepot(server);
  });
  afterAll(async () => {
    await browser?.close();
    await depot?.close();
    await server?.stop();
    expect(complaints).toEqual([]);
  });

  it('goes where the customer wants while the file of another page is loading', async () => {
    const customer = await registerCustomer(server.url, 'in-a-hurry');
    const page = await openWindow(browser, complaints);
    await signInAs(page, server.url, customer);
    await page.goto(`${server.url}/dashboard`);
    await untilText(page, 'Recent Activity');
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().includes('/assets/history.page')) return;
      const delayMs = new URL(request.url()).pathname === '/settings' ? 4000 : 0;
      setTimeout(() => void request.continue().catch(() => undefined), delayMs);
    });
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/pickup-history"]')?.click());
    await untilAt(page, '/pickup-history');
    await page.evaluate(() => void setTimeout(() => location.assign('/settings'), 500));
    await untilAt(page, '/settings');
    await untilText(page, 'Settings');
  });

  it('a driver completes stops without signal and after a reload, each once', async () => {
    const signal = await startWeakSignal(server.url);
    const { token, user, stops } = await depot.makeDriver('truck-two', 4);
    const page = await openWindow(browser, complaints);
    await signInAs(page, signal.url, { token, user });
    await page.goto(`${signal.url}/driver`);
    await untilText(page, 'Up to date');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await press(page, 'Complete');
    await untilText(page, 'All sent');

    signal.cut();
    await press(page, 'Complete');
    await untilText(page, 'No signal. 1 waiting to be sent');
    await page.reload();
    await untilText(page, 'No signal. 1 waiting to be sent');
    await press(page, 'Complete');
    await untilText(page, 'No signal. 2 waiting to be sent');

    signal.restore();
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    await untilText(page, 'All sent');
    const times = await depot.timesCompleted(user.id);
    expect([...times.values()]).toEqual([1, 1, 1]);
    expect(stops).toHaveLength(4);
    await signal.close();
  });
});

/** Makes this the page of somebody who has signed in elsewhere. */
async function signInAs(page: Page, url: string, { token, user }: { token: string; user: object }): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user) },
  );
}
