import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Depot, openDepot } from '../../support/driver/driver-day.ts';
import { startWeakSignal } from '../../support/driver/weak-signal.ts';
import { goodPassword, makeAccount } from '../../support/people.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { registerCustomer } from '../../support/signed-in.ts';
import { check, launchFirefox, openWindow, press, type, untilAt, untilText, whyNoFirefox } from './firefox.ts';

/** What people do most, in the Firefox of Debian (QUAL-73). */

const address = '742 S 10th St, Philadelphia, PA 19147';

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

  async function signIn(username: string): Promise<Page> {
    const page = await openWindow(browser, complaints);
    await page.goto(`${server.url}/login`);
    await type(page, 'Username or email', username);
    await type(page, 'Password', goodPassword);
    await press(page, 'Sign In');
    return page;
  }

  it('a visitor registers, books and pays; the dispatcher assigns; the driver completes; the customer sees it', async () => {
    await makeAccount(server.databaseUrl, 'admin', 'dispatch-desk');
    await makeAccount(server.databaseUrl, 'driver', 'truck-one');
    const customer = await openWindow(browser, complaints);
    await customer.goto(`${server.url}/register`);
    await register(customer);
    await untilAt(customer, '/dashboard');
    await press(customer, 'Book Pickup');
    await payForToday(customer);
    await untilText(customer, 'Pickup Booked!');

    const admin = await signIn('dispatch-desk');
    await untilAt(admin, '/admin');
    await admin.goto(`${server.url}/admin/requests`);
    await untilText(admin, 'URGENT');
    await admin.evaluate(() => document.querySelector<HTMLSelectElement>('li select')?.focus());
    await admin.keyboard.press('ArrowDown');
    await press(admin, 'Assign');
    await untilText(admin, 'Scheduled');

    const driver = await signIn('truck-one');
    await untilAt(driver, '/driver');
    await press(driver, 'Complete');
    await untilText(driver, 'Successfully completed 1 pickup(s)');

    await customer.goto(`${server.url}/dashboard`);
    await untilText(customer, 'Recent Activity');
    await customer.goto(`${server.url}/pickup-history`);
    await untilText(customer, 'Completed');
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
    await page.locator('a[href="/pickup-history"]').click();
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

async function register(page: Page): Promise<void> {
  await type(page, 'Username', 'row-home');
  await type(page, 'Email', 'row-home@stoop.example');
  await type(page, 'First name', 'Pat');
  await type(page, 'Last name', 'Example');
  await type(page, 'Phone number', '2155550142');
  await type(page, 'Service address', address);
  await type(page, 'Password', goodPassword);
  await type(page, 'Confirm password', goodPassword);
  await press(page, 'Create Account');
}

/** Books 8 bags for today at the registered address, and pays with the test card. */
async function payForToday(page: Page): Promise<void> {
  await check(page, 'Up to 8 bags');
  await check(page, 'Today');
  await press(page, 'Next');
  await type(page, 'Special instructions', 'Blue door');
  await press(page, 'Next');
  await press(page, 'Continue to Payment');
  await type(page, 'Name on card', 'Pat Example');
  await type(page, 'Card number', '4242424242424242');
  await type(page, 'Expiry', '12/30');
  await type(page, 'CVC', '123');
  await type(page, 'ZIP code', '19147');
  await press(page, 'Pay $45.00');
}
