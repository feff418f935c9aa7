import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectToast } from '../support/browser/browser.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  expectDone,
  patiently,
  rows,
  stepTimeoutMs,
  strip,
  untilSent,
} from '../support/driver/dead-spot.ts';
import { isLong } from '../support/effort.ts';

/** A weak signal: a server that is busy, and an uplink that is slow. */

const spot = deadSpot();

it('waits as long as a busy server asks, and then sends the stops in their order', async () => {
  const driver = await spot.depot.makeDriver('weak-one', 3);
  const page = await spot.openPhone(driver);
  const busy = { status: 503, contentType: 'application/json', body: '{"message":"We are busy at the moment."}' };
  let calls = 0;
  spot.signal.decide(({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/complete-bulk')) return undefined;
    calls += 1;
    return calls === 1 ? { ...busy, retryAfter: 60 } : undefined;
  });
  // When each call left, by the page's clock.
  const sentAtMs: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/complete-bulk')) sentAtMs.push(Date.parse(request.postDataJSON().sentAt));
  });
  await page.clock.install();
  await complete(page, 1);
  await strip(page).getByText('1 waiting to be sent', { exact: true }).waitFor();
  await complete(page, 0);
  await expectDone(page, 2);
  const hasSentAll = async () => {
    await page.clock.runFor(1000);
    return await strip(page).getByText('All sent').isVisible();
  };
  await expect.poll(hasSentAll, patiently).toBe(true);
  const sent = spot.signal.reached.filter(({ line }) => line.endsWith('/complete-bulk'));
  expect(sent.flatMap(({ body }) => JSON.parse(body).pickupIds)).toEqual([driver.stops[1], driver.stops[0]]);
  expect((sentAtMs[1] ?? 0) - (sentAtMs[0] ?? 0)).toBeGreaterThanOrEqual(59_000);
});

it("says that a bulk Complete failed on the server, and sends the second press under the first one's key", async () => {
  const driver = await spot.depot.makeDriver('weak-three', 3);
  const page = await spot.openPhone(driver);
  let isBroken = true;
  spot.signal.decide(({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/complete-bulk') || !isBroken) return undefined;
    return { status: 500, contentType: 'application/json', body: '{"message":"Something went wrong."}' };
  });
  const sent: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/complete-bulk')) sent.push(request.postDataJSON().keys);
  });
  const completeTwo = async () => {
    for (const stop of [1, 2]) await page.getByLabel(`Select stop ${stop}`).check();
    await page.getByRole('button', { name: 'Complete (2)' }).click();
  };
  await completeTwo();
  await expectToast(page, 'Error');
  await expectToast(page, 'Failed to complete pickups. Please try again.');
  await expect.poll(() => rows(page).getByText('Waiting to send').count(), patiently).toBe(2);
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);

  isBroken = false;
  await completeTwo();
  await expectDone(page, 2);
  await expectToast(page, 'Pickups Completed');
  await untilSent(page);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent).toHaveLength(2);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 2));
});

/** Returns the bytes of a picture with so much detail that its JPEG is large. */
function busyPicture(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    for (let spot = 0; spot < 12_000; spot++) {
      pen.fillStyle = `hsl(${(spot * 137) % 360} 40% ${(spot * 61) % 100}%)`;
      pen.fillRect((spot * 911) % 1600, (spot * 577) % 1200, 16, 12);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
}

function savedBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await done(indexedDB.open('stoop-driver'));
    const all = await done(database.transaction('actions').objectStore('actions').getAll());
    database.close();
    return all[0]?.work.image?.size ?? 0;
  });
}

it.runIf(isLong)('sends a photo over a slow uplink without reporting that there is no signal', async () => {
  const driver = await spot.depot.makeDriver('weak-two', 2);
  const page = await spot.openPhone(driver);
  const isPhoto = (path: string) => path.includes('/photos/');
  spot.signal.decide(({ path }) => (isPhoto(path) ? 'cut' : undefined));
  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  const sheet = page.getByRole('dialog');
  const buffer = Buffer.from(await busyPicture(page));
  await sheet.getByLabel('Before photo').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer });
  await expect.poll(() => savedBytes(page), patiently).toBeGreaterThan(100_000);
  await sheet.getByRole('button', { name: 'Done' }).click();
  // The photo failed but the route can still be read, so there is a signal.
  await strip(page).getByText('1 waiting to be sent', { exact: true }).waitFor();

  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // So slow that the upload takes 17 s, longer than any other call may.
  const uploadThroughput = (await savedBytes(page)) / 17;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 100, downloadThroughput: 60_000, uploadThroughput },
  });
  spot.signal.restore();
  const said = new Set<string>();
  const isThere = async () => {
    said.add((await strip(page).textContent()) ?? '');
    const sql = 'select "beforePhotoUrl" is not null as there from pickups where id = $1';
    return (await spot.depot.query(sql, [driver.stops[0]]))[0]?.there;
  };
  const isUnderWay = page.waitForRequest((request) => isPhoto(request.url()));
  await comeOnline(page);
  await isUnderWay;
  await complete(page, 1);
  await expect.poll(isThere, { timeout: stepTimeoutMs, interval: 500 }).toBe(true);
  expect([...said].filter((text) => text.includes('No signal'))).toEqual([]);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(1));
  // The photo was sent once, not cut off and sent again.
  expect(spot.signal.reached.filter(({ line }) => isPhoto(line))).toHaveLength(1);
});
