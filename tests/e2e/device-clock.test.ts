import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';
import { registerCustomer, visitAs } from '../support/accounts/signed-in.ts';
import { checkPage, closeWindow, phone, type Visit } from '../support/browser/browser.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  device,
  expectDone,
  expectRows,
  patiently,
  strip,
  untilSent,
} from '../support/driver/dead-spot.ts';

/** Devices whose clock shows another day: today is the server's, with and without signal. */

const spot = deadSpot();
const visits: Visit[] = [];
afterEach(async () => {
  for (const { context } of visits.splice(0)) await closeWindow(context);
});

const today = () => dateKeyOf(new Date());
const dayMs = 24 * 60 * 60_000;
const wrongClocks = [
  { name: 'a day ahead', offMs: dayMs },
  { name: 'a day behind', offMs: -dayMs },
];

/** Gives the pages of this browser a clock that is off by this much. `setClock` changes it for the next page. */
async function giveClock(context: BrowserContext, clockOffMs: number): Promise<void> {
  await context.addInitScript((offAtFirstMs) => {
    const DeviceDate = Date;
    const offMs = Number(localStorage.getItem('clockOffMs') ?? offAtFirstMs);
    globalThis.Date = new Proxy(DeviceDate, {
      construct: (_, args) =>
        args.length === 0 ? new DeviceDate(DeviceDate.now() + offMs) : Reflect.construct(DeviceDate, args),
      get: (_, name) => (name === 'now' ? () => DeviceDate.now() + offMs : Reflect.get(DeviceDate, name)),
    });
  }, clockOffMs);
}

/** Expects that the device's clock is off by this much, so that the story proves something. */
async function expectClockOff(page: Page, offMs: number): Promise<void> {
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - offMs)).toBeLessThan(60_000);
}

const setClock = (page: Page, offMs: number) =>
  page.evaluate((ms) => localStorage.setItem('clockOffMs', String(ms)), offMs);

async function openPhone(username: string, clockOffMs: number) {
  const driver = await spot.depot.makeDriver(username, 3);
  await spot.depot.addStops(driver.user.id, 2, 1);
  await spot.depot.addStops(driver.user.id, 1, -1);
  const context = await spot.browser.newContext({ ...device, baseURL: spot.signal.url });
  await giveClock(context, clockOffMs);
  return { driver, page: await spot.openPhone(driver, context) };
}

/** Expects that each of these stops was completed once, today. */
async function expectCompletedToday(driverId: string, ids: readonly string[]): Promise<void> {
  // Before the press is saved, the strip still says "Up to date".
  await expect.poll(async () => (await spot.depot.timesCompleted(driverId)).size, patiently).toBe(ids.length);
  await spot.expectOnceEach(driverId, ids);
  const days = await spot.depot.query('select "completedAt" from pickups where id = any($1)', [ids]);
  expect(days.map(({ completedAt }) => dateKeyOf(completedAt as Date))).toEqual(ids.map(today));
}

describe.each(wrongClocks)('a phone whose clock is $name', ({ name, offMs }) => {
  it("shows and completes today's stops, with and without signal, and says once that the clock is wrong", async () => {
    const { driver, page } = await openPhone(`clock-${name.replace(/ /g, '-')}`, offMs);
    const [first = '', second = ''] = driver.stops;
    const notice = page.getByText(`This phone's clock is about 1 day ${offMs > 0 ? 'ahead' : 'behind'}.`);
    await expectClockOff(page, offMs);
    await expectRows(page, 3);
    await notice.waitFor();
    await checkPage(page);
    await complete(page, 0);
    await untilSent(page);
    await expectCompletedToday(driver.user.id, [first]);

    await page.getByRole('button', { name: 'Got it' }).click();
    spot.signal.cut();
    await page.reload();
    await expectRows(page, 3);
    expect(await notice.count()).toBe(0);
    await complete(page, 1);
    await expectDone(page, 2);
    await strip(page).getByText('1 waiting to be sent').waitFor();
    spot.signal.restore();
    await comeOnline(page);
    await untilSent(page);
    await expectCompletedToday(driver.user.id, [first, second]);
  });

  it("offers a customer the server's today and tomorrow", async () => {
    const customer = await registerCustomer(spot.server.url, `books-${name.replace(/ /g, '-')}`);
    const visit = await visitAs(spot.browser, phone, spot.server.url, customer);
    visits.push(visit);
    await giveClock(visit.context, offMs);
    const { page } = visit;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Book Pickup' }).first().click();
    const wizard = page.getByRole('dialog');
    const date = wizard.getByLabel('Pickup date');
    await wizard.getByLabel('Up to 8 bags').check();
    await expectClockOff(page, offMs);
    expect(await date.inputValue()).toBe(addDays(today(), 1));
    expect(await date.getAttribute('min')).toBe(today());
    await wizard.getByLabel('Today').check();
    expect(await date.inputValue()).toBe(today());
    await wizard.getByRole('button', { name: 'Next', exact: true }).click();
    await wizard.getByLabel('Special instructions').waitFor();
  });
});

it('asks which day it is when the clock was set back without signal, and follows the server again', async () => {
  const { driver, page } = await openPhone('clock-set-back', 0);
  const [first = ''] = driver.stops;
  spot.signal.cut();
  await setClock(page, -dayMs);
  await page.reload();
  await page.getByRole('heading', { name: 'Which day is it?' }).waitFor();
  const choices = page.getByRole('main').getByRole('button');
  expect(await choices.count()).toBe(2);
  await checkPage(page);
  await choices.first().click();
  await expectRows(page, 3);
  await complete(page, 0);
  await expectDone(page, 1);
  spot.signal.restore();
  await comeOnline(page);
  await untilSent(page);
  await expectCompletedToday(driver.user.id, [first]);
});

it("the browser passes on the date of a response that says 'unchanged'", async () => {
  const { page } = await openPhone('clock-polls', 0);
  const ask = () =>
    page.evaluate(async () => {
      performance.clearResourceTimings();
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      const response = await fetch('/api/driver/route', { headers });
      await response.text();
      const [timing] = performance.getEntriesByName(response.url) as PerformanceResourceTiming[];
      const isUnchanged = timing !== undefined && timing.transferSize < timing.encodedBodySize;
      return { sentMs: Date.parse(response.headers.get('date') ?? ''), isUnchanged };
    });
  const { sentMs } = await ask();
  await expect
    .poll(async () => {
      const again = await ask();
      return again.isUnchanged && again.sentMs > sentMs;
    }, patiently)
    .toBe(true);
});
