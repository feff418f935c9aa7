import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkPage,
  customerDevices,
  desktop,
  expectAccessible,
  phone,
  untilStill,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { googleError, type PlacesStandIn, predictions, respondJson, startPlaces } from '../support/services/places.ts';

/** The address suggestions of the booking wizard (BOOK-23). A customer can always type an address without them. */

const key = 'AIza-a_key-that-must-stay-secret';
const five = ['1500', '1502', '1510', '1515', '1540'].map((number) => `${number} Market Street, Philadelphia, PA`);

let places: PlacesStandIn;
let withoutKey: ServerProcess;
afterAll(async () => {
  await withoutKey.stop();
  await places.close();
});
/** The server has a key. */
const stories = setUpStories({
  env: async () => {
    places = await startPlaces();
    return { GOOGLE_MAPS_API_KEY: key, NODE_OPTIONS: sendGoogleTo(places.url) };
  },
  expectedErrors: /status of (503|429|404)/,
});
let customer: SignedInUser;
beforeAll(async () => {
  customer = await registerCustomer(stories.server.url, 'types-addresses');
  withoutKey = await startServerProcess();
});
beforeEach(() => {
  places.requests.length = 0;
  places.behave((response) => respondJson(response, 200, predictions(...five.map((address) => `${address}, USA`))));
});

/**
 * Returns Node options that send the server's requests for Google to a stand-in. None of our settings can do that, so
 * that the key never goes anywhere else.
 */
function sendGoogleTo(url: string): string {
  const preload = `const real = fetch;
    globalThis.fetch = (to, init) => real(String(to).replace('https://places.googleapis.com', '${url}'), init);`;
  return `--import data:text/javascript,${encodeURIComponent(preload)}`;
}

/** Opens the wizard's second step and focuses its empty address field. */
async function openAddress(device = desktop, person = customer, serverUrl = stories.server.url): Promise<Page> {
  const { page } = await stories.visitAs(person, device, serverUrl);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Book Pickup' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  // The step focuses itself soon after it appears.
  await page.waitForFunction(() => document.activeElement?.querySelector('[role=combobox]'));
  await field(page).fill('');
  await field(page).focus();
  return page;
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Pickup address' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option');
const offered = async (page: Page) => (await options(page).allTextContents()).map((text) => text.trim());

/** Types letter by letter into the focused field, without the pauses that a busy machine might make. */
const typeFast = (page: Page, text: string) =>
  page.evaluate(
    (letters) => {
      for (const letter of letters) document.execCommand('insertText', false, letter);
    },
    [...text],
  );

/** Returns the positions of the step's fields. Nothing may move when suggestions appear or disappear. */
async function layout(page: Page): Promise<unknown> {
  const dialog = page.getByRole('dialog');
  const parts = [field(page), dialog.getByLabel('Special instructions'), dialog.getByRole('button', { name: 'Next' })];
  return await Promise.all(parts.map((part) => part.boundingBox()));
}

describe('with a key', () => {
  it.each(customerDevices)("offers Google's suggestions, on $name", async (device) => {
    const page = await openAddress(device);
    await page.clock.install();
    await field(page).pressSequentially('15');
    await page.clock.fastForward(1_000);
    expect(places.requests).toEqual([]);
    const before = await layout(page);
    await typeFast(page, '00 mar');
    await options(page).first().waitFor();
    expect(await offered(page)).toEqual(five);
    expect(await layout(page)).toEqual(before);
    await page.getByText('5 suggestions, use the arrow keys').waitFor();
    // The whole list, with its "Google Maps" line, ends above the buttons. It scrolls if it is too long.
    const source = await page.getByText('Google Maps', { exact: true }).boundingBox();
    const next = await page.getByRole('dialog').getByRole('button', { name: 'Next' }).boundingBox();
    expect((source?.y ?? 0) + (source?.height ?? 0)).toBeGreaterThan(0);
    expect((source?.y ?? 0) + (source?.height ?? 0)).toBeLessThan(next?.y ?? 0);
    expect(places.requests.map(({ headers, body }) => [headers['x-goog-api-key'], body.input])).toEqual([
      [key, '1500 mar'],
    ]);
    await checkPage(page);
    const third = options(page).nth(2);
    await (device.hasTouch ? third.tap() : third.click());
    await expect.poll(() => field(page).inputValue()).toBe(five[2]);
    expect(await options(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    await page.clock.fastForward(1_000);
    expect(places.requests).toHaveLength(1);
    expect(stories.server.output()).not.toContain(key);
  });

  it.runIf(isLong)('can be used by keyboard alone', async () => {
    const page = await openAddress();
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

  it.runIf(isLong)('never shows suggestions for an earlier text', async () => {
    const late = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    places.behave(async (response, { body }) => {
      if (body.input === '1500') await late.promise;
      respondJson(response, 200, predictions(`for ${body.input}, USA`));
      if (body.input === '1500') response.once('close', sent.resolve);
    });
    const page = await openAddress();
    await typeFast(page, '1500');
    await expect.poll(() => places.requests.length).toBe(1);
    await typeFast(page, ' mar');
    await options(page).first().waitFor();
    expect(await offered(page)).toEqual(['for 1500 mar']);
    late.resolve();
    await sent.promise;
    await untilStill(page);
    expect(await offered(page)).toEqual(['for 1500 mar']);
  });

  it.each([['refuses the request', 0] as const, ...(isLong ? [['does not respond', 4_000] as const] : [])])(
    'offers the sample addresses when Google %s, and sends no more requests',
    async (how, atLeastMs) => {
      const refusal = googleError(403, 'PERMISSION_DENIED', 'API_KEY_IP_ADDRESS_BLOCKED', `Not for ${key}`);
      places.behave((response) => how === 'refuses the request' && respondJson(response, 403, refusal));
      const page = await openAddress(phone);
      const startedMs = Date.now();
      await field(page).pressSequentially('phi');
      await options(page).first().waitFor();
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(atLeastMs);
      expect(await offered(page)).toHaveLength(3);
      expect(await page.getByText('Google Maps', { exact: true }).count()).toBe(0);
      await expectAccessible(page);
      await field(page).pressSequentially('ladelphia pine');
      await page.getByRole('option', { name: /^4212 Pine St/ }).waitFor();
      expect(places.requests).toHaveLength(1);
      await field(page).fill('1 Anywhere Ln');
      await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
      await page.getByRole('dialog').getByText('1 Anywhere Ln').waitFor();
      expect(stories.server.output()).toMatch(/the address lookup failed/);
      expect(stories.server.output()).not.toContain(key);
    },
  );

  it.runIf(isLong)('goes to the sign-in page when the session has expired', async () => {
    const person = await registerCustomer(stories.server.url, 'signed-out');
    const page = await openAddress(desktop, person);
    await page.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('token')}`;
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization } });
    });
    await field(page).pressSequentially('1500');
    await page.waitForURL('**/login');
    stories.visits[0]?.complaints.splice(0);
  });
});

describe('without a key', () => {
  it('offers up to three sample addresses, and sends no request', async () => {
    const person = await registerCustomer(withoutKey.url, 'without-key');
    const page = await openAddress(phone, person, withoutKey.url);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await field(page).pressSequentially('phi');
    await options(page).first().waitFor();
    expect(await options(page).count()).toBe(3);
    await expectAccessible(page);
    // The old suggestions disappear immediately. New ones appear after a pause in typing.
    const offeredNow = await page.evaluate(async () => {
      document.execCommand('selectAll');
      document.execCommand('insertText', false, 'germantown');
      await null;
      return document.querySelectorAll('[role=option]').length;
    });
    expect(offeredNow).toBe(0);
    await options(page).first().tap();
    await expect.poll(() => field(page).inputValue()).toBe('6901 Germantown Ave, Philadelphia, PA 19119');
    expect(requested).not.toContain('/api/address-suggestions');
    expect(places.requests).toEqual([]);
  });
});

it('the registration form stays in place when the address turns out to be served', async () => {
  const { page } = await stories.visit(phone);
  await page.goto('/register');
  const button = page.getByRole('button', { name: 'Create Account' });
  const place = () => button.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  await button.waitFor();
  await untilStill(page);
  const before = await place();
  await page.getByLabel('Service address').fill('742 S 10th St, Philadelphia, PA 19147');
  await page.getByText('We serve 19147.', { exact: true }).waitFor();
  expect(await place()).toBe(before);
  await checkPage(page);
});
