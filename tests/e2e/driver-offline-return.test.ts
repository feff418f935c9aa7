import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import {
  complete,
  deadSpot,
  expectDone,
  expectRows,
  rows,
  signIn,
  signOut,
  strip,
} from '../support/driver/dead-spot.ts';
import { callAs } from '../support/driver/driver-day.ts';

/** A driver comes back from a dead spot, and the world has changed: stops, sessions, the app itself. */

const spot = deadSpot();

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What lies in the phone's own store. */
function keptOn(page: Page): Promise<{ answers: number; waiting: number }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('stoop-driver');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = (name: string) =>
      new Promise<number>((resolve) => {
        const counting = database.transaction(name).objectStore(name).count();
        counting.onsuccess = () => resolve(counting.result);
      });
    const kept = { answers: await count('answers'), waiting: await count('actions') };
    database.close();
    return kept;
  });
}

it('a stop that was taken away meanwhile is reported, over a reload, until the driver has read it', async () => {
  const driver = await spot.depot.makeDriver('truck-four', 3);
  const colleague = await spot.depot.makeDriver('truck-five', 0);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await complete(page, 1);
  await strip(page).getByText('2 waiting to be sent').waitFor();
  await spot.depot.assign(driver.stops[1] ?? '', colleague.user.id);
  spot.signal.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('1 stop could not be completed', { exact: false }).first().waitFor();
  await expectRows(page, 2);
  await page.reload();
  await page.getByRole('button', { name: '1 not done' }).click();
  const told = page.getByRole('dialog');
  await told.getByText('Stop 2, 104 S 10th St, was taken off your route. It was not completed.').waitFor();
  await expectAccessible(page);
  await told.getByRole('button', { name: 'Got it' }).click();
  await told.waitFor({ state: 'detached' });
  await page.reload();
  await strip(page).getByText('Up to date').waitFor();
  expect(await page.getByRole('button', { name: 'not done' }).count()).toBe(0);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
});

it('a session that ended meanwhile keeps the queue for its driver, and for nobody else on this phone', async () => {
  const driver = await spot.depot.makeDriver('truck-six', 3);
  const colleague = await spot.depot.makeDriver('truck-seven', 1);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await callAs(spot.server.url, driver.token, 'POST', '/api/auth/logout');
  spot.signal.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForURL('**/login');
  await page.getByText('1 stop has not been sent yet', { exact: true }).first().waitFor();
  await page.getByText('1 stop waits on this phone.', { exact: false }).waitFor();
  await expectAccessible(page);

  await signIn(page, 'truck-seven');
  await strip(page).getByText('Up to date').waitFor();
  await expectRows(page, 1);
  await complete(page, 0);
  await strip(page).getByText('All sent').waitFor();
  await spot.expectOnceEach(colleague.user.id, colleague.stops);
  await spot.expectOnceEach(driver.user.id, []);
  await signOut(page);
  await page.waitForURL(`${spot.signal.url}/`);

  await page.goto('/login');
  await signIn(page, 'truck-six');
  await page.getByText('Successfully completed 1 pickup(s)').first().waitFor();
  await expectDone(page, 1);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
  expect(await page.evaluate(() => localStorage.getItem('stoop.unsent'))).toBeNull();
});

it('signing out warns about what waits; it stays, and the route goes', async () => {
  const driver = await spot.depot.makeDriver('truck-eight', 2);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await signOut(page);
  const warning = page.getByRole('alertdialog');
  await warning.getByText('1 stop has not been sent yet', { exact: false }).waitFor();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await warning.waitFor({ state: 'detached' });
  // The menu is still open.
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await warning.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  expect(await keptOn(page)).toEqual({ answers: 0, waiting: 1 });
  spot.signal.restore();
  await signIn(page, 'truck-eight');
  await strip(page).getByText('All sent').waitFor();
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
});

it('a note and a photo wait too; a page of somebody in between is no answer and ends no session', async () => {
  const driver = await spot.depot.makeDriver('truck-nine', 2);
  const page = await spot.openPhone(driver);
  const portal = (status: number) => ({ status, contentType: 'text/html', body: '<html>Welcome to our hotel</html>' });
  for (const status of [200, 403, 502]) {
    spot.signal.decide(({ path }) => (path.startsWith('/api') ? portal(status) : undefined));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await strip(page).getByText('Your route is on this phone').waitFor();
    await page.reload();
    await strip(page).getByText('Your route is on this phone').waitFor();
    await expectRows(page, 2);
  }
  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Before photo').setInputFiles({ name: 'bin.png', mimeType: 'image/png', buffer: onePixel });
  await sheet.getByLabel('Note').fill('Gate was locked');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await strip(page).getByText('2 waiting to be sent').waitFor();
  await page.reload();
  await strip(page).getByText('2 waiting to be sent').waitFor();
  spot.signal.restore();
  // The one in between has the last word on what is under way already; what comes back after that is tried at once.
  const lastWord = Promise.withResolvers<void>();
  const underWay = Promise.withResolvers<void>();
  const answerLate = async (route: Route) => {
    underWay.resolve();
    await lastWord.promise;
    await route.fulfill(portal(502));
  };
  await page.route('**/photos/before', answerLate, { times: 1 });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await underWay.promise;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  lastWord.resolve();
  await strip(page).getByText('All sent').waitFor({ timeout: 15_000 });
  const [stop] = await spot.depot.query('select "driverNotes", "beforePhotoUrl" from pickups where id = $1', [
    driver.stops[0],
  ]);
  expect(stop).toMatchObject({
    driverNotes: 'Gate was locked',
    beforePhotoUrl: expect.stringContaining('/photos/before'),
  });
});

it('a new deployment leaves the open page whole, is there after a reload, and opens offline', async () => {
  const driver = await spot.depot.makeDriver('truck-twelve', 2);
  const page = await spot.openPhone(driver);
  const entry = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
  const caches = () => page.evaluate(async () => await window.caches.keys());
  expect(await caches()).toHaveLength(1);
  spot.signal.deployAnew();
  await page.getByRole('link', { name: 'Map' }).first().click();
  await page.getByRole('heading', { name: 'Map View' }).waitFor();
  expect(await entry()).not.toContain('NEW.js');

  await page.goto('/driver');
  await strip(page).getByText('Up to date').waitFor();
  expect(await entry()).toContain('NEW.js');
  await expect.poll(caches, { timeout: 20_000 }).toHaveLength(2);
  const isInstalled = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(isInstalled, { timeout: 20_000 }).toBe(true);
  spot.signal.cut();
  await page.reload();
  await strip(page).getByText('Your route is on this phone').waitFor();
  expect(await entry()).toContain('NEW.js');

  const context = page.context();
  await page.close();
  const next = await context.newPage();
  next.setDefaultTimeout(30_000);
  // The browser notices a moment later that nobody needs the old version any more.
  await next.waitForTimeout(2000);
  await next.goto('/driver/map');
  await strip(next).getByText('Your route is on this phone').waitFor();
  await expect
    .poll(() => next.evaluate(async () => await window.caches.keys()), { timeout: 20_000 })
    .toEqual(['stoop-driver-NEWNEWNEWNEW']);
  await next.reload();
  await strip(next).getByText('Your route is on this phone').waitFor();
  expect(spot.signal.reached.filter(({ line }) => line.includes('driver-worker.js')).length).toBeLessThan(8);
});

it('a deployment that came only in part opens offline as the one before', async () => {
  const driver = await spot.depot.makeDriver('truck-thirteen', 2);
  const page = await spot.openPhone(driver);
  const entry = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
  spot.signal.deployAnew();
  let isLost = false;
  // The page has what it needs; of what the worker wants besides, one file does not come.
  spot.signal.decide(({ path }) => {
    if (!/history\.page-.*NEW\.js/.test(path)) return undefined;
    isLost = true;
    return 'cut';
  });
  await page.goto('/driver');
  await strip(page).getByText('Up to date').waitFor();
  expect(await entry()).toContain('NEW.js');
  await expect.poll(() => isLost, { timeout: 20_000 }).toBe(true);
  await page.reload();
  await strip(page).getByText('Up to date').waitFor();
  spot.signal.cut();
  await page.reload();
  await strip(page).getByText('Your route is on this phone').waitFor();
  await page.goto('/driver/history');
  await page.getByRole('heading', { name: 'Pickup History' }).waitFor();
  expect(await entry()).not.toContain('NEW.js');
});
