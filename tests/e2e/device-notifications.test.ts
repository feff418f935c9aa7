import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/connect.ts';
import { openPush } from '../../server/push/open-push.ts';
import { sendPush } from '../../server/push/send-push.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { goodPassword } from '../support/accounts/people.ts';
import { makeStaff, openSession, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  button,
  checkDarkPage,
  checkNarrowPage,
  checkPage,
  closeWindow,
  expectToast,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { device, patiently, stepTimeoutMs } from '../support/driver/dead-spot.ts';
import { isLong } from '../support/effort.ts';
import { type PushReceiver, startPushReceiver } from '../support/services/push-receiver.ts';
import { bookPaid } from '../support/subscriptions/purchases.ts';

/**
 * Notifications on a device, without a real push service. The browser's subscription is a stand-in, and the server's
 * pushes are delivered to the worker.
 */

let receiver: PushReceiver;
let services: Parameters<typeof sendPush>[0];
const contexts: BrowserContext[] = [];
const stories = setUpStories({
  env: async () => {
    receiver = await startPushReceiver();
    return { PUSH_SERVICE_URL: receiver.origin };
  },
});
beforeAll(async () => {
  const { databaseUrl } = stories.server;
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const { db } = openDatabase(databaseUrl, log);
  const settings = readSettings({ DATABASE_URL: databaseUrl, PUSH_SERVICE_URL: receiver.origin }, []);
  services = { db, clock: () => new Date(), log, push: await openPush({ db, settings }) };
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await closeWindow(context);
});
afterAll(async () => {
  await services.db.destroy();
  await receiver.stop();
});

/**
 * Opens a page on a phone with service workers. Its browser allows notifications and subscribes to the stand-in
 * receiver.
 */
async function openPhone(): Promise<Page> {
  const context = await stories.browser.newContext({ ...device, baseURL: stories.server.url });
  await context.grantPermissions(['notifications']);
  contexts.push(context);
  await context.addInitScript(
    ({ endpoint, ...keys }) => {
      // The headless shell refuses notifications, whatever permissions are granted.
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' });
      const bytes = (key: string) =>
        Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
      const fake = (key: string) => ({
        ...{ endpoint, options: { applicationServerKey: bytes(key).buffer } },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem('subscribed');
          return true;
        },
      });
      const found = () => {
        const key = localStorage.getItem('subscribed');
        return key === null ? null : fake(key);
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => found(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem('subscribed', applicationServerKey);
          return found();
        },
      });
    },
    { ...receiver.makeDevice() },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  return page;
}

async function signInAs(page: Page, { token, user }: SignedInUser, path: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user) },
  );
  await page.goto(path);
}

const send = (person: SignedInUser, title: string, url: string, tag = 'about') =>
  sendPush(services, person.user.id, { title, body: '742 S 10th St', url, tag }, title);

/** Delivers the server's last push to the page's worker. */
async function deliver(page: Page): Promise<void> {
  await workerOf(page);
  const session = await page.context().newCDPSession(page);
  const registrationId = await findRegistration(session);
  const origin = new URL(page.url()).origin;
  const data = receiver.received.at(-1)?.text ?? '';
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await session.detach();
}

async function findRegistration(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [live] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (live) resolve(live.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return await found;
}

/** Returns the page's worker, which can show notifications. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = page.context().serviceWorkers().at(-1);
  if (!worker) throw new Error('the page has no worker');
  await worker.evaluate(() => {
    // The headless shell refuses notifications, whatever permissions are granted.
    if (Notification.permission !== 'denied' || 'shown' in globalThis) return;
    const shown: (NotificationOptions & { title: string; close(): void })[] = [];
    const remove = (isGone: (each: (typeof shown)[number]) => boolean) => {
      shown.splice(0, shown.length, ...shown.filter((each) => !isGone(each)));
    };
    Object.assign(globalThis, { shown });
    Object.assign(ServiceWorkerRegistration.prototype, {
      getNotifications: async ({ tag }: { tag?: string } = {}) => shown.filter((each) => !tag || each.tag === tag),
      showNotification: async (title: string, options: NotificationOptions) => {
        remove(({ tag }) => tag === options.tag);
        const notification = { ...options, title, close: () => remove((each) => each === notification) };
        shown.push(notification);
      },
    });
  });
  return worker;
}

const titles = async (page: Page) =>
  await (await workerOf(page)).evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title }) => title);
  });

/** Presses a notification. The worker gets the event as the browser would send it. */
async function press(page: Page, title: string): Promise<void> {
  const worker = await workerOf(page);
  await worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const notification = (await scope.registration.getNotifications()).find((each) => each.title === wanted);
    const event = new Event('notificationclick');
    let work: unknown;
    Object.assign(event, {
      notification,
      waitUntil: (given: unknown) => {
        work = given;
      },
    });
    scope.dispatchEvent(event);
    await work;
  }, title);
}

const toggle = (page: Page) => page.getByRole('switch', { name: /^Notifications on this device/ });

it('a customer turns notifications on after booking, opens one, and signs out', async () => {
  const customer = await registerCustomer(stories.server.url, 'robin');
  const { id } = await bookPaid(customer, { address: '742 S 10th St, Philadelphia, PA 19147' });
  expect(await send(customer, 'Too early', '/dashboard')).toBe('nobody');
  const page = await openPhone();
  await signInAs(page, customer, '/dashboard');
  const offer = button(page, "Get a notification when we're close");
  await offer.waitFor();
  await checkPage(page);
  await checkDarkPage(page);
  await checkNarrowPage(page);
  await offer.click();
  await expectToast(page, 'Notifications On');
  await offer.waitFor({ state: 'detached' });

  expect(await send(customer, "You're next", `/pickup-history/${id}`)).toBe('sent');
  await deliver(page);
  await expect.poll(() => titles(page), patiently).toEqual(["You're next"]);
  await send(customer, 'Done', `/pickup-history/${id}`);
  await deliver(page);
  await expect.poll(() => titles(page), patiently).toEqual(['Done']);
  await press(page, 'Done');
  await page.waitForURL(`**/pickup-history/${id}`);
  expect(await titles(page)).toEqual([]);

  await page.goto('/settings');
  await toggle(page).waitFor();
  expect(await toggle(page).isChecked()).toBe(true);
  await checkPage(page);
  await toggle(page).scrollIntoViewIfNeeded();
  await toggle(page).click();
  await expect.poll(() => toggle(page).isChecked(), patiently).toBe(false);
  await expect.poll(() => send(customer, 'Off', '/dashboard'), patiently).toBe('nobody');
  await toggle(page).click();
  await expect.poll(() => toggle(page).isChecked(), patiently).toBe(true);
  await expect.poll(() => send(customer, 'On', '/dashboard'), patiently).toBe('sent');

  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/');
  expect(await send(customer, 'Signed out', '/dashboard')).toBe('nobody');
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
  // Another person on this device starts without notifications; the same person keeps them.
  const other = await registerCustomer(stories.server.url, 'sam');
  await signInAs(page, other, '/settings');
  await toggle(page).waitFor();
  expect(await toggle(page).isChecked()).toBe(false);
  const { username } = customer.user;
  const again = await openSession(stories.server.url, '/api/auth/login', { username, password: goodPassword });
  await signInAs(page, again, '/dashboard');
  await expect.poll(() => send(again, 'Back', '/dashboard'), patiently).toBe('sent');
});

it("'Not now' is remembered, and a driver's worker shows notifications too", async () => {
  const driver = await makeStaff(stories.server, 'driver', 'truck-nine');
  const page = await openPhone();
  await signInAs(page, driver, '/driver');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const offer = button(page, 'Get notifications on this device');
  await offer.waitFor();
  await checkPage(page);
  await button(page, 'Not now').click();
  await offer.waitFor({ state: 'detached' });
  await page.goto('/driver/profile');
  await toggle(page).click();
  await expect.poll(() => toggle(page).isChecked(), patiently).toBe(true);
  await checkPage(page);
  expect(await send(driver, 'A stop was added', '/driver')).toBe('sent');
  await deliver(page);
  await expect.poll(() => titles(page), patiently).toEqual(['A stop was added']);
  await press(page, 'A stop was added');
  await page.waitForURL('**/driver');
  await page.getByRole('heading', { level: 1, name: 'My Route' }).waitFor();
  expect(await offer.count()).toBe(0);
});

it.runIf(isLong)('a browser that blocks notifications is told how to allow them, in Settings only', async () => {
  const dispatcher = await makeStaff(stories.server, 'admin', 'desk-nine');
  const page = await openPhone();
  await page.context().clearPermissions();
  await page.context().addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await signInAs(page, dispatcher, '/admin');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await button(page, 'Not now').count()).toBe(0);
  await page.goto('/admin/settings');
  await page.getByText(/^This browser blocks our notifications/).waitFor();
  expect(await toggle(page).count()).toBe(0);
  await checkPage(page);
});
