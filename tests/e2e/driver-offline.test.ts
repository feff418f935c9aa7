import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { checkPage } from '../support/browser/browser.ts';
import { launchPhone } from '../support/browser/launch-browser.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  device,
  expectDone,
  expectRows,
  patiently,
  rowOf,
  rows,
  showFinished,
  stepTimeoutMs,
  strip,
  untilSent,
} from '../support/driver/dead-spot.ts';
import { isLong } from '../support/effort.ts';
import { spawnServer } from '../support/processes/server-process.ts';

/** A driver in a dead spot: every action has one effect, whatever is cut, killed or closed in between. */

const spot = deadSpot();

/** Returns true for actions at a stop. The route can still be read. */
const isAction = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && path.startsWith('/api/driver');

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

it('completes each of 12 stops once through a lost signal, a reload, a closed tab and a closed browser', async () => {
  const driver = await spot.depot.makeDriver('truck-one', 14);
  const folder = await mkdtemp(join(tmpdir(), 'stoop-phone-'));
  const start = () => launchPhone(folder, { ...device, baseURL: spot.signal.url });
  let page = await spot.openPhone(driver, await start());
  for (const index of [0, 1, 2]) await complete(page, index);
  await expectDone(page, 3);
  await page.getByText('Pickups Completed', { exact: true }).first().waitFor();
  await untilSent(page);

  spot.signal.cut();
  for (const index of [3, 4, 5]) await complete(page, index);
  // Compares the text, so that a failure shows how many presses were counted.
  await expect.poll(() => strip(page).textContent(), patiently).toContain('No signal. 3 waiting to be sent');
  await showFinished(page);
  await expect.poll(() => rows(page).filter({ hasText: 'Waiting to send' }).count(), patiently).toBe(3);
  await checkPage(page);

  await page.reload();
  await strip(page).getByText('No signal. 3 waiting to be sent').waitFor();
  await expectDone(page, 6);
  await complete(page, 6);

  const next = await page.context().newPage();
  next.setDefaultTimeout(stepTimeoutMs);
  await page.close();
  page = next;
  await page.goto('/driver/map');
  await strip(page).getByText('No signal. 4 waiting to be sent').waitFor();
  await page.goto('/driver');
  await expectDone(page, 7);
  const eighth = rowOf(page, 7);
  expect(await eighth.getByRole('button', { name: 'Complete', exact: true }).evaluate(isInSight)).toBe(true);
  for (let index = 7; index < 12; index++) await rowOf(page, index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Complete (5)' }).click();
  await strip(page).getByText('9 waiting to be sent').waitFor();

  await spot.contexts.pop()?.close();
  const context = await start();
  spot.contexts.push(context);
  page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(stepTimeoutMs);
  await page.goto('/driver');
  await strip(page).getByText('No signal. 9 waiting to be sent').waitFor();
  await expectDone(page, 12);
  await page.goto('/driver/history');
  await strip(page).getByText('No signal.').waitFor();
  await page.goto('/');
  await page.waitForURL('**/driver');
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 3));

  spot.signal.restore();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await strip(page).getByText('All sent').waitFor();
  await page.getByText('Successfully completed 9 pickup(s)').first().waitFor();
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 12));
  const sent = spot.signal.reached
    .filter(({ line }) => line === 'POST /api/driver/complete-bulk')
    .map(({ body }) => JSON.parse(body));
  expect(sent.flatMap(({ pickupIds }) => pickupIds)).toEqual(driver.stops.slice(0, 12));
  expect(sent.at(-1).pickupIds).toHaveLength(5);
  await spot.contexts.pop()?.close();
  // The browser's last processes may still be writing there.
  await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
});

it('completes a stop once when the response is lost, or when the server dies between commit and response', async () => {
  const driver = await spot.depot.makeDriver('truck-two', 3);
  const page = await spot.openPhone(driver);
  spot.signal.decide((call) => (isAction(call) ? 'response-lost' : undefined));
  const lost = spot.signal.nextLoss();
  await complete(page, 0);
  await lost;
  await strip(page).getByText('1 waiting to be sent').waitFor();
  expect(await spot.depot.timesCompleted(driver.user.id)).toEqual(new Map([[driver.stops[0], 1]]));
  await page.reload();
  await strip(page).getByText('1 waiting to be sent').waitFor();
  await expectDone(page, 1);
  spot.signal.restore();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Successfully completed 1 pickup(s)', { exact: true }).first().waitFor();
  await strip(page).getByText('All sent').waitFor();

  const dying = await spawnServer({ DATABASE_URL: spot.server.databaseUrl, DATA_DIR: spot.server.dataDir });
  spot.signal.leadTo(dying.url);
  spot.signal.decide((call) => (isAction(call) ? 'response-lost' : undefined));
  const died = spot.signal.nextLoss().then(() => {
    dying.process.kill('SIGKILL');
    spot.signal.cut();
  });
  await complete(page, 1);
  await died;
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  spot.signal.leadTo(spot.server.url);
  spot.signal.restore();
  await comeOnline(page);
  await strip(page).getByText('All sent').waitFor();
  await expectDone(page, 2);
  expect(await page.getByText('Error', { exact: true }).count()).toBe(0);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 2));
  // The browser itself resends a request whose connection was closed, so there may be more than two of each.
  const sent = spot.signal.reached.filter(({ line }) => line === 'POST /api/driver/complete-bulk');
  const ids = sent.map(({ body }) => JSON.parse(body).pickupIds);
  for (const index of [0, 1]) {
    expect(ids.filter((sentIds) => sentIds.includes(driver.stops[index])).length).toBeGreaterThanOrEqual(2);
  }
});

it('two tabs of one phone send every action once, in the order in which they were pressed', async () => {
  const driver = await spot.depot.makeDriver('truck-three', 6);
  const one = await spot.openPhone(driver);
  const other = await one.context().newPage();
  other.setDefaultTimeout(stepTimeoutMs);
  await other.goto('/driver');
  await strip(other).getByText('Up to date').waitFor();
  spot.signal.cut();
  await complete(one, 2);
  await expectDone(other, 1);
  await complete(other, 0);
  await expectDone(one, 2);
  await complete(one, 1);
  await expectDone(other, 3);
  spot.signal.restore();
  await Promise.all([one, other].map(comeOnline));
  for (const page of [one, other]) {
    await strip(page)
      .getByText(/All sent|Up to date/)
      .waitFor();
    await expectDone(page, 3);
  }
  const sent = spot.signal.reached.filter(({ line }) => line === 'POST /api/driver/complete-bulk');
  expect(sent.flatMap(({ body }) => JSON.parse(body).pickupIds)).toEqual([2, 0, 1].map((index) => driver.stops[index]));
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 3));
});

it.runIf(isLong)('a signal that swallows everything delays neither the route nor an action', async () => {
  const driver = await spot.depot.makeDriver('truck-thirteen', 2);
  const page = await spot.openPhone(driver);
  await page.goto('/driver/history');
  await page.getByText('No pickup history yet').waitFor();
  spot.signal.decide(() => 'swallowed');
  await page.goto('/driver');
  await complete(page, 0);
  await expectDone(page, 1);
  await showFinished(page);
  await rows(page).nth(0).getByText('Waiting to send').waitFor();
  await page.goto('/driver/history');
  await page.getByText('No pickup history yet').waitFor();
  // Hanging connections break when the phone changes to a network that works.
  spot.signal.cut();
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  spot.signal.restore();
  await comeOnline(page);
  await strip(page).getByText('All sent').waitFor();
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
});

it('at midnight in New York, without signal, tomorrow becomes today and open stops become overdue', async () => {
  const driver = await spot.depot.makeDriver('truck-ten', 2);
  await spot.depot.addStops(driver.user.id, 3, 1);
  const page = await spot.openPhone(driver);
  await expectRows(page, 2);
  await page.getByRole('heading', { name: /^Tomorrow/ }).waitFor();
  spot.signal.cut();
  await complete(page, 0);
  await expectDone(page, 1);
  // The next day at noon instead of 24 hours later, because a day with a clock change has a different length.
  await page.clock.setSystemTime(instantOf(addDays(dateKeyOf(new Date()), 1), '12:00'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectRows(page, 3);
  expect(await page.getByRole('heading', { name: /^Tomorrow/ }).count()).toBe(0);
  await page.getByRole('region', { name: 'Overdue Pickups' }).getByText('104 S 10th St', { exact: false }).waitFor();
  expect(await page.getByRole('region', { name: 'Overdue Pickups' }).getByRole('listitem').count()).toBe(1);
});

it.runIf(isLong)('a map that is open at midnight starts the new day at its first stop', async () => {
  const driver = await spot.depot.makeDriver('truck-fourteen', 4);
  await spot.depot.addStops(driver.user.id, 6, 1);
  const page = await spot.openPhone(driver);
  await page.goto('/driver/map');
  for (const number of [1, 2]) {
    await page.getByText(`Stop ${number} of 4`).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await page.getByText('Stop 3 of 4').waitFor();
  spot.signal.cut();
  await page.clock.setSystemTime(instantOf(addDays(dateKeyOf(new Date()), 1), '12:00'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('Stop 1 of 6').waitFor();
});

it('a browser that blocks storage completes nothing and says so', async () => {
  const driver = await spot.depot.makeDriver('truck-eleven', 2);
  const context = await spot.browser.newContext({ ...device, baseURL: spot.signal.url });
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'SecurityError');
    };
  });
  const page = await spot.openPhone(driver, context);
  await strip(page).getByText("This phone's storage is full or blocked.").waitFor();
  await complete(page, 0);
  await page.getByText("Not saved: this phone's storage is full or blocked.").first().waitFor();
  await expectDone(page, 0);
  await spot.expectOnceEach(driver.user.id, []);
});
