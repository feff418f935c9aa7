import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  untilStill,
  type Visit,
  visit,
} from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { goodPassword } from '../support/people.ts';
import { googleError, type PlacesStandIn, predictions, respondJson, startPlaces } from '../support/places.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** The address in the booking wizard (BOOK-23): suggestions help, and never stand in the way. */

const key = 'AIza-a_key-that-must-stay-secret';
const five = ['1500', '1502', '1510', '1515', '1540'].map((number) => `${number} Market Street, Philadelphia, PA`);

let browser: Browser;
let places: PlacesStandIn;
let withKey: ServerProcess;
let withoutKey: ServerProcess;
let current: Visit;
beforeAll(async () => {
  places = await startPlaces();
  [browser, withKey, withoutKey] = await Promise.all([
    launchBrowser(),
    startServerProcess({ GOOGLE_MAPS_API_KEY: key, NODE_OPTIONS: sendGoogleTo(places.url) }),
    startServerProcess(),
  ]);
  for (const server of [withKey, withoutKey]) await makeAccount(server.databaseUrl, 'customer', 'types-addresses');
});
afterAll(async () => {
  await browser.close();
  await Promise.all([withKey.stop(), withoutKey.stop(), places.close()]);
});
beforeEach(() => {
  places.requests.length = 0;
  places.behave((response) => respondJson(response, 200, predictions(...five.map((address) => `${address}, USA`))));
});
afterEach(async () => {
  await current.context.close();
  // A refused lookup stands in the browser's console, which is the browser's doing and nobody's concern.
  expect(current.complaints.filter((complaint) => !/status of (503|429|404)/.test(complaint))).toEqual([]);
});

/**
 * The server as it is, with what it sends to Google sent to a stand-in. Done to the process from outside: no setting of
 * ours can point the key elsewhere.
 */
function sendGoogleTo(url: string): string {
  const preload = `const real = fetch;
    globalThis.fetch = (to, init) => real(String(to).replace('https://places.googleapis.com', '${url}'), init);`;
  return `--import data:text/javascript,${encodeURIComponent(preload)}`;
}

/** The wizard's second step, its address field empty and in focus. */
async function openAddress(server: ServerProcess, device = desktop): Promise<Page> {
  current = await visit(browser, device, server.url);
  const { page } = current;
  await page.goto('/login');
  await page.getByLabel('Username or email').fill('types-addresses');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign In', exact: false }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Book Pickup' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  // A moment after it is drawn the step takes the focus itself.
  await page.waitForFunction(() => document.activeElement?.querySelector('[role=combobox]'));
  await field(page).fill('');
  await field(page).focus();
  return page;
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Pickup address' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option');
const offered = async (page: Page) => (await options(page).allTextContents()).map((text) => text.trim());

/** Letter by letter into the field that has the focus, without the pause that a busy machine might make. */
const typeAtOnce = (page: Page, text: string) =>
  page.evaluate(
    (letters) => {
      for (const letter of letters) document.execCommand('insertText', false, letter);
    },
    [...text],
  );

/** Where the things of the step stand: nothing may move when suggestions come and go. */
async function layout(page: Page): Promise<unknown> {
  const dialog = page.getByRole('dialog');
  const things = [field(page), dialog.getByLabel('Special instructions'), dialog.getByRole('button', { name: 'Next' })];
  return await Promise.all(things.map((thing) => thing.boundingBox()));
}

describe('with a key', () => {
  it.each([phone, desktop])('offers what Google knows, on $name', async (device) => {
    const page = await openAddress(withKey, device);
    await page.clock.install();
    await field(page).pressSequentially('15');
    await page.clock.fastForward(1_000);
    expect(places.requests).toEqual([]);
    const before = await layout(page);
    await typeAtOnce(page, '00 mar');
    await options(page).first().waitFor();
    expect(await offered(page)).toEqual(five);
    expect(await layout(page)).toEqual(before);
    await page.getByText('5 suggestions, use the arrow keys').waitFor();
    // The whole list, down to whose addresses they are, ends above the buttons and scrolls inside if it must.
    const source = await page.getByText('Google Maps', { exact: true }).boundingBox();
    const next = await page.getByRole('dialog').getByRole('button', { name: 'Next' }).boundingBox();
    expect((source?.y ?? 0) + (source?.height ?? 0)).toBeGreaterThan(0);
    expect((source?.y ?? 0) + (source?.height ?? 0)).toBeLessThan(next?.y ?? 0);
    expect(places.requests.map(({ headers, body }) => [headers['x-goog-api-key'], body.input])).toEqual([
      [key, '1500 mar'],
    ]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const third = options(page).nth(2);
    await (device.hasTouch ? third.tap() : third.click());
    await expect.poll(() => field(page).inputValue()).toBe(five[2]);
    expect(await options(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    await page.clock.fastForward(1_000);
    expect(places.requests).toHaveLength(1);
    expect(withKey.output()).not.toContain(key);
  });

  it('can be used by keyboard alone', async () => {
    const page = await openAddress(withKey);
    const { keyboard } = page;
    await keyboard.type('1500 mar');
    await options(page).first().waitFor();
    const chosen = async () => {
      const id = await field(page).getAttribute('aria-activedescendant');
      return id === null ? null : await page.locator(`[id="${id}"]`).textContent();
    };
    expect(await chosen()).toBeNull();
    await keyboard.press('ArrowDown');
    expect(await chosen()).toBe(five[0]);
    await keyboard.press('ArrowUp');
    expect(await chosen()).toBe(five[4]);
    await expectAccessible(page);
    await keyboard.press('Escape');
    expect(await options(page).count()).toBe(0);
    expect(await field(page).getAttribute('aria-expanded')).toBe('false');
    expect(await field(page).inputValue()).toBe('1500 mar');
    await keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe(five[0]);
    await keyboard.type(' 19102');
    await options(page).first().waitFor();
    await keyboard.press('Tab');
    expect(await options(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe(`${five[0]} 19102`);
  });

  it('never shows the answer to an earlier text', async () => {
    const late = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    places.behave(async (response, { body }) => {
      if (body.input === '1500') await late.promise;
      respondJson(response, 200, predictions(`for ${body.input}, USA`));
      if (body.input === '1500') response.once('close', sent.resolve);
    });
    const page = await openAddress(withKey);
    await typeAtOnce(page, '1500');
    await expect.poll(() => places.requests.length).toBe(1);
    await typeAtOnce(page, ' mar');
    await options(page).first().waitFor();
    expect(await offered(page)).toEqual(['for 1500 mar']);
    late.resolve();
    await sent.promise;
    await untilStill(page);
    expect(await offered(page)).toEqual(['for 1500 mar']);
  });

  it.each([
    ['is refused', 0],
    ['hangs', 4_000],
  ])('falls back to the samples in place when Google %s, and asks no more', async (how, atLeastMs) => {
    const refusal = googleError(403, 'PERMISSION_DENIED', 'API_KEY_IP_ADDRESS_BLOCKED', `Not for ${key}`);
    places.behave((response) => how === 'is refused' && respondJson(response, 403, refusal));
    const page = await openAddress(withKey, phone);
    const startedMs = Date.now();
    await field(page).pressSequentially('phi');
    await options(page).first().waitFor();
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(atLeastMs);
    expect(Date.now() - startedMs).toBeLessThan(12_000);
    expect(await offered(page)).toHaveLength(3);
    expect(await page.getByText('Google Maps', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await field(page).pressSequentially('ladelphia pine');
    await page.getByRole('option', { name: /^4212 Pine St/ }).waitFor();
    expect(places.requests).toHaveLength(1);
    await field(page).fill('1 Anywhere Ln');
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
    await page.getByRole('dialog').getByText('1 Anywhere Ln').waitFor();
    expect(withKey.output()).toMatch(/the address lookup failed/);
    expect(withKey.output()).not.toContain(key);
  });

  it('ends the session when that has expired, as everywhere', async () => {
    const page = await openAddress(withKey);
    await page.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('token')}`;
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization } });
    });
    await field(page).pressSequentially('1500');
    await page.waitForURL('**/login');
    current.complaints.length = 0;
  });
});

describe('without a key', () => {
  it('offers up to three samples, and asks nobody', async () => {
    const page = await openAddress(withoutKey, phone);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await field(page).pressSequentially('phi');
    await options(page).first().waitFor();
    expect(await options(page).count()).toBe(3);
    await expectAccessible(page);
    // What was offered for the old text is gone at once, and nothing is for the new one before a pause.
    const offeredAtOnce = await page.evaluate(async () => {
      document.execCommand('selectAll');
      document.execCommand('insertText', false, 'germantown');
      await null;
      return document.querySelectorAll('[role=option]').length;
    });
    expect(offeredAtOnce).toBe(0);
    await options(page).first().tap();
    await expect.poll(() => field(page).inputValue()).toBe('6901 Germantown Ave, Philadelphia, PA 19119');
    expect(asked).not.toContain('/api/address-suggestions');
    expect(places.requests).toEqual([]);
  });
});
