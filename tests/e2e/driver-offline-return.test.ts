import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/browser.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  expectDone,
  expectRows,
  onePixel,
  patiently,
  rows,
  signIn,
  signInAs,
  signOut,
  stepTimeoutMs,
  strip,
} from '../support/driver/dead-spot.ts';
import { callAs, signInTo } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';

/** A driver comes back from a dead spot and finds that stops, sessions or the app itself have changed. */

const spot = deadSpot();

/** Returns the numbers of responses and waiting actions that the phone has stored. */
function storedOn(page: Page): Promise<{ answers: number; waiting: number }> {
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
    const stored = { answers: await count('answers'), waiting: await count('actions') };
    database.close();
    return stored;
  });
}

it('reports a completion of a stop that was unassigned until the driver dismisses it, also after a reload', async () => {
  const driver = await spot.depot.makeDriver('truck-four', 3);
  const colleague = await spot.depot.makeDriver('truck-five', 0);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await complete(page, 1);
  await strip(page).getByText('2 waiting to be sent').waitFor();
  await spot.depot.assign(driver.stops[1] ?? '', colleague.user.id);
  spot.signal.restore();
  await comeOnline(page);
  await page.getByText("1 stop couldn't be completed", { exact: false }).first().waitFor();
  await expectRows(page, 2);
  await page.reload();
  const refused = page.getByRole('button', { name: '1 not done' });
  await refused.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('104 S 10th St was given to another driver. The dispatcher can see what you sent.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await refused.waitFor({ state: 'detached' });
  await page.reload();
  await strip(page).getByText('Up to date').waitFor();
  expect(await page.getByRole('button', { name: 'not done' }).count()).toBe(0);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
});

it('keeps the outbox of a driver whose session ended, and sends it for nobody else on this phone', async () => {
  const driver = await spot.depot.makeDriver('truck-six', 3);
  const colleague = await spot.depot.makeDriver('truck-seven', 1);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await callAs(spot.server.url, driver.token, 'POST', '/api/auth/logout');
  spot.signal.restore();
  await comeOnline(page);
  await page.waitForURL('**/login');
  await page.getByText("1 stop hasn't been sent yet", { exact: true }).first().waitFor();
  await page.getByText('1 stop is waiting on this phone.', { exact: false }).waitFor();
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

it.runIf(isLong)('warns before signing out with unsent stops, keeps them and deletes the route', async () => {
  const driver = await spot.depot.makeDriver('truck-eight', 2);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await signOut(page);
  const warning = page.getByRole('alertdialog');
  await warning.getByText("1 stop hasn't been sent yet", { exact: false }).waitFor();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay Signed In' }).click();
  await warning.waitFor({ state: 'detached' });
  // The menu is still open.
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await warning.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  expect(await storedOn(page)).toEqual({ answers: 0, waiting: 1 });
  spot.signal.restore();
  await signInAs(page, await signInTo(spot.server.url, 'truck-eight'));
  await strip(page).getByText('All sent').waitFor();
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
});

it.runIf(isLong)(
  'saves a note and a photo, and treats a page from a captive portal neither as a response nor as a sign-out',
  async () => {
    const driver = await spot.depot.makeDriver('truck-nine', 2);
    const page = await spot.openPhone(driver);
    const portal = (status: number) => ({
      status,
      contentType: 'text/html',
      body: '<html>Welcome to our hotel</html>',
    });
    for (const status of [200, 403, 502]) {
      spot.signal.decide(({ path }) => (path.startsWith('/api') ? portal(status) : undefined));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await strip(page).getByText('Your route is saved on this phone').waitFor();
      await page.reload();
      await strip(page).getByText('Your route is saved on this phone').waitFor();
      await expectRows(page, 2);
    }
    await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Before photo').setInputFiles(onePixel);
    await sheet.getByLabel('Note').fill('Gate was locked');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await strip(page).getByText('2 waiting to be sent').waitFor();
    await page.reload();
    await strip(page).getByText('2 waiting to be sent').waitFor();
    // The portal still responds to the pending request. After the next `online` event the photo is sent again
    // immediately.
    const portalResponds = Promise.withResolvers<void>();
    const underWay = Promise.withResolvers<void>();
    const respondLate = async (route: Route) => {
      underWay.resolve();
      await portalResponds.promise;
      await route.fulfill(portal(502));
    };
    await page.route('**/photos/before', respondLate, { times: 1 });
    // This is checked only now, because a retry might already have sent the photo.
    spot.signal.restore();
    await comeOnline(page);
    await underWay.promise;
    await comeOnline(page);
    portalResponds.resolve();
    await strip(page).getByText('All sent').waitFor();
    const [stop] = await spot.depot.query('select "driverNotes", "beforePhotoUrl" from pickups where id = $1', [
      driver.stops[0],
    ]);
    expect(stop).toMatchObject({
      driverNotes: 'Gate was locked',
      beforePhotoUrl: expect.stringContaining('/photos/before'),
    });
  },
);

it('a new deployment leaves the open page working, loads after a reload and opens offline', async () => {
  const driver = await spot.depot.makeDriver('truck-twelve', 2);
  const page = await spot.openPhone(driver);
  const entry = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
  const caches = () => page.evaluate(async () => await window.caches.keys());
  expect(await caches()).toHaveLength(1);
  spot.signal.deployNewVersion();
  await page.getByRole('link', { name: 'Map' }).first().click();
  await page.getByRole('heading', { name: 'Map View' }).waitFor();
  expect(await entry()).not.toContain('NEW.js');

  await page.goto('/driver');
  await strip(page).getByText('Up to date').waitFor();
  expect(await entry()).toContain('NEW.js');
  await expect.poll(caches, patiently).toHaveLength(2);
  const isInstalled = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(isInstalled, patiently).toBe(true);
  spot.signal.cut();
  await page.reload();
  await strip(page).getByText('Your route is saved on this phone').waitFor();
  expect(await entry()).toContain('NEW.js');

  const context = page.context();
  await page.close();
  const next = await context.newPage();
  next.setDefaultTimeout(stepTimeoutMs);
  // The browser activates the new worker once no page uses the old one.
  const isActivated = async () => {
    await next.goto('/driver/map');
    await strip(next).getByText('Your route is saved on this phone').waitFor();
    const names = await next.evaluate(async () => await window.caches.keys());
    if (names.length > 1) await next.goto('about:blank');
    return names;
  };
  await expect.poll(isActivated, { ...patiently, interval: 1000 }).toEqual(['stoop-driver-NEWNEWNEWNEW']);
  await next.reload();
  await strip(next).getByText('Your route is saved on this phone').waitFor();
  expect(spot.signal.reached.filter(({ line }) => line.includes('driver-worker.js')).length).toBeLessThan(8);
});

it.runIf(isLong)('opens the previous version offline when a new one was downloaded only in part', async () => {
  const driver = await spot.depot.makeDriver('truck-thirteen', 2);
  const page = await spot.openPhone(driver);
  const entry = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
  spot.signal.deployNewVersion();
  let isLost = false;
  // The page has what it needs, but one of the worker's other files doesn't arrive.
  spot.signal.decide(({ path }) => {
    if (!/history\.page-.*NEW\.js/.test(path)) return undefined;
    isLost = true;
    return 'cut';
  });
  await page.goto('/driver');
  await strip(page).getByText('Up to date').waitFor();
  expect(await entry()).toContain('NEW.js');
  await expect.poll(() => isLost, patiently).toBe(true);
  await page.reload();
  await strip(page).getByText('Up to date').waitFor();
  spot.signal.cut();
  await page.reload();
  await strip(page).getByText('Your route is saved on this phone').waitFor();
  await page.goto('/driver/history');
  await page.getByRole('heading', { name: 'Pickup History' }).waitFor();
  expect(await entry()).not.toContain('NEW.js');
});
