import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  expectDone,
  expectRows,
  onePixel,
  patiently,
  rows,
  strip,
  untilSent,
} from '../support/driver/dead-spot.ts';
import { callAs } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';

/** What a phone saves when its storage is slow, full or deleted, and when its clock is wrong. */

const spot = deadSpot();

declare global {
  /** Set by `holdStore`: says whether the page has opened its store, and lets it continue. */
  var heldStore: { isAsked: boolean; release(): void };
}

/** Makes the first opening of the store wait for `heldStore.release()`, on the pages that follow. */
async function holdStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    const gate = Promise.withResolvers<void>();
    globalThis.heldStore = { isAsked: false, release: gate.resolve };
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args as never);
      if (globalThis.heldStore.isAsked) return request;
      globalThis.heldStore.isAsked = true;
      const add = request.addEventListener.bind(request);
      const later = (type: string, listener: EventListener) =>
        add(type, type === 'success' ? (event) => void gate.promise.then(() => listener(event)) : listener);
      request.addEventListener = later as never;
      return request;
    };
  });
}

/** Makes these methods of the page's store fail from now on, as on a full disk. */
async function fillStorage(page: Page, methods: readonly ('put' | 'add' | 'delete')[]): Promise<void> {
  await page.evaluate((broken) => {
    for (const method of broken) {
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    }
  }, methods);
}

async function markNoAccess(page: Page): Promise<void> {
  await rows(page).nth(0).getByRole('button', { name: 'Incomplete' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('No access').check();
  await sheet.getByRole('button', { name: 'Save' }).click();
}

it('shows the saved route and saves actions when the store opens after the page stopped waiting', async () => {
  const driver = await spot.depot.makeDriver('store-one', 3);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await holdStore(page);
  await page.clock.install();
  await page.reload();
  await expect.poll(() => page.evaluate(() => globalThis.heldStore.isAsked), patiently).toBe(true);
  // The page waits up to 3 s for its store.
  const isPageShown = async () => {
    await page.clock.fastForward(1000);
    return await strip(page).count();
  };
  await expect.poll(isPageShown, patiently).toBe(1);
  expect(await rows(page).count()).toBe(0);
  await page.evaluate(() => globalThis.heldStore.release());
  await expectRows(page, 3);
  await expectDone(page, 1);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  await complete(page, 1);
  await strip(page).getByText('No signal. 2 waiting to be sent').waitFor();
  spot.signal.restore();
  await comeOnline(page);
  await untilSent(page);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 2));
});

it('says that a photo did not fit, does not treat it as taken, and saves what fits', async () => {
  const driver = await spot.depot.makeDriver('store-two', 3);
  const page = await spot.openPhone(driver);
  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (value: { work?: { kind?: string } }, ...rest) {
      if (value?.work?.kind === 'photo') throw new DOMException('full', 'QuotaExceededError');
      return add.call(this, value, ...rest);
    };
  });
  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Before photo').setInputFiles(onePixel);
  await page.getByText("Not saved: this phone's storage is full or blocked.").first().waitFor();
  await sheet.getByText("We couldn't save the photo. Please take it again.").waitFor();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
  await complete(page, 1);
  await expect.poll(async () => (await spot.depot.timesCompleted(driver.user.id)).size, patiently).toBe(1);
  await untilSent(page);
  expect(spot.signal.reached.filter(({ line }) => line.includes('/photos/'))).toEqual([]);
  spot.signal.cut();
  await complete(page, 2);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
});

it.each([['full', 1, ['put', 'add']] as const, ...(isLong ? [['stuck', 3, ['put', 'add', 'delete']] as const] : [])])(
  'loses and repeats nothing when the phone is %s while the server responds, leaving %d waiting until there is room',
  async (name, waiting, broken) => {
    const driver = await spot.depot.makeDriver(`store-${name}`, 4);
    const colleague = await spot.depot.makeDriver(`store-${name}-too`, 0);
    const completed = [driver.stops[0] ?? '', driver.stops[2] ?? ''];
    const page = await spot.openPhone(driver);
    spot.signal.cut();
    for (const index of [0, 1, 2]) await complete(page, index);
    await strip(page).getByText('No signal. 3 waiting to be sent').waitFor();
    await spot.depot.assign(driver.stops[1] ?? '', colleague.user.id);
    await fillStorage(page, broken);
    spot.signal.restore();
    await comeOnline(page);
    // Actions that could not be recorded stay saved.
    await strip(page).getByText(`This phone's storage is full or blocked. ${waiting} waiting to be sent`).waitFor();
    await expect.poll(async () => (await spot.depot.timesCompleted(driver.user.id)).size, patiently).toBe(2);
    await expectRows(page, 3);
    await expectDone(page, 2);
    await spot.expectOnceEach(driver.user.id, completed);

    // A new press is not acknowledged.
    await complete(page, 3);
    await page.getByText("Not saved: this phone's storage is full or blocked.").first().waitFor();
    await expectDone(page, 2);

    // Once there is room again, the rest is sent, and the refusal is shown until the driver dismisses it.
    await page.reload();
    const refused = page.getByRole('button', { name: '1 not done' });
    // By keyboard, because the toast about it may cover the button for a moment.
    await refused.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('was given to another driver.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Got it' }).click();
    await refused.waitFor({ state: 'detached' });
    await untilSent(page);
    await spot.expectOnceEach(driver.user.id, completed);
  },
);

it.runIf(isLong)('shows a photo that the server has although the route could not be read since', async () => {
  const driver = await spot.depot.makeDriver('store-seven', 1);
  const page = await spot.openPhone(driver);
  spot.signal.decide(({ method, path }) => (method === 'GET' && path.startsWith('/api') ? 'cut' : undefined));
  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Before photo').setInputFiles(onePixel);
  await strip(page).getByText('No signal. Your route is saved on this phone.').waitFor();
  await sheet.getByText("The photo is saved, but we couldn't load it").waitFor();
  await sheet.getByRole('button', { name: 'Replace before photo' }).waitFor();
  expect(spot.signal.reached.filter(({ line }) => line.includes('/photos/'))).toHaveLength(1);
  spot.signal.restore();
});

it.runIf(isLong)('opens its store again after another version closed it', async () => {
  const driver = await spot.depot.makeDriver('store-three', 2);
  const page = await spot.openPhone(driver);
  await page.evaluate(async () => {
    const gone = indexedDB.deleteDatabase('stoop-driver');
    await new Promise((resolve) => {
      gone.onsuccess = resolve;
      gone.onerror = resolve;
    });
  });
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  await expectDone(page, 1);
});

it.runIf(isLong)('an Incomplete whose response was lost does not undo a later decision of the dispatcher', async () => {
  const driver = await spot.depot.makeDriver('store-four', 2);
  const page = await spot.openPhone(driver);
  const [id] = driver.stops;
  spot.signal.decide(({ method, path }) =>
    method === 'POST' && path.endsWith('/incomplete') ? 'response-lost' : undefined,
  );
  const lost = spot.signal.nextLoss();
  await markNoAccess(page);
  await lost;
  spot.signal.cut();
  const moved = { newDate: dateKeyOf(new Date()), shouldEmailCustomer: false, reason: 'The gate is open now' };
  const { status } = await callAs(
    spot.server.url,
    spot.depot.desk.token,
    'POST',
    `/api/admin/pickups/${id}/reschedule`,
    moved,
  );
  expect(status).toBe(200);
  spot.signal.restore();
  await comeOnline(page);
  await untilSent(page);
  const sent = spot.signal.reached.filter(({ line }) => line.endsWith('/incomplete'));
  expect(sent.length).toBeGreaterThanOrEqual(2);
  expect(await spot.depot.query('select status from pickups where id = $1', [id])).toEqual([{ status: 'assigned' }]);
  await expect.poll(() => rows(page).count(), patiently).toBe(2);
});

it.runIf(isLong)('forgets an action accepted by a fast clock once the clock is right', async () => {
  const driver = await spot.depot.makeDriver('store-five', 1);
  const page = await spot.openPhone(driver);
  const [id] = driver.stops;
  const status = async () => (await spot.depot.query('select status from pickups where id = $1', [id]))[0]?.status;
  await page.clock.setSystemTime(Date.now() + 3 * 60_000);
  await markNoAccess(page);
  await expect.poll(status, patiently).toBe('incomplete');
  await untilSent(page);
  const moved = { newDate: dateKeyOf(new Date()), shouldEmailCustomer: false };
  await callAs(spot.server.url, spot.depot.desk.token, 'POST', `/api/admin/pickups/${id}/reschedule`, moved);
  await page.clock.setSystemTime(Date.now());
  await page.reload();
  await rows(page).nth(0).getByRole('button', { name: 'Complete', exact: true }).waitFor();
});

it('a slow clock does not backdate a completion', async () => {
  const driver = await spot.depot.makeDriver('store-six', 1);
  const page = await spot.openPhone(driver);
  const sinceMidnightMs = Date.now() - instantOf(dateKeyOf(new Date()), '00:00').getTime();
  const before = Date.now();
  await page.clock.setSystemTime(Date.now() - Math.min(20 * 60_000, sinceMidnightMs));
  await complete(page, 0);
  const sql = 'select "completedAt" from pickups where id = $1';
  const doneAt = async () => (await spot.depot.query(sql, [driver.stops[0]]))[0]?.completedAt;
  await expect.poll(doneAt, patiently).toBeTruthy();
  expect(Number(await doneAt())).toBeGreaterThan(before - 5000);
});
