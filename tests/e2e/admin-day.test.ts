import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';
import { dayText } from '../../web/pickups/pickup-words.ts';
import { type Json, makeStaff, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  button,
  checkPage,
  desktop,
  dispatcherDevices,
  expectToast,
  openToast,
  phone,
  pollNow,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';

/**
 * A dispatcher's morning: an empty database, demo data, the dashboard, areas that become routes, and route planning.
 */

let admin: SignedInUser;
let driver: SignedInUser;
const stories = setUpStories({ expectedErrors: /status of (409|422|503)/ });
beforeAll(async () => {
  admin = await makeStaff(stories.server, 'admin', 'dispatch-desk');
  driver = await makeStaff(stories.server, 'driver', 'truck-one');
  await makeStaff(stories.server, 'driver', 'truck-two');
});

const get = (path: string) => admin.send('GET', path);

async function open(device: typeof phone, path: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = await stories.visitAs(admin, device);
  await prepare?.(page);
  await page.goto(path);
  return page;
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const today = () => dateKeyOf(new Date());
/** The name includes the date, because several days may have an area of the same name. */
const cardOf = (page: Page, area: Json) =>
  page.getByRole('listitem', { name: `${area.name} ${dayText(area.date, today())}`, exact: true });
const refuse = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"The database is away."}' });

describe('without any data', () => {
  it.each(dispatcherDevices)('the dashboard and the routes show their empty states, on $name', async (device) => {
    const page = await open(device, '/admin');
    await page.getByRole('heading', { name: 'No pickups today' }).waitFor();
    await page.getByText('No stops today').waitFor();
    await button(page, 'View Clusters').click();
    await page.getByText('No customer clusters found').waitFor();
    await checkPage(page);

    await page.goto('/admin/routes');
    await page.getByRole('heading', { name: 'No assigned pickups' }).waitFor();
    await button(page, 'View All Routes').click();
    await page
      .getByRole('alertdialog', { name: 'All Routes' })
      .getByText('No routes created yet. Create routes from address clusters in the dashboard.')
      .waitFor();
    await checkPage(page);
    await button(page, 'OK').click();
    await button(page, 'Optimize Subscription Route').click();
    await expectToast(page, 'Optimization Failed');
    await expectToast(page, /^There are no subscription stops left to plan on .*No later date has any\.$/);
    await checkPage(page);
  });
});

describe('demo data', () => {
  it('shows an error, then progress, and is created once', async () => {
    const page = await open(desktop, '/admin/routes');
    await page.route('**/api/admin/create-demo-data', refuse, { times: 1 });
    await button(page, 'Create Demo Data').click();
    await expectToast(page, 'Demo Creation Failed');
    await expectToast(page, 'The database is away.');

    // The request is held while the progress bar is checked.
    const checked = Promise.withResolvers<void>();
    const create = async (route: Route) => {
      await checked.promise;
      await route.continue();
    };
    await page.route('**/api/admin/create-demo-data', create);
    await button(page, 'Create Demo Data').click();
    await page.getByRole('progressbar', { name: 'Creating demo data' }).waitFor();
    await checkPage(page);
    checked.resolve();
    await page.getByText('Demo Data Created', { exact: true }).first().waitFor({ timeout: 120_000 });
    const made = page.getByText(/^\d+ customers, \d+ subscriptions, \d+ pickups\.$/).first();
    const words = await made.textContent();
    const { customers, subscriptions } = await get('/api/admin/dashboard');
    expect(words).toContain(`${customers} customers, ${subscriptions} subscriptions, `);
    await button(page, /^Today/).waitFor();
    await button(page, 'Create Demo Data').click();
    await page.getByText('Demo Data Ready', { exact: true }).first().waitFor({ timeout: 120_000 });
  });
});

describe.each(dispatcherDevices)('the dashboard on $name', (device) => {
  it("shows the server's figures and today's stops", async () => {
    const page = await open(device, '/admin');
    await button(page, 'Reschedule').first().waitFor();
    const [figures, stops] = await Promise.all([
      get('/api/admin/dashboard'),
      get(`/api/admin/pickups?day=${today()}&limit=500`),
    ]);
    await page.getByText(`${stops.length} stops`, { exact: true }).waitFor();
    const dollars = `$${Number(figures.revenue).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    for (const text of [
      `Customers${figures.customers}`,
      `Revenue${dollars}`,
      `Pending${figures.pending}`,
      `Subscriptions${figures.subscriptions}`,
      `Subscription stops${figures.subscriptionStops}typical $60-96`,
      `Package stops${figures.packageStops}typical $120-280`,
      'Est. 2.5h',
    ]) {
      await expect.poll(() => page.getByRole('main').textContent()).toContain(text);
    }
    const unassigned = stops.filter((stop: Json) => stop.status === 'pending');
    expect(unassigned.length).toBeGreaterThan(0);
    const list = page.getByRole('list', { name: "Today's Route Details" });
    await expect.poll(() => list.getByText('Unassigned').count()).toBe(unassigned.length);
    await button(page, `Show all ${stops.length}`).click();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(stops.length);

    const rows = page.getByRole('table', { name: /last 14 days/ }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(15);
    const { booked, completed } = figures.days.at(-1);
    expect(await rows.last().getByRole('cell').allTextContents()).toEqual([String(booked), String(completed)]);
    await checkPage(page);
  });

  it('fetches everything again on Refresh, and shows a banner meanwhile', async () => {
    const page = await open(device, '/admin');
    await button(page, 'Reschedule').first().waitFor();
    const reads: string[] = [];
    // The requests are held while the banner is checked: it may disappear after 600 ms.
    const checked = Promise.withResolvers<void>();
    await page.route('**/api/admin/**', async (route) => {
      reads.push(new URL(route.request().url()).pathname);
      await checked.promise;
      await route.continue().catch(() => undefined);
    });
    await button(page, 'Refresh').click();
    await page.getByText('Syncing with latest updates...').waitFor();
    await checkPage(page);
    checked.resolve();
    await page.getByText('Syncing with latest updates...').waitFor({ state: 'hidden' });
    const paths = ['attention', 'dashboard', 'pickups', 'users'].map((path) => `/api/admin/${path}`);
    expect(new Set(reads)).toEqual(new Set(paths));
  });
});

describe('needs attention', () => {
  it("lists a driver's problem under the bell and on the dashboard until it is dismissed or moved", async () => {
    const pending = await get(`/api/admin/pickups?day=${today()}&status=pending&limit=2`);
    const ids: string[] = pending.map(({ id }: Json) => id);
    for (const id of ids) {
      await admin.send('POST', `/api/admin/pickups/${id}/assign`, { driverId: driver.user.id });
      const body = { reason: 'no-access', note: 'Gate locked' };
      await driver.send('POST', `/api/driver/pickups/${id}/incomplete`, body);
    }
    const page = await open(phone, '/admin');
    const card = region(page, /^Needs attention/);
    const problems = card.getByRole('list', { name: 'Problems at stops' });
    const first = problems.getByRole('listitem').filter({ hasText: 'Gate locked' }).first();
    const { total } = await get('/api/admin/attention');
    await button(page, `Notifications, ${total} need attention`).waitFor();
    await checkPage(page);

    await first.getByRole('button', { name: /Gate locked/ }).press('Enter');
    const details = page.getByRole('dialog');
    await details.getByText('No access: “Gate locked”').waitFor();
    await details.getByRole('link', { name: /^Call/ }).first().waitFor();
    await checkPage(page);
    await button(details, 'Dismiss…').click();
    const dismissal = page.getByRole('dialog', { name: 'Dismiss this?' });
    await button(dismissal, 'Dismiss').click();
    await dismissal.getByText('Please say why in a few words').waitFor();
    await dismissal.getByLabel('Why?').fill('Called, bags are out tomorrow');
    await button(dismissal, 'Dismiss').click();
    await details.getByText('No longer on the list').waitFor();
    await button(details, 'Close').click();
    await button(page, `Notifications, ${total - 1} need attention`).click();
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByText('A driver reported a problem')
      .first()
      .waitFor();
    await checkPage(page);
    for (const id of ids) {
      const moved = { newDate: addDays(today(), 1), shouldEmailCustomer: false };
      await admin.send('POST', `/api/admin/pickups/${id}/reschedule`, moved);
    }
    await pollNow(page);
    await expect.poll(() => page.getByRole('button', { name: /Gate locked/ }).count()).toBe(0);
  });
});

describe.each(dispatcherDevices)('a morning of work on $name', (device) => {
  it('creates a route from an area for the chosen driver', async () => {
    const page = await open(device, '/admin');
    await button(page, 'View Clusters').click();
    const [area] = await get('/api/admin/address-clusters');
    const card = cardOf(page, area);
    await card.getByText('Available').waitFor();
    await card.getByRole('button', { name: 'View Details' }).click();
    const details = card.getByRole('list', { name: `Customers in ${area.name}` });
    expect(await details.getByRole('listitem').count()).toBe(area.addresses.length);
    await details.getByText(area.addresses[0].username).waitFor();
    await details.getByText(area.addresses[0].address).waitFor();
    await checkPage(page);
    await card.getByRole('button', { name: 'Hide Details' }).click();
    expect(await details.count()).toBe(0);

    await card.getByRole('button', { name: 'Create Route' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Route' });
    await dialog.getByRole('radio').first().waitFor();
    const loadTexts = dialog.getByText(/^\d+ stops? (today|on .+)$/);
    await expect.poll(() => loadTexts.count()).toBe(2);
    const loads = (await loadTexts.allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(loads).toEqual(loads.toSorted((one, other) => one - other));
    expect(await dialog.getByRole('radio').first().isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: /truck-one/ }).check();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Create Route' }).click();
    await expectToast(page, 'Route Created!');
    const stops = area.addresses.length === 1 ? '1 stop' : `${area.addresses.length} stops`;
    await page.getByText(`${stops} in ${area.name}`).first().waitFor();
    await card.waitFor({ state: 'detached' });
    const ids = (await get('/api/admin/routes'))
      .filter((route: Json) => route.driverName === 'truck-one')
      .flatMap((route: Json) => route.pickups.map((stop: Json) => stop.address));
    for (const { address } of area.addresses) expect(ids).toContain(address);
  });

  it.runIf(isLong)('refuses an area that another dispatcher has assigned, and removes its card', async () => {
    const page = await open(device, '/admin');
    await button(page, 'View Clusters').click();
    const [area] = await get('/api/admin/address-clusters');
    await cardOf(page, area).getByRole('button', { name: 'Create Route' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Route' });
    await dialog.getByRole('radio').first().waitFor();
    const taken = { clusterId: area.id, driverId: driver.user.id };
    await admin.send('POST', '/api/admin/optimize-cluster-route', taken);
    await dialog.getByRole('button', { name: 'Create Route' }).click();
    await expectToast(page, 'Failed to Create Route');
    await expectToast(page, 'This area has changed. Please review it and try again.');
    await cardOf(page, area).waitFor({ state: 'detached' });
    await checkPage(page);
  });

  it('plans routes of both kinds, in the order that the driver sees', async () => {
    const page = await open(device, '/admin/routes');
    for (const [label, type] of [
      ['Optimize Subscription Route', 'Subscription'],
      ['Optimize Package Route', 'Package'],
    ] as const) {
      await button(page, label).click();
      await expectToast(page, `${type} Route Optimized`);
      await page
        .getByText(/^\w+, \w+ \d+: \d+ routes?, \d+ stops?\.$/)
        .first()
        .waitFor();
    }
    const list = await get(`/api/admin/pickups?status=assigned&day=${today()}&limit=500`);
    const main = page.getByRole('region', { name: 'Current Route' });
    await expect.poll(() => main.locator('dl').textContent()).toContain(`Stops${list.length}Revenue`);
    await main.getByText(`${list.length * 0.5}h`, { exact: true }).waitFor();

    const schedule = await driver.send('GET', '/api/driver/route');
    const driven = schedule[today()].pickups.filter((stop: Json) => stop.status === 'assigned');
    expect(driven.length).toBeGreaterThan(0);
    const route = main.getByRole('region', { name: /^truck-one/ });
    await expect
      .poll(() => route.getByRole('listitem').getByRole('heading').allTextContents())
      .toEqual(driven.map((stop: Json) => stop.address));
    await route
      .getByText(/^ETA \d{1,2}:\d\d\s[AP]M$/)
      .first()
      .waitFor();
    await route.getByText('Subscription', { exact: true }).first().waitFor();
    await checkPage(page);

    const asked = await open(device, `/admin/requests?pickup=${driven[0].id}`);
    await asked
      .getByRole('dialog')
      .getByText(/^ETA .+ · window .+ – .+$/)
      .waitFor();

    await button(page, /^Overdue/).click();
    await main.getByText('ETA ~30min').first().waitFor();
    await checkPage(page);
    await page.goBack();
    await page.getByRole('button', { name: /^Today/, pressed: true }).waitFor();

    // The dialog loads the routes again and meanwhile shows the known ones.
    const checked = Promise.withResolvers<void>();
    await page.route('**/api/admin/routes', async (route) => {
      await checked.promise;
      await route.continue().catch(() => undefined);
    });
    const reload = page.waitForRequest('**/api/admin/routes');
    await button(page, 'View All Routes').click();
    await reload;
    const alert = page.getByRole('alertdialog', { name: 'All Routes' });
    await alert
      .getByText(/^truck-one, /)
      .first()
      .waitFor();
    const routes = await get('/api/admin/routes');
    expect((await alert.textContent())?.match(/% done/g)).toHaveLength(routes.length);
    await checkPage(page);
    checked.resolve();
    await page.keyboard.press('Enter');
    await alert.waitFor({ state: 'hidden' });
  });

  it.runIf(isLong)("reschedules one of today's pickups to tomorrow", async () => {
    const page = await open(device, '/admin');
    const list = page.getByRole('list', { name: "Today's Route Details" });
    const row = list.getByRole('listitem').first();
    const address = (await row.getByRole('heading').textContent()) ?? '';
    await row.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule Pickup' });
    await button(dialog, 'Tomorrow').click();
    expect(await dialog.getByLabel('New date').inputValue()).toBe(addDays(today(), 1));
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expectToast(page, 'Pickup Rescheduled');
    await list.getByRole('listitem', { name: address }).waitFor({ state: 'detached' });
    const tomorrow = await get(`/api/admin/pickups?day=${addDays(today(), 1)}&limit=500`);
    expect(tomorrow.map((stop: Json) => stop.address)).toContain(address);
    // The focus moves to the row that replaced the old one.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('LI');
  });
});

it("completes a plan's stop from its menu, undoes that, and gives it to another driver, on a phone", async () => {
  const page = await open(phone, '/admin');
  const stops: Json[] = await get(`/api/admin/pickups?day=${today()}&status=assigned&type=subscription&limit=500`);
  const { id, address, driverUsername } = stops[0];
  const showAll = button(page.getByRole('region', { name: "Today's Route Details" }), /^Show all/);
  await showAll.click();
  // The focus moves to the first new row as the button disappears.
  await showAll.waitFor({ state: 'detached' });
  const row = page.getByRole('list', { name: "Today's Route Details" }).getByRole('listitem', { name: address });
  const menu = row.getByRole('button', { name: `Actions for ${address}` });
  await menu.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.getByRole('menuitem', { name: 'Skip Pickup' }).and(page.locator(':focus')).waitFor();
  await checkPage(page);
  await page.keyboard.press('Enter');
  await page
    .getByRole('alertdialog')
    .getByText(/The plan skips this visit and continues/)
    .waitFor();
  await page.keyboard.press('Escape');

  const choose = async (move: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name: move, exact: true }).click();
  };
  await choose('Complete');
  await expectToast(page, 'Pickup Completed');
  await row.getByText('Completed').waitFor();
  await openToast(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  await row.getByText('Completed').waitFor({ state: 'detached' });

  await choose('Reassign');
  const other = driverUsername === 'truck-one' ? 'truck-two' : 'truck-one';
  const dialog = page.getByRole('dialog', { name: 'Reassign Pickup' });
  await dialog.getByRole('radio', { name: new RegExp(`^${other} .*open stop`) }).check();
  await dialog.getByRole('button', { name: 'Reassign' }).click();
  await expectToast(page, 'Pickup Assigned');
  await row.getByText(other).waitFor();
  const lines: Json[] = await get(`/api/admin/history?subject=pickup&id=${id}`);
  expect(lines.slice(0, 3).map(({ action }) => action)).toEqual(['assigned', 'undone', 'completed']);
});

describe('while the server fails or is slow', () => {
  it.runIf(isLong)('shows buttons only once nothing above them moves', async () => {
    const held = Promise.withResolvers<void>();
    const page = await open(phone, '/admin', async (opened) => {
      await opened.route('**/api/admin/attention', async (route) => {
        await held.promise;
        await route.continue();
      });
    });
    await region(page, 'Drivers Today').getByRole('listitem').first().waitFor();
    await page.getByText("Loading today's pickups").waitFor();
    expect(await button(page, 'View Clusters').count()).toBe(0);
    held.resolve();
    const showAll = button(region(page, "Today's Route Details"), /^Show all/);
    const topOf = () => showAll.evaluate((shown) => shown.getBoundingClientRect().top + window.scrollY);
    await showAll.waitFor();
    const top = await topOf();
    await button(page, 'View Clusters').scrollIntoViewIfNeeded();
    expect(await topOf()).toBe(top);
  });

  it.runIf(isLong).each(dispatcherDevices)(
    'each part shows its own error and is retried separately, on $name',
    async (device) => {
      let isAway = true;
      const page = await open(device, '/admin', async (opened) => {
        await opened.clock.install();
        await opened.route('**/api/admin/**', (route) => (isAway ? refuse(route) : route.continue()));
      });
      for (const text of [
        "We couldn't count today's stops.",
        "We couldn't load the figures.",
        "We couldn't load today's pickups.",
        "We couldn't load the drivers.",
        "We couldn't load the last 14 days.",
      ]) {
        await page.getByText(text).waitFor();
      }
      await button(page, 'View Clusters').click();
      await page.getByText("We couldn't load the customer clusters").waitFor();
      await checkPage(page);
      await button(page, 'Refresh').click();
      await expectToast(page, 'The database is away.');
      // The page polls every 15 s. After this poll, only a press fetches anything.
      await pollNow(page);
      isAway = false;
      await region(page, "Today's Route Status").getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Customers', { exact: true }).waitFor();
      await page.getByText("We couldn't load today's pickups.").waitFor();
      for (const name of ["Today's Route Details", 'Drivers Today', 'Geographic Areas']) {
        await region(page, name).getByRole('button', { name: 'Try again' }).first().click();
      }
      await page.getByRole('list', { name: 'Customer clusters' }).waitFor();
      await button(page, 'Reschedule').first().waitFor();

      isAway = true;
      await page.goto('/admin/routes');
      await page.getByText("We couldn't load the current route").waitFor();
      await button(page, 'View All Routes').click();
      await page.getByText("We couldn't load the routes. The database is away.").waitFor();
      await checkPage(page);
      isAway = false;
      const alert = page.getByRole('alertdialog');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert
        .getByText(/^truck-one, /)
        .first()
        .waitFor();
      await button(page, 'OK').click();
      await region(page, 'Current Route').getByRole('button', { name: 'Try again' }).click();
      await button(page, /^Today/).waitFor();
    },
  );

  it.runIf(isLong)('shows placeholders while loading, without sideways scrolling at 320 px', async () => {
    const narrow = { ...phone, viewport: { width: 320, height: 640 } };
    const held = Promise.withResolvers<void>();
    const page = await open(narrow, '/admin', async (opened) => {
      await opened.route('**/api/admin/**', async (route) => {
        await held.promise;
        await route.continue().catch(() => undefined);
      });
    });
    await page.getByText("Loading today's pickups").waitFor({ state: 'attached' });
    await checkPage(page);
    await page.goto('/admin/routes');
    await page.getByText('Loading the current route').waitFor({ state: 'attached' });
    await checkPage(page);
    held.resolve();
    await button(page, /^Today/).waitFor();
    await checkPage(page);
    await page.goto('/admin');
    await button(page, 'View Clusters').click();
    await page.getByRole('list', { name: 'Customer clusters' }).waitFor();
    await checkPage(page);
  });
});

describe('by keyboard alone', () => {
  it('a dispatcher assigns an area to a driver', async () => {
    const page = await open(desktop, '/admin');
    await button(page, 'Reschedule').first().waitFor();
    const [area, next] = await get('/api/admin/address-clusters');
    await button(page, 'View Clusters').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Customer clusters' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    for (const key of ['Tab', 'Tab', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expectToast(page, 'Route Created!');
    await cardOf(page, area).waitFor({ state: 'detached' });
    if (next) {
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.querySelector('h3')?.textContent))
        .toBe(next.name);
    }
  });
});
