import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import { desktop, expectAccessible, expectNoSidewaysScroll, holdReads, phone, type Visit } from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { goodPassword } from '../support/people.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { registerCustomer, visitAs } from '../support/signed-in.ts';

/** A dispatcher plans a day, sees what that saves, puts stops where they are wanted, and the planner leaves them there. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back and says what it expects of it
type Json = any;

/** House numbers along a street that runs north, in the order in which they were booked: back and forth. */
const booked = [100, 900, 200, 800, 300, 700, 400, 600, 500];

let server: ServerProcess;
let browser: Browser;
let admin: Json;
let driver: Json;
const visits: Visit[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
  await makeAccount(server.databaseUrl, 'admin', 'dispatch-desk');
  await makeAccount(server.databaseUrl, 'driver', 'truck-one');
  [admin, driver] = await Promise.all(['dispatch-desk', 'truck-one'].map(signIn));
  const customer = await registerCustomer(server.url, 'dana_w');
  for (const house of booked) {
    await ask('POST', '/api/pickups', customer.token, {
      address: `${house} S 9th St, Philadelphia, PA 19147`,
      bagCount: 4,
      amount: '30.00',
      scheduledDate: instantOf(today(), '23:30').toISOString(),
    });
  }
  await place();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  for (const { context, complaints } of visits.splice(0)) {
    await context.close();
    // A refused call is a line in the console too; what it is about is what the story is about.
    expect(complaints.filter((complaint) => !/status of (409|422|503)/.test(complaint))).toEqual([]);
  }
});

const today = () => dateKeyOf(new Date());

async function signIn(username: string): Promise<Json> {
  return await ask('POST', '/api/auth/login', undefined, { username, password: goodPassword });
}

async function ask(method: string, path: string, token?: string, body?: object): Promise<Json> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}

/** Nobody is asked outside where the street lies: it begins at the house with the lowest number and runs north. */
async function place(): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(
    `UPDATE pickups SET "coordinatesPrecision" = 'address',
      "coordinates" = (39.92 + split_part("address", ' ', 1)::int / 20000.0)::numeric(9, 5) || ',-75.15800'`,
  );
  await client.end();
}

async function open(device: typeof phone): Promise<Page> {
  const visit = await visitAs(browser, device, server.url, admin);
  visits.push(visit);
  await visit.page.goto('/admin/routes');
  return visit.page;
}

const button = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', { name, exact: typeof name === 'string' });
/** A toast's text stands twice for a moment: once for screen readers. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const editor = (page: Page) => page.getByRole('list', { name: 'Order of the stops' });
const pinned = { pressed: true, name: /^Pin / } as const;

const routeOfToday = async () =>
  (await ask('GET', '/api/admin/routes', admin.token)).find(({ date }: Json) => date === today());
/** The house numbers as the server has them in order, the pinned ones starred. */
async function savedOrder(): Promise<string[]> {
  const { pickups } = await routeOfToday();
  return pickups.map(({ address, isPinned }: Json) => `${Number.parseInt(address, 10)}${isPinned ? '*' : ''}`);
}
async function shownOrder(page: Page): Promise<string[]> {
  const names = await editor(page)
    .getByRole('button', { name: / up$/ })
    .evaluateAll((buttons) => buttons.map((up) => up.getAttribute('aria-label') ?? ''));
  return names.map((name) => /^Move (\d+) S 9th St up$/.exec(name)?.[1] ?? name);
}
const houses = (order: readonly string[]) => order.map((house) => house.replace('*', ''));

async function optimize(page: Page): Promise<string> {
  const panel = page.getByRole('region', { name: 'Optimization' });
  // Until the answer is there, the panel may still say what the press before has brought.
  const answered = page.waitForResponse((response) => response.url().includes('/api/admin/optimize-'));
  await button(page, 'Optimize Package Route').click();
  await answered;
  await panel.getByRole('heading', { name: /^Package Route/ }).waitFor();
  return (await panel.textContent()) ?? '';
}

describe('a day', () => {
  it('is planned, says what that saved, and is drawn', async () => {
    const page = await open(desktop);
    expect(await optimize(page)).toMatch(/Stops9.*Saved [\d.]+ miles? and \d+ minutes? compared to the previous order/);
    await toast(page, 'Package Route Optimized');
    const order = await savedOrder();
    expect([order, order.toReversed()]).toContainEqual(booked.map(String).toSorted());
    const card = page.getByRole('region', { name: /^truck-one/ });
    await card.getByRole('img', { name: 'Route of truck-one, 9 stops' }).waitFor();
    await card.getByText('Pending', { exact: true }).waitFor();
    await card.getByText(/^Planned [\d.]+ miles?, /).waitFor();
    const link = card.getByRole('link', { name: /^Open in Maps/ });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.google\.com\/maps\/dir\//);
    expect(await link.getAttribute('rel')).toContain('noopener');
    await checkPage(page);

    expect(await optimize(page)).toContain('Routes are already optimal');
    expect(await savedOrder()).toEqual(order);
  });

  it('says why it cannot be planned, and stays as it was', async () => {
    const page = await open(phone);
    await button(page, 'Optimize Subscription Route').click();
    await toast(page, 'Optimization Failed');
    await toast(page, 'There are no subscription stops to plan.');
    await page.getByRole('region', { name: /^truck-one/ }).waitFor();
    await checkPage(page);
  });
});

describe('the order', () => {
  it('is changed by keys alone, pins what was moved, and the planner leaves it there', async () => {
    const page = await open(desktop);
    const before = await savedOrder();
    await button(page, 'Change Order').focus();
    await page.keyboard.press('Enter');
    await editor(page).waitFor();
    const handle = editor(page)
      .getByRole('button', { name: /^Move \d+ S 9th St$/ })
      .first();
    const name = (await handle.getAttribute('aria-label')) ?? '';
    await handle.focus();
    const spoken = page.locator('[id^="DndLiveRegion"]');
    await page.keyboard.press('Space');
    await expect.poll(() => spoken.textContent()).toContain('place 1 of 9');
    for (const place of [2, 3, 4]) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => spoken.textContent()).toContain(`place ${place} of 9`);
    }
    await page.keyboard.press('Space');
    const [first, ...rest] = before;
    const wanted = rest.toSpliced(3, 0, `${first}*`);
    await expect.poll(savedOrder).toEqual(wanted);
    await expect.poll(() => shownOrder(page)).toEqual(houses(wanted));
    // The focus stays with the stop that was moved.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
    await editor(page).getByRole('button', pinned).waitFor();
    await checkPage(page);

    await button(page, 'Done').press('Enter');
    await page
      .getByRole('region', { name: /^truck-one/ })
      .getByText('Pinned', { exact: true })
      .waitFor();
    await optimize(page);
    const replanned = await savedOrder();
    expect(replanned[3]).toBe(`${first}*`);
    expect(replanned.filter((house) => house.endsWith('*'))).toHaveLength(1);
  });

  it('is changed by buttons on a phone, several presses in a row, and a pin is taken out again', async () => {
    const page = await open(phone);
    const before = await savedOrder();
    await button(page, 'Change Order').tap();
    await editor(page).waitFor();
    const last = houses(before).at(-1);
    const up = button(editor(page), `Move ${last} S 9th St up`);
    for (let press = 0; press < 3; press += 1) await up.tap();
    await expect.poll(async () => houses(await savedOrder()).indexOf(last ?? '')).toBe(5);
    await page.getByText(`${last} S 9th St moved to place 6 of 9 and pinned there.`).waitFor({ state: 'attached' });
    await checkPage(page);

    while ((await editor(page).getByRole('button', pinned).count()) > 0) {
      const left = await editor(page).getByRole('button', pinned).count();
      await editor(page).getByRole('button', pinned).first().tap();
      await expect.poll(() => editor(page).getByRole('button', pinned).count()).toBe(left - 1);
    }
    await expect.poll(async () => (await savedOrder()).filter((house) => house.endsWith('*'))).toEqual([]);
    await button(page, 'Done').tap();
    await optimize(page);
    const order = await savedOrder();
    expect([order, order.toReversed()]).toContainEqual(booked.map(String).toSorted());
  });

  it('goes back where somebody was faster, and shows what is done as done', async () => {
    const page = await open(desktop);
    await button(page, 'Change Order').click();
    await editor(page).waitFor();
    const { pickups } = await routeOfToday();
    const releaseReads = await holdReads(page);
    await ask('POST', '/api/driver/complete-bulk', driver.token, { pickupIds: [pickups[0].id] });
    const street = pickups[0].address.split(',')[0];
    await button(editor(page), `Move ${street} down`).click();
    releaseReads();
    await toast(page, 'Move Failed');
    const card = page.getByRole('region', { name: /^truck-one/ });
    await card.getByText('1 stop done').waitFor();
    await card.getByText('Active', { exact: true }).waitFor();
    await card.getByRole('img', { name: 'Route of truck-one, 9 stops, 1 done, now at stop 2' }).waitFor();
    expect(await shownOrder(page)).not.toContain(String(Number.parseInt(street, 10)));
    // What is done stays in front: the first of the others cannot go up.
    const first = (await shownOrder(page))[0];
    expect(await button(editor(page), `Move ${first} S 9th St up`).getAttribute('aria-disabled')).toBe('true');
    await checkPage(page);
  });
});
