import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { complete, deadSpot, expectDone, rows, strip } from '../support/driver/dead-spot.ts';

/** There is a signal, and it is not much: a server that is busy, and an uplink that is slow. */

const spot = deadSpot();

it('a server that is busy for a moment is left alone as long as it says, and then gets the stops in their order', async () => {
  const driver = await spot.depot.makeDriver('weak-one', 3);
  const page = await spot.openPhone(driver);
  const busy = { status: 503, contentType: 'application/json', body: '{"message":"We are busy at the moment."}' };
  const tries: number[] = [];
  spot.signal.decide(({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/complete-bulk')) return undefined;
    tries.push(Date.now());
    return tries.length === 1 ? { ...busy, retryAfter: 6 } : undefined;
  });
  await complete(page, 1);
  await expect.poll(() => tries.length).toBe(1);
  await complete(page, 0);
  await expectDone(page, 2);
  await strip(page).getByText('All sent').waitFor();
  const sent = spot.signal.reached.filter(({ line }) => line.endsWith('/complete-bulk'));
  expect(sent.flatMap(({ body }) => JSON.parse(body).pickupIds)).toEqual([driver.stops[1], driver.stops[0]]);
  expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(5900);
});

/** A picture as a street at noon: much to see, and so many bytes. */
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

function keptBytes(page: Page): Promise<number> {
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

it('a photo gets through on a slow uplink, and nobody calls that no signal', async () => {
  const driver = await spot.depot.makeDriver('weak-two', 2);
  const page = await spot.openPhone(driver);
  const isPhoto = (path: string) => path.includes('/photos/');
  spot.signal.decide(({ path }) => (isPhoto(path) ? 'cut' : undefined));
  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  const sheet = page.getByRole('dialog');
  const buffer = Buffer.from(await busyPicture(page));
  await sheet.getByLabel('Before photo').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer });
  await expect.poll(() => keptBytes(page)).toBeGreaterThan(100_000);
  await sheet.getByRole('button', { name: 'Done' }).click();
  // It was cut off, and the route can still be read: that is no dead spot.
  await strip(page).getByText('1 waiting to be sent', { exact: true }).waitFor();

  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // So slow that it takes 36 s: longer than anything else may.
  const uploadThroughput = (await keptBytes(page)) / 36;
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
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForTimeout(5000);
  await complete(page, 1);
  await expect.poll(isThere, { timeout: 75_000, interval: 500 }).toBe(true);
  expect([...said].filter((text) => text.includes('No signal'))).toEqual([]);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(1));
  // It went once: nothing was cut and sent again.
  expect(spot.signal.reached.filter(({ line }) => isPhoto(line))).toHaveLength(1);
});
