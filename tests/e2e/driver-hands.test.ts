import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser/browser.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  expectDone,
  expectRows,
  patiently,
  rowOf,
  rows,
  signInAs,
  signOut,
  strip,
  untilSent,
} from '../support/driver/dead-spot.ts';
import { callAs } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';

/** A driver uses the phone with one thumb: double taps, sheets that close too early, and what the screen remembers. */

const spot = deadSpot();

/** Longer than the press guard, during which a second press does not count. */
const afterGuardMs = 900;

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Taps and waits until the page has received the click that follows. */
async function tap(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const click = await page.evaluateHandle(() => ({
    done: new Promise<void>((resolve) => {
      addEventListener('click', () => resolve(), { capture: true, once: true });
    }),
  }));
  await page.touchscreen.tap(x, y);
  await click.evaluate(async ({ done }) => await done);
}

/** Taps twice with the page's clock paused: on a busy machine the second tap would come too late for a double tap. */
async function doubleTap(page: Page, place: { x: number; y: number }, gapMs: number): Promise<void> {
  // Far enough ahead that a busy machine hasn't reached it before the clock is paused.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await tap(page, place);
  await page.clock.runFor(gapMs);
  await tap(page, place);
  await page.clock.runFor(afterGuardMs);
  await page.clock.resume();
}

/** Scrolls until the middle of the element is at this height of the screen, in pixels. */
async function bringTo(target: Locator, y: number): Promise<void> {
  await target.evaluate((element, at) => {
    const { top, height } = element.getBoundingClientRect();
    scrollBy({ top: top + height / 2 - at, behavior: 'instant' });
  }, y);
}

it.runIf(isLong)('a double tap on a checkbox selects, and does not press the bar that appears under it', async () => {
  const driver = await spot.depot.makeDriver('hand-one', 8);
  const page = await spot.openPhone(driver);
  const bar = page.getByRole('button', { name: /^Complete \(/ });
  for (const [index, gapMs] of [150, 300].entries()) {
    const box = rows(page)
      .nth(3 + index)
      .getByRole('checkbox');
    await bringTo(box, 740);
    const place = await middleOf(box);
    await doubleTap(page, place, gapMs);
    // The bar really appeared under the finger.
    const covered = await bar.boundingBox();
    expect(covered && covered.y < place.y && place.y < covered.y + covered.height).toBe(true);
    expect(await page.getByText('1 selected').isVisible()).toBe(true);
    await expectDone(page, 0);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
  }
  await spot.expectOnceEach(driver.user.id, []);
});

it('a double tap on Complete (n) completes the selected stops and not the stop below', async () => {
  const driver = await spot.depot.makeDriver('hand-two', 10);
  const page = await spot.openPhone(driver);
  await rows(page).nth(0).getByRole('checkbox').check();
  const bar = page.getByRole('button', { name: 'Complete (1)', exact: true });
  const untilAwake = () => expect.poll(() => bar.getAttribute('aria-disabled'), patiently).toBeNull();
  await untilAwake();
  await rows(page).nth(4).getByRole('button', { name: 'Details' }).click();
  const below = rows(page).nth(4).getByRole('button', { name: 'Complete', exact: true });
  for (let attempt = 0; attempt < 2; attempt++) await bringTo(below, (await middleOf(bar)).y);
  const place = { x: (await middleOf(below)).x, y: (await middleOf(bar)).y };
  await doubleTap(page, place, 250);
  await bar.waitFor({ state: 'detached' });
  await expectDone(page, 1);
  await untilSent(page);
  await spot.expectOnceEach(driver.user.id, driver.stops.slice(0, 1));
  expect(await page.getByRole('dialog').count()).toBe(0);

  // With a keyboard the focus moves on from the bar, which is about to disappear.
  await rows(page).nth(1).getByRole('checkbox').check();
  await untilAwake();
  await bar.focus();
  await page.keyboard.press('Enter');
  await expectDone(page, 2);
  await bar.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patiently).toBe("Today's Route");
});

it('the next of 70 stops is fully visible on the first screen, and Undo works with and without signal', async () => {
  const driver = await spot.depot.makeDriver('hand-three', 70);
  const page = await spot.openPhone(driver);
  const bottomBar = page.getByRole('navigation', { name: 'Shortcuts' });
  const expectWhole = async (index: number) => {
    const card = rowOf(page, index);
    await card.getByText('Next stop').waitFor();
    await card.getByRole('link', { name: 'Call (215) 555-0142' }).waitFor();
    await card.getByText('Blue door').waitFor();
    const [header, box, bar] = await Promise.all(
      [page.locator('header'), card, bottomBar].map((one) => one.boundingBox()),
    );
    expect(box && header && box.y >= header.y + header.height).toBe(true);
    expect(box && bar && box.y + box.height <= bar.y).toBe(true);
  };
  const statusOf = async (index: number) =>
    (await spot.depot.query('select status from pickups where id = $1', [driver.stops[index]]))[0]?.status;
  await expectRows(page, 70);
  await expectWhole(0);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  for (const index of [0, 1]) await complete(page, index);
  await page.getByRole('button', { name: '2 done · show' }).waitFor();
  await untilSent(page);
  await expect.poll(() => statusOf(1), patiently).toBe('completed');
  await page.getByRole('button', { name: 'Undo 104 S 10th St' }).click();
  await expectDone(page, 1);
  await expect.poll(() => statusOf(1), patiently).toBe('assigned');

  // The undo replaces the press, which may or may not have arrived.
  spot.signal.cut();
  await complete(page, 1);
  await strip(page).getByText('No signal. 1 waiting to be sent').waitFor();
  await page.getByRole('button', { name: 'Undo 104 S 10th St' }).click();
  await expectDone(page, 1);
  expect(await strip(page).textContent()).toBe('No signal. 1 waiting to be sent');
  expect(await page.getByRole('switch', { name: 'Online' }).getAttribute('aria-checked')).toBe('false');
  await complete(page, 1);
  await page.reload();
  await expectDone(page, 2);
  await expectWhole(2);
  const counts = await page.locator('dd').allTextContents();
  expect(counts.slice(0, 4)).toEqual(['70', '2', '68', '0']);
  spot.signal.restore();
  await comeOnline(page);
  await untilSent(page);
  await expect.poll(() => statusOf(1), patiently).toBe('completed');
  // The tools come after the list, for the keyboard too.
  await page.getByLabel('Starting Address').focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Full Route');
  await expectAccessible(page);
});

it.runIf(isLong)(
  "keeps the driver's settings across pages and reloads, and does not show them to the next driver",
  async () => {
    const driver = await spot.depot.makeDriver('hand-four', 1);
    const nextDriver = await spot.depot.makeDriver('hand-five', 0);
    const page = await spot.openPhone(driver);
    const duty = page.getByRole('switch', { name: 'Online' });
    const start = page.getByLabel('Starting Address');
    await start.fill('9 Home St, Philadelphia');
    await duty.click();
    await page.getByText("You're now offline", { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Map' }).first().click();
    await page.getByText('Stop 1 of 1').waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await start.waitFor();
    expect(await duty.getAttribute('aria-checked')).toBe('false');
    await page.reload();
    expect(await start.inputValue()).toBe('9 Home St, Philadelphia');
    expect(await duty.getAttribute('aria-checked')).toBe('false');
    await signOut(page);
    await page.waitForURL(`${spot.signal.url}/`);
    await signInAs(page, nextDriver);
    await strip(page).getByText('Up to date').waitFor();
    expect(await start.inputValue()).toBe('');
    expect(await duty.getAttribute('aria-checked')).toBe('true');
  },
);

it.runIf(isLong)(
  'shows no day totals for a partly loaded history, and no error when more cannot be loaded offline',
  async () => {
    const driver = await spot.depot.makeDriver('hand-six', 40);
    const page = await spot.openPhone(driver);
    const body = { pickupIds: driver.stops };
    expect((await callAs(spot.server.url, driver.token, 'POST', '/api/driver/complete-bulk', body)).status).toBe(200);
    await page.goto('/driver/history');
    await page.getByText('40 pickups · 320 bags', { exact: true }).waitFor();
    spot.signal.cut();
    // The next page is requested when the end of the list comes near the screen.
    const hasTriedMore = page.waitForEvent('requestfailed', (request) => /[?&]cursor=[^&]/.test(request.url()));
    await page.goto('/driver/history');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await hasTriedMore;
    expect(await page.getByText(/^\d+ pickups · /).count()).toBe(0);
    expect(await page.getByText('Error', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Error', { exact: true }).first().waitFor();
  },
);

it.runIf(isLong)(
  'the totals above a long history follow completions made elsewhere, for pickups and bags',
  async () => {
    const driver = await spot.depot.makeDriver('hand-eleven', 131);
    const finish = async (pickupIds: string[]) =>
      (await callAs(spot.server.url, driver.token, 'POST', '/api/driver/complete-bulk', { pickupIds })).status;
    expect(await finish(driver.stops.slice(0, 130))).toBe(200);
    const page = await spot.openPhone(driver);
    await page.clock.install();
    await page.goto('/driver/history');
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText('1,040', { exact: true }).waitFor();
    // Only part of the history is loaded, so the bags are the server's count.
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(1);
    expect(await finish(driver.stops.slice(130))).toBe(200);
    const totalsLater = async () => {
      await page.clock.fastForward(30_000);
      return await totals.textContent();
    };
    await expect.poll(totalsLater, patiently).toMatch(/131.*1,048/);
  },
);

it.runIf(isLong)(
  'keeps a typed note when the sheet is closed by a press beside it, and deletes an emptied note',
  async () => {
    const driver = await spot.depot.makeDriver('hand-seven', 3);
    const page = await spot.openPhone(driver);
    const sheet = page.getByRole('dialog');
    const noteOf = async () =>
      (await spot.depot.query('select status, "driverNotes" from pickups where id = $1', [driver.stops[0]]))[0];
    await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
    await sheet.getByLabel('Note').fill('Bags behind the shed');
    await doubleTap(page, { x: 200, y: 60 }, 250);
    await sheet.waitFor({ state: 'detached' });
    await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
    expect(await sheet.getByLabel('Note').inputValue()).toBe('Bags behind the shed');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect.poll(noteOf, patiently).toEqual({ status: 'assigned', driverNotes: 'Bags behind the shed' });

    await rows(page).nth(0).getByRole('button', { name: 'Incomplete' }).click();
    expect(await sheet.getByLabel('Note').inputValue()).toBe('Bags behind the shed');
    await sheet.getByLabel('No access').check();
    await sheet.getByLabel('Note').fill('');
    // The bar with the driver's pages is below Save.
    const save = await middleOf(sheet.getByRole('button', { name: 'Save' }));
    await doubleTap(page, { x: 110, y: save.y }, 250);
    expect(new URL(page.url()).pathname).toBe('/driver');
    await expect.poll(noteOf, patiently).toEqual({ status: 'incomplete', driverNotes: null });
    await page.getByRole('link', { name: 'Map' }).first().click();
    await page.waitForURL('**/driver/map');
  },
);

it('an open sheet keeps what was typed when its stop is completed elsewhere or unassigned', async () => {
  const driver = await spot.depot.makeDriver('hand-eight', 3);
  const colleague = await spot.depot.makeDriver('hand-nine', 0);
  const page = await spot.openPhone(driver);
  const sheet = page.getByRole('dialog');
  const readAgain = () => page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Refresh"]')?.click());
  await rows(page).nth(0).getByRole('button', { name: 'Incomplete' }).click();
  await sheet.getByLabel('Note').fill('Left with the neighbor');
  const body = { pickupIds: driver.stops.slice(0, 1) };
  await callAs(spot.server.url, driver.token, 'POST', '/api/driver/complete-bulk', body);
  await readAgain();
  await sheet.getByText('This stop has since been completed. You can still save the note.').waitFor();
  expect(await sheet.getByLabel('Note').inputValue()).toBe('Left with the neighbor');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Save Note' }).click();
  await sheet.waitFor({ state: 'detached' });
  const read = async () => (await spot.depot.query('select * from pickups where id = $1', [driver.stops[0]]))[0];
  await expect.poll(read, patiently).toMatchObject({ status: 'completed', driverNotes: 'Left with the neighbor' });

  await rows(page).nth(0).getByRole('button', { name: 'Note & Photos' }).click();
  await sheet.getByLabel('Note').fill('Wrong gate code');
  await spot.depot.assign(driver.stops[1] ?? '', colleague.user.id);
  await readAgain();
  await sheet.getByText('This stop is no longer on your route.', { exact: false }).waitFor();
  expect(await sheet.getByLabel('Note').inputValue()).toBe('Wrong gate code');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expectRows(page, 2);
});

it.runIf(isLong)('an unknown address says so without network too, and a finished map says that', async () => {
  const driver = await spot.depot.makeDriver('hand-ten', 1);
  const page = await spot.openPhone(driver);
  await complete(page, 0);
  await expectDone(page, 1);
  await page.goto('/driver/map');
  await page.getByText('none, all stops are done').waitFor();
  spot.signal.cut();
  await page.goto('/driver/nonsense');
  await page.getByText('Page Not Found').first().waitFor();
});
