import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import { complete, deadSpot, expectDone, expectRows, rows, strip } from '../support/driver/dead-spot.ts';
import { callAs, signInTo } from '../support/driver/driver-day.ts';

/** What a phone keeps when its store is slow, full or taken away, and when its clock is wrong. */

const spot = deadSpot();

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The first opening of each page that follows is heard of only after 4.5 s. */
async function slowDownStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    let isFirst = true;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args as never);
      if (!isFirst) return request;
      isFirst = false;
      const add = request.addEventListener.bind(request);
      const later = (type: string, listener: EventListener) =>
        add(type, type === 'success' ? (event) => setTimeout(() => listener(event), 4500) : listener);
      request.addEventListener = later as never;
      return request;
    };
  });
}

async function markNoAccess(page: Page): Promise<void> {
  await rows(page).nth(0).getByRole('button', { name: 'Incomplete' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('No access').check();
  await sheet.getByRole('button', { name: 'Save' }).click();
}

it('a store that opens late still gives the route that is in it, and keeps what is pressed then', async () => {
  const driver = await spot.depot.makeDriver('store-one', 3);
  const page = await spot.openPhone(driver);
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await slowDownStore(page);
  await page.reload();
  await expectRows(page, 3);
  await expectDone(page, 1);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  await complete(page, 1);
  await strip(page).getByText('No signal. 2 waiting to be sent').waitFor();
  spot.signal.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await strip(page)
    .getByText(/^(All sent|Up to date)$/)
    .waitFor();
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 2));
});

it('a photo that did not fit says nothing of what does: the next stop is kept, and the strip knows it', async () => {
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
  await sheet.getByLabel('Before photo').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: onePixel });
  await strip(page).getByText('Nothing can be kept on this phone').waitFor();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
  await complete(page, 1);
  await expect.poll(async () => (await spot.depot.timesCompleted(driver.user.id)).size).toBe(1);
  // And the phone has heard of it.
  await strip(page)
    .getByText(/^(All sent|Up to date)$/)
    .waitFor();
  spot.signal.cut();
  await complete(page, 2);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
});

it.each([
  ['is full', 'full', ['put', 'add']],
  ['takes no write at all', 'stuck', ['put', 'add', 'delete']],
] as const)(
  'a store that %s holds nothing up: all go out once, and what was refused is told',
  async (_what, name, broken) => {
    const driver = await spot.depot.makeDriver(`store-${name}`, 4);
    const colleague = await spot.depot.makeDriver(`store-${name}-too`, 0);
    const page = await spot.openPhone(driver);
    const calls = () => spot.signal.reached.filter(({ line }) => line.endsWith('/complete-bulk')).length;
    const told = page.getByRole('button', { name: '1 not done' });
    const untilSent = () =>
      strip(page)
        .getByText(/^(All sent|Up to date)$/)
        .waitFor();
    spot.signal.cut();
    for (const index of [0, 1, 2]) {
      await complete(page, index);
      // What is pressed within a second goes out as one.
      await page.waitForTimeout(1200);
    }
    await strip(page).getByText('No signal. 3 waiting to be sent').waitFor();
    await spot.depot.assign(driver.stops[1] ?? '', colleague.user.id);
    await page.evaluate((methods) => {
      for (const method of methods) {
        IDBObjectStore.prototype[method] = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      }
    }, broken);
    spot.signal.restore();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await told.waitFor();
    await untilSent();
    await spot.expectOnceEach(driver.user.id, [driver.stops[0] ?? '', driver.stops[2] ?? '']);
    await expectRows(page, 3);
    await expectDone(page, 2);
    expect(calls()).toBe(3);

    // With room again what could only be told by that page is told anew, and kept.
    await page.reload();
    await told.waitFor();
    await untilSent();
    await page.reload();
    await told.click();
    await page
      .getByRole('dialog')
      .getByText('was taken off your route. It was not completed.', { exact: false })
      .waitFor();
    await spot.expectOnceEach(driver.user.id, [driver.stops[0] ?? '', driver.stops[2] ?? '']);
    // Taking away needs no room: only the refused one went out again.
    if (name === 'full') expect(calls()).toBe(4);
  },
);

it('a refusal that was read on a full phone is not sent again, even if the stop comes back', async () => {
  const driver = await spot.depot.makeDriver('store-eight', 2);
  const colleague = await spot.depot.makeDriver('store-eight-too', 0);
  const [stop = ''] = driver.stops;
  const page = await spot.openPhone(driver);
  const told = page.getByRole('button', { name: '1 not done' });
  spot.signal.cut();
  await complete(page, 0);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  await spot.depot.assign(stop, colleague.user.id);
  await page.evaluate(() => {
    for (const method of ['put', 'add'] as const) {
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    }
  });
  spot.signal.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await told.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
  await told.waitFor({ state: 'detached' });
  await spot.depot.assign(stop, driver.user.id);
  await page.reload();
  await strip(page).getByText('Up to date').waitFor();
  await expectRows(page, 2);
  await spot.expectOnceEach(driver.user.id, []);
});

it('a photo that has arrived is there, though the route could not be read since', async () => {
  const driver = await spot.depot.makeDriver('store-seven', 1);
  const page = await spot.openPhone(driver);
  spot.signal.decide(({ method, path }) => (method === 'GET' && path.startsWith('/api') ? 'cut' : undefined));
  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Before photo').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: onePixel });
  await strip(page).getByText('No signal. Your route is on this phone.').waitFor();
  await sheet.getByText('The photo is saved, but could not be loaded').waitFor();
  await sheet.getByRole('button', { name: 'Replace before photo' }).waitFor();
  expect(spot.signal.reached.filter(({ line }) => line.includes('/photos/'))).toHaveLength(1);
  spot.signal.restore();
});

it('a store that was closed by another version is opened again', async () => {
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

it('an Incomplete whose answer was lost does not undo what the dispatcher has decided since', async () => {
  const driver = await spot.depot.makeDriver('store-four', 2);
  const desk = await signInTo(spot.server.url, 'dispatch-desk');
  const page = await spot.openPhone(driver);
  const [id] = driver.stops;
  spot.signal.decide(({ method, path }) =>
    method === 'POST' && path.endsWith('/incomplete') ? 'answer-lost' : undefined,
  );
  const lost = spot.signal.nextLoss();
  await markNoAccess(page);
  await lost;
  spot.signal.cut();
  const moved = { newDate: dateKeyOf(new Date()), shouldEmailCustomer: false, reason: 'The gate is open now' };
  const { status } = await callAs(spot.server.url, desk.token, 'POST', `/api/admin/pickups/${id}/reschedule`, moved);
  expect(status).toBe(200);
  spot.signal.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await strip(page)
    .getByText(/^(All sent|Up to date)$/)
    .waitFor();
  const sent = spot.signal.reached.filter(({ line }) => line.endsWith('/incomplete'));
  expect(sent.length).toBeGreaterThanOrEqual(2);
  expect(await spot.depot.query('select status from pickups where id = $1', [id])).toEqual([{ status: 'assigned' }]);
  await expect.poll(() => rows(page).getByRole('button', { name: 'Complete', exact: true }).count()).toBe(2);
});

it('what was settled by a fast clock is forgotten once the clock is right', async () => {
  const driver = await spot.depot.makeDriver('store-five', 1);
  const desk = await signInTo(spot.server.url, 'dispatch-desk');
  const page = await spot.openPhone(driver);
  const [id] = driver.stops;
  const status = async () => (await spot.depot.query('select status from pickups where id = $1', [id]))[0]?.status;
  await page.clock.setSystemTime(Date.now() + 3 * 60_000);
  await markNoAccess(page);
  await expect.poll(status).toBe('incomplete');
  await strip(page)
    .getByText(/^(All sent|Up to date)$/)
    .waitFor();
  const moved = { newDate: dateKeyOf(new Date()), shouldEmailCustomer: false };
  await callAs(spot.server.url, desk.token, 'POST', `/api/admin/pickups/${id}/reschedule`, moved);
  await page.clock.setSystemTime(Date.now());
  await page.reload();
  await rows(page).nth(0).getByRole('button', { name: 'Complete', exact: true }).waitFor();
});

it('a slow clock does not date the stop back', async () => {
  const driver = await spot.depot.makeDriver('store-six', 1);
  const page = await spot.openPhone(driver);
  const sinceMidnightMs = Date.now() - instantOf(dateKeyOf(new Date()), '00:00').getTime();
  const before = Date.now();
  await page.clock.setSystemTime(Date.now() - Math.min(20 * 60_000, sinceMidnightMs));
  await complete(page, 0);
  const sql = 'select "completedAt" from pickups where id = $1';
  const doneAt = async () => (await spot.depot.query(sql, [driver.stops[0]]))[0]?.completedAt;
  await expect.poll(doneAt, { timeout: 20_000 }).toBeTruthy();
  expect(Number(await doneAt())).toBeGreaterThan(before - 5000);
});
