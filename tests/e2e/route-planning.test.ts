import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf, wallTimeOf } from '../../contract/values/time/dates.ts';
import { type Json, makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { button, checkPage, desktop, expectToast, holdReads, phone, pollNow } from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { addSite, addVisit } from '../support/routing/truck-days.ts';

/** A dispatcher plans a day's routes, sees the savings and moves stops. Planning again leaves moved stops in their place. */

/** House numbers along a street that runs north, booked in a zigzag order. */
const booked = [100, 900, 200, 800, 300, 700, 400, 600, 500];

let admin: SignedInUser;
let driver: SignedInUser;
let customer: SignedInUser;
const stories = setUpStories({ expectedErrors: /status of (409|422|503)/ });
beforeAll(async () => {
  admin = await makeStaff(stories.server, 'admin', 'dispatch-desk');
  driver = await makeStaff(stories.server, 'driver', 'truck-one');
  await makeRoomForADay();
  customer = await registerCustomer(stories.server.url, 'dana_w');
  await book(booked, today());
  await setCoordinates();
});

const today = () => dateKeyOf(new Date());

/**
 * Makes the shift long enough for all stops at any time of the day. Late in the evening, when the usual shift is over,
 * its whole length counts, so nothing changes.
 */
async function makeRoomForADay(): Promise<void> {
  if (wallTimeOf(new Date()) > '22:00') return;
  await admin.send('PUT', `/api/admin/drivers/${driver.user.id}/days/${today()}`, { start: '00:00', end: '23:59' });
}

async function book(houses: readonly number[], day: string): Promise<void> {
  for (const house of houses) {
    await customer.send('POST', '/api/pickups', {
      address: `${house} S 9th St, Philadelphia, PA 19147`,
      bagCount: 4,
      amount: '30.00',
      scheduledDate: instantOf(day, '23:30').toISOString(),
    });
  }
}

/** Sets the pickups' coordinates, as the stories' server does not geocode. The higher the house number, the further north. */
async function setCoordinates(): Promise<void> {
  await withClient((client) =>
    client.query(
      `UPDATE pickups SET "coordinatesPrecision" = 'address',
        "coordinates" = (39.92 + split_part("address", ' ', 1)::int / 20000.0)::numeric(9, 5) || ',-75.15800'`,
    ),
  );
}

async function withClient(use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await use(client).finally(() => client.end());
}

async function open(device: typeof phone, search = ''): Promise<Page> {
  const { page } = await stories.visitAs(admin, device);
  await page.goto(`/admin/routes${search}`);
  return page;
}

const editor = (page: Page) => page.getByRole('list', { name: 'Order of the stops' });
const pinned = { pressed: true, name: /^Pin / } as const;

const routeOfToday = async () =>
  (await admin.send('GET', '/api/admin/routes')).find(({ date }: Json) => date === today());
/** Returns the house numbers in the server's order. Pinned ones have a star. */
async function savedOrder(): Promise<string[]> {
  const { pickups } = await routeOfToday();
  return pickups.map(({ address, isPinned }: Json) => `${Number.parseInt(address, 10)}${isPinned ? '*' : ''}`);
}
async function shownOrder(page: Page): Promise<string[]> {
  const names = await editor(page)
    .getByRole('button', { name: / up$/ })
    .evaluateAll((buttons) => buttons.map((up) => up.getAttribute('aria-label') ?? ''));
  return names.map((name) => /^Move (\d+) S 9th St up$/.exec(name)?.[1] ?? name);
}
const houses = (order: readonly string[]) => order.map((house) => house.replace('*', ''));

async function optimize(page: Page): Promise<string> {
  const panel = page.getByRole('region', { name: 'Optimization' });
  // Until the response arrives, the panel may still show the previous result.
  const response = page.waitForResponse((one) => one.url().includes('/api/admin/optimize-'));
  await button(page, 'Optimize Package Route').click();
  await response;
  await panel.getByRole('heading', { name: /^Package Route/ }).waitFor();
  return (await panel.textContent()) ?? '';
}

/**
 * Puts stops in focus by a row on the board, on the map, and by keyboard on the map. Board and map must both show the
 * focus.
 */
async function focusOnMapAndBoard(page: Page): Promise<void> {
  const map = page.getByRole('region', { name: 'Map of the day: 9 stops' });
  const onMap = (number: number) => map.getByRole('button', { name: new RegExp(`^Stop ${number}, `) });
  const row = (number: number) =>
    page.getByRole('article', { name: 'truck-one' }).getByRole('checkbox', { name: new RegExp(`^Stop ${number}, `) });
  const isFocused = async (one: Locator) =>
    expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true);
  await row(3).focus();
  await expect.poll(() => onMap(3).getAttribute('aria-pressed')).toBe('true');
  await onMap(7).click();
  await isFocused(row(7));
  await onMap(7).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await isFocused(row(8));
  await map.getByText('Abaca Labs / OpenDataPhilly').waitFor();
  await expectMapPlace(page, map);
}

/** Expects the map above the board, or beside it on a wide screen. */
async function expectMapPlace(page: Page, map: Locator): Promise<void> {
  const size = page.viewportSize() ?? desktop.viewport;
  const place = async () => {
    const [of, to] = [await map.boundingBox(), await page.locator('[data-board]').boundingBox()];
    if (!of || !to) return 'hidden';
    if (of.x + of.width <= to.x && of.y < to.y + to.height) return 'beside';
    return of.y + of.height <= to.y ? 'above' : 'overlapping';
  };
  expect(await place()).toBe('above');
  await page.setViewportSize({ width: 1536, height: 900 });
  await expect.poll(place).toBe('beside');
  await checkPage(page);
  await page.setViewportSize(size);
}

it('asks for the planned routes when the screen opens, and never by the clock (API-40)', async () => {
  const { page } = await stories.visitAs(admin, desktop);
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/routes') asked += 1;
  });
  await page.clock.install();
  for (const [path, expected] of [
    ['/admin', 0],
    ['/admin/routes', 1],
  ] as const) {
    asked = 0;
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Each of these minutes runs every interval of the page once, and waits for what it asked.
    for (let minute = 0; minute < 10; minute += 1) await pollNow(page);
    expect(asked, path).toBe(expected);
  }
});

describe("planning a day's routes", () => {
  it('shows the savings and draws the route', async () => {
    const page = await open(desktop);
    expect(await optimize(page)).toMatch(/Stops9.*Saved [\d.]+ miles? and \d+ minutes? compared to the previous order/);
    await expectToast(page, 'Package Route Optimized');
    const order = await savedOrder();
    expect([order, order.toReversed()]).toContainEqual(booked.map(String).toSorted());
    const card = page.getByRole('region', { name: /^truck-one/ });
    await focusOnMapAndBoard(page);
    await card.getByText('Pending', { exact: true }).waitFor();
    await card.getByText(/^Planned [\d.]+ miles?, /).waitFor();
    const link = card.getByRole('link', { name: /^Open in Maps/ });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.google\.com\/maps\/dir\//);
    expect(await link.getAttribute('rel')).toContain('noopener');
    await checkPage(page);

    await optimize(page);
    expect(await savedOrder()).toEqual(order);
  });

  it.runIf(isLong)('shows why it failed, and changes nothing', async () => {
    const page = await open(phone);
    // Until the board has loaded, the buttons plan the date that the server chooses.
    await page.getByRole('heading', { name: /^\w+day, \w+ \d+$/ }).waitFor();
    await button(page, 'Optimize Subscription Route').click();
    await expectToast(page, 'Optimization Failed');
    await expectToast(page, /^There are no subscription stops left to plan on .*No later date has any\.$/);
    await page.getByRole('region', { name: /^truck-one/ }).waitFor();
    await checkPage(page);
  });
});

describe('the order of the stops', () => {
  it('is changed by keyboard alone; a moved stop is pinned and stays in its place when planning again', async () => {
    const page = await open(desktop);
    const before = await savedOrder();
    await button(page, 'Change Order').focus();
    await page.keyboard.press('Enter');
    await editor(page).waitFor();
    const handle = editor(page)
      .getByRole('button', { name: /^Move \d+ S 9th St$/ })
      .first();
    const name = (await handle.getAttribute('aria-label')) ?? '';
    await handle.focus();
    const spoken = page.locator('[id^="DndLiveRegion"]');
    await page.keyboard.press('Space');
    // "picked up, place 1 of 9" comes before the places are measured.
    await expect.poll(() => spoken.textContent()).toContain('St, place 1 of 9');
    for (const place of [2, 3, 4]) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => spoken.textContent()).toContain(`place ${place} of 9`);
    }
    await page.keyboard.press('Space');
    const [first, ...rest] = before;
    const wanted = rest.toSpliced(3, 0, `${first}*`);
    await expect.poll(savedOrder).toEqual(wanted);
    await expect.poll(() => shownOrder(page)).toEqual(houses(wanted));
    // The focus stays on the moved stop.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
    await editor(page).getByRole('button', pinned).waitFor();
    await checkPage(page);

    await button(page, 'Done').press('Enter');
    await page
      .getByRole('region', { name: /^truck-one/ })
      .getByText('Pinned', { exact: true })
      .waitFor();
    await optimize(page);
    const replanned = await savedOrder();
    expect(replanned[3]).toBe(`${first}*`);
    expect(replanned.filter((house) => house.endsWith('*'))).toHaveLength(1);
  });

  it.runIf(isLong)('is changed by several presses on a phone, and pins can be removed', async () => {
    const page = await open(phone);
    const before = await savedOrder();
    await button(page, 'Change Order').tap();
    await editor(page).waitFor();
    const last = houses(before).at(-1);
    const up = button(editor(page), `Move ${last} S 9th St up`);
    for (let press = 0; press < 3; press += 1) await up.tap();
    await expect.poll(async () => houses(await savedOrder()).indexOf(last ?? '')).toBe(5);
    await page.getByText(`${last} S 9th St moved to place 6 of 9 and pinned there.`).waitFor({ state: 'attached' });
    await checkPage(page);

    while ((await editor(page).getByRole('button', pinned).count()) > 0) {
      const left = await editor(page).getByRole('button', pinned).count();
      await editor(page).getByRole('button', pinned).first().tap();
      await expect.poll(() => editor(page).getByRole('button', pinned).count()).toBe(left - 1);
    }
    await expect.poll(async () => (await savedOrder()).filter((house) => house.endsWith('*'))).toEqual([]);
    await button(page, 'Done').tap();
    await optimize(page);
    const order = await savedOrder();
    expect([order, order.toReversed()]).toContainEqual(booked.map(String).toSorted());
  });

  it.runIf(isLong)('is restored when a stop was completed meanwhile, which shows as done', async () => {
    const page = await open(desktop);
    await button(page, 'Change Order').click();
    await editor(page).waitFor();
    const { pickups } = await routeOfToday();
    const releaseReads = await holdReads(page);
    await driver.send('POST', '/api/driver/complete-bulk', { pickupIds: [pickups[0].id] });
    const street = pickups[0].address.split(',')[0];
    await button(editor(page), `Move ${street} down`).click();
    releaseReads();
    await expectToast(page, 'Move Failed');
    const card = page.getByRole('region', { name: /^truck-one/ });
    await card.getByText('1 stop done').waitFor();
    await card.getByText('Active', { exact: true }).waitFor();
    const map = page.getByRole('region', { name: 'Map of the day: 9 stops, 1 done' });
    await map.getByRole('button', { name: /, done$/ }).press('Enter');
    // The stop's row is unfolded.
    await page.locator(`[data-resolved="${pickups[0].id}"]`).getByRole('button').and(page.locator(':focus')).waitFor();
    expect(await shownOrder(page)).not.toContain(String(Number.parseInt(street, 10)));
    // Completed stops stay first, so the first open stop cannot move up.
    const first = (await shownOrder(page))[0];
    expect(await button(editor(page), `Move ${first} S 9th St up`).getAttribute('aria-disabled')).toBe('true');
    await checkPage(page);
  });
});

describe('the day board', () => {
  const day = addDays(today(), 2);
  const next = addDays(day, 1);
  const column = (page: Page, name: string) => page.getByRole('article', { name });
  const rows = (page: Page, name: string) => column(page, name).locator('[data-stop]');
  const counts = async (page: Page) =>
    await Promise.all(['Unassigned', 'truck-one', 'truck-two'].map((name) => rows(page, name).count()));
  const strip = (page: Page) => page.getByRole('region', { name: 'Selected stops' });

  it("plans the chosen date, re-plans a sick driver's stops and moves twelve stops to the next day, undone", async () => {
    const { id: two } = (await makeStaff(stories.server, 'driver', 'truck-two')).user;
    await book([110, 130, 150, 170, 190, 210, 230, 250, 270, 290, 310, 330, 350, 370], day);
    await setCoordinates();
    const page = await open(desktop, `?day=${day}`);
    await expect.poll(() => counts(page)).toEqual([14, 0, 0]);
    await optimize(page);
    await expect.poll(() => rows(page, 'Unassigned').count()).toBe(0);
    const planned = await counts(page);
    expect(
      planned
        .toSorted()
        .slice(1)
        .every((count) => count > 0),
    ).toBe(true);
    // Uses a later day: late in the evening every route of today ends after its shift.
    expect(await optimize(page)).toContain('Routes are already optimal');

    // Ill in the morning: two presses.
    await button(page, 'Day off (truck-one)').click();
    await button(page, 'Re-plan Now').click();
    await expect.poll(() => counts(page)).toEqual([0, 0, 14]);
    await column(page, 'truck-one').getByText('Off this day').waitFor();
    await button(strip(page), /^Undo/).click();
    await expect.poll(() => counts(page)).toEqual(planned);

    // Rain: twelve stops move to the next day, in four presses.
    await button(page, 'Day off (truck-one)').click();
    await button(page, 'Re-plan Now').click();
    await expect.poll(() => counts(page)).toEqual([0, 0, 14]);
    await rows(page, 'truck-two')
      .first()
      .click({ position: { x: 140, y: 20 } });
    await rows(page, 'truck-two')
      .nth(11)
      .click({ position: { x: 140, y: 20 }, modifiers: ['Shift'] });
    await strip(page).getByText('12 stops · 48 bags selected').waitFor();
    await checkPage(page);
    await button(strip(page), 'Reschedule…').click();
    await button(page.getByRole('dialog'), 'Reschedule').click();
    await expect.poll(() => counts(page)).toEqual([0, 0, 2]);
    const moved = async () => (await admin.send('GET', `/api/admin/pickups?day=${next}&limit=50`)).length;
    await expect.poll(moved).toBe(12);
    await button(strip(page), /^Undo/).click();
    await expect.poll(() => counts(page)).toEqual([0, 0, 14]);
    expect(await moved()).toBe(0);

    // On a phone, a driver's link and the legend show that driver's column.
    const small = await open(phone, `?day=${day}&driver=${two}`);
    await column(small, 'truck-two').waitFor();
    await small.getByRole('combobox', { name: 'Column' }).selectOption({ index: 0 });
    await column(small, 'Unassigned').waitFor();
    await small
      .getByRole('list', { name: 'Drivers on the map' })
      .getByRole('button', { name: /^truck-two/ })
      .tap();
    await column(small, 'truck-two').waitFor();

    // Snow: the check shows what moving the whole day would do.
    const dialog = page.getByRole('dialog');
    await button(page, 'Move this day…').click();
    await button(dialog, 'Slide the week').waitFor();
    await checkPage(page);
    await button(dialog, 'Check').click();
    await dialog.getByText('14 stops will move.').waitFor();
    await checkPage(page);
  });

  it('assigns by keyboard alone, and names stops that changed meanwhile', async () => {
    const page = await open(desktop, `?day=${day}`);
    await column(page, 'truck-two')
      .getByRole('checkbox', { name: /^Stop 1, / })
      .focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await strip(page).getByText('2 stops · 8 bags selected').waitFor();
    // Another dispatcher unassigns the first stop. This board doesn't know yet.
    const releaseReads = await holdReads(page);
    const board = await admin.send('GET', `/api/admin/board?date=${day}`);
    const { id, revision } = board.columns.find(({ driverUsername }: Json) => driverUsername === 'truck-two').stops[0];
    await admin.send('POST', '/api/admin/board/move', { date: day, stops: [{ id, revision }], unassign: true });
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Move to…' }).waitFor();
    await page.getByLabel('Position').selectOption({ label: 'First' });
    await button(page.getByRole('dialog'), 'Move').press('Enter');
    const changed = page.getByRole('alertdialog', { name: 'Some Stops Changed' });
    await changed.getByRole('listitem').waitFor();
    expect(await changed.getByRole('listitem').count()).toBe(1);
    releaseReads();
    await button(changed, 'Move the other stop').click();
    await expect.poll(() => counts(page)).toEqual([1, 0, 13]);
    await expect.poll(() => rows(page, 'truck-two').first().getByRole('img', { name: 'Pinned' }).count()).toBe(1);
  });

  it('shows where the truck is emptied, that it is too full, and which stop is late', async () => {
    const busy = addDays(day, 3);
    await book([120, 140, 160, 180], busy);
    await setCoordinates();
    await admin.send('POST', '/api/admin/optimize-package-route', { date: busy });
    const board = await admin.send('GET', `/api/admin/board?date=${busy}`);
    const [{ driverId, driverUsername, stops }] = board.columns.toSorted(
      (one: Json, other: Json) => other.totalStops - one.totalStops,
    );
    const { length } = stops;
    await withClient(async (client) => {
      const siteId = await addSite(client, 'Eastwick Transfer', '39.90500,-75.21000');
      const estimatedArrival = instantOf(busy, '11:30');
      await addVisit(client, { driverId, date: busy, siteId, afterStops: 1, bags: 12, estimatedArrival });
      const lateStop = stops.at(-1).id;
      await client.query(`UPDATE pickups SET "pickupWindow" = '5:00 AM – 6:00 AM' WHERE id = $1`, [lateStop]);
    });
    const page = await openFull(busy, driverUsername);
    const own = column(page, driverUsername);
    await own.getByText(/^Too full by 4 bags · 1 late$/).waitFor();
    await own.getByText('Fullest: 12 of 8 bags', { exact: true }).waitFor();
    await page.getByText('1 truck too full · 1 stop late').waitFor();
    const lines = await own.getByRole('listitem').allTextContents();
    expect(lines).toHaveLength(length + 1);
    expect(lines[1]).toBe('Empty the truck · Eastwick Transfer11:30 AM · 12 bags on board · 20 min');
    expect(lines[length]).toMatch(/Late: planned .+, window ends 6:00 AM$/);
    expect(await rows(page, driverUsername).count()).toBe(length);
    // The arrow keys go from stop to stop, past the visit.
    const box = (number: number) => own.getByRole('checkbox', { name: new RegExp(`^Stop ${number}, `) });
    await box(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => box(2).evaluate((element) => element === document.activeElement)).toBe(true);
    const map = page.getByRole('region', { name: /^Map of the day: .*4 stops, 1 disposal site$/ });
    await map.getByRole('img', { name: `Disposal site Eastwick Transfer: ${driverUsername} at 11:30 AM` }).waitFor();
    await map.getByText('Disposal site', { exact: true }).waitFor();
    await checkPage(page);

    const card = page.getByRole('region', { name: new RegExp(`^${driverUsername} .* 1 late$`) });
    await card.getByText('11:30 AM · 12 bags on board · 20 min').waitFor();
    await card.getByText(/^Late: planned .+, window ends 6:00 AM$/).waitFor();
    await button(card, 'Change Order').press('Enter');
    await editor(page).getByText('Empty the truck · Eastwick Transfer').waitFor();
    await checkPage(page);
    // By keyboard a stop moves past the visit.
    const [first, second, ...others] = await shownOrder(page);
    expect(others).toHaveLength(length - 2);
    await button(editor(page), `Move ${first} S 9th St`).focus();
    const spoken = page.locator('[id^="DndLiveRegion"]');
    await page.keyboard.press('Space');
    await expect.poll(() => spoken.textContent()).toContain(`St, place 1 of ${length}`);
    // A key pressed at the same moment finds no rows, because they are measured after the stop is picked up. There are
    // only two places, so a second press changes nothing.
    const down = async () => {
      await page.keyboard.press('ArrowDown');
      return await spoken.textContent();
    };
    await expect.poll(down, { interval: 500 }).toContain(`place 2 of ${length}`);
    await page.keyboard.press('Space');
    await expect.poll(() => shownOrder(page)).toEqual([second, first, ...others]);
  });

  /** Opens the board with a truck that has room for 8 bags and carries 12. */
  async function openFull(date: string, driver: string): Promise<Page> {
    const { page } = await stories.visitAs(admin, desktop);
    await page.route('**/api/admin/board?**', async (route) => {
      const response = await route.fetch();
      const board = await response.json();
      const load = board.columns.find(({ driverUsername }: Json) => driverUsername === driver);
      Object.assign(load, { capacityBags: 8, fullestBags: 12, overBags: 4 });
      await route.fulfill({ response, json: board });
    });
    await page.goto(`/admin/routes?day=${date}`);
    return page;
  }
});
