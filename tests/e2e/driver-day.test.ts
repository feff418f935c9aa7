import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { registerCustomer, type SignedInUser, visitAs, withSession } from '../support/accounts/signed-in.ts';
import { checkPage, closeWindow, phone, type Visit } from '../support/browser/browser.ts';
import { launchBrowser } from '../support/browser/launch-browser.ts';
import { jpeg } from '../support/browser/pictures.ts';
import { type Depot, openDepot, type SignedIn } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';

/**
 * A driver's day on the map page: stop by stop, with an incomplete stop and a photo, and what the dispatcher and the
 * customer see of it.
 */

let server: ServerProcess;
let browser: Browser;
let depot: Depot;
/** The dispatcher. */
let desk: SignedInUser;
let maps: Server;
let mapStyleUrl: string;
const visits: Visit[] = [];

beforeAll(async () => {
  maps = createServer((request, response) => serveStyle(request.url ?? '', response)).listen(0, '127.0.0.1');
  await once(maps, 'listening');
  mapStyleUrl = `http://127.0.0.1:${(maps.address() as AddressInfo).port}/style.json`;
  [server, browser] = await Promise.all([
    startServerProcess({ MAP_STYLE_URL: mapStyleUrl }),
    // The map needs WebGL, which is emulated without a graphics card.
    launchBrowser(['--use-angle=swiftshader', '--enable-unsafe-swiftshader']),
  ]);
  depot = await openDepot(server);
  desk = withCall(depot.desk);
});
afterAll(async () => {
  await depot.close();
  await browser.close();
  await server.stop();
  maps.close();
});
afterEach(async () => {
  for (const { context, complaints } of visits.splice(0)) {
    await closeWindow(context);
    // The browser logs an error for a style that fails to load. One story tests that.
    expect(complaints.filter((complaint) => !isMapDown || !complaint.includes(mapStyleUrl))).toEqual([]);
  }
  isMapDown = false;
});

const addresses = [
  '742 S 10th St, Philadelphia, PA 19147',
  '1127 S 9th St, Philadelphia, PA 19147',
  '2214 Fairmount Ave, Philadelphia, PA 19130',
] as const;

let isMapDown = false;
const styleRequests: string[] = [];

/** Longitude and latitude. */
const brokenLine = [
  [-75.3, 39.9],
  [-75.16, 39.94],
  [-75, 40.1],
];

/** Serves the smallest possible map style: one color, no tiles. */
function serveStyle(url: string, response: ServerResponse): void {
  styleRequests.push(url);
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('content-type', 'application/json');
  response.statusCode = isMapDown ? 503 : 200;
  const ground = { id: 'ground', type: 'background', paint: { 'background-color': '#dfe6dd' } };
  const street = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: brokenLine } };
  const streets = { type: 'geojson', attribution: 'Streets of a test', data: street };
  const lines = { id: 'streets', type: 'line', source: 'streets', paint: { 'line-color': '#777777', 'line-width': 4 } };
  response.end(JSON.stringify(isMapDown ? {} : { version: 8, sources: { streets }, layers: [ground, lines] }));
}

function withCall({ token, user }: SignedIn): SignedInUser {
  return withSession(server.url, { token, user: { email: '', address: '', ...user } });
}

async function makeDriver(username: string): Promise<SignedInUser> {
  return withCall(await depot.makeDriver(username, 0));
}

async function open(person: SignedInUser): Promise<Page> {
  const opened = await visitAs(browser, phone, server.url, person);
  visits.push(opened);
  return opened.page;
}

/** Books a pickup for the customer today and assigns it to the driver. */
async function assignStop(customer: SignedInUser, driverId: string, address: string) {
  const booked = await customer.call('POST', '/api/pickups', {
    ...{ address, bagCount: 8, amount: '45.00', serviceType: 'same-day', status: 'pending' },
    scheduledDate: instantOf(dateKeyOf(new Date()), '09:00').toISOString(),
    specialInstructions: 'Blue door',
  });
  expect(booked.status).toBe(201);
  await depot.assign(booked.body.id, driverId);
}

/** Makes a photo that is larger than the app sends. */
async function takePhoto(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1800 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.fillStyle = '#7aa';
    pen.fillRect(0, 0, 1200, 1800);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  return Buffer.from(bytes);
}

const stopHeading = (page: Page, address: string) => page.getByRole('heading', { name: address });

/** Returns the width in pixels of the photo that is shown. */
async function photoWidth(page: Page): Promise<number> {
  const image = page.getByRole('img', { name: /^Before: / });
  await image.waitFor();
  return await image.evaluate(async (element) => {
    const picture = element as HTMLImageElement;
    await picture.decode();
    return picture.naturalWidth;
  });
}

describe('a day on the map page', () => {
  it('steps from stop to stop, and the dispatcher and the customer see the note, reason and photo', async () => {
    const [customer, truck] = [await registerCustomer(server.url, 'day-home'), await makeDriver('day-truck')];
    for (const address of addresses) await assignStop(customer, truck.user.id, address);

    const driver = await open(truck);
    await driver.goto('/driver/map');
    await driver.getByText('Stop 1 of 3').waitFor();
    const order = await orderOf(driver);
    expect(order.toSorted()).toEqual(addresses.toSorted());
    const [first, second, third] = order as [string, string, string];
    await driver.getByText('Stop 1 of 3').waitFor();
    await stopHeading(driver, first).waitFor();
    for (const text of ['8 bags', 'Same-Day', 'Status: Scheduled', 'Blue door']) {
      await driver.getByText(text, { exact: true }).first().waitFor();
    }
    expect(await driver.getByText('3 remaining').isVisible()).toBe(true);
    const directions = await driver.getByRole('link', { name: 'Navigate' }).getAttribute('href');
    expect(new URL(directions ?? '').searchParams.get('destination')).toContain(first);
    await checkPage(driver);

    await driver.getByRole('button', { name: 'Complete', exact: true }).click();
    await driver.getByText('Stop 2 of 3').waitFor();
    await driver.getByText('Successfully completed 1 pickup(s)').first().waitFor();
    await stopHeading(driver, second).waitFor();

    await driver.getByRole('button', { name: 'Note & Photos' }).click();
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(driver) };
    await driver.getByLabel('Before photo').setInputFiles(photo);
    await driver.getByRole('img', { name: 'Before this stop' }).waitFor();
    await driver.getByLabel('After photo').setInputFiles({ ...photo, buffer: Buffer.from('no picture') });
    await driver.getByText("We couldn't read this file as a photo. Please take it again.").first().waitFor();
    await checkPage(driver);
    await driver.getByRole('button', { name: 'Done' }).click();

    await driver.getByRole('button', { name: 'Incomplete' }).click();
    await driver.getByRole('button', { name: 'Save' }).click();
    await driver.getByText('Please choose a reason').waitFor();
    await driver.getByLabel('No access').check();
    await driver.getByRole('textbox', { name: 'Note' }).fill('Gate was locked');
    await checkPage(driver);
    await driver.getByRole('button', { name: 'Save' }).click();
    await driver.getByText('Stop 3 of 3').waitFor();

    await driver.getByRole('button', { name: 'Complete', exact: true }).click();
    await driver.getByText('0 remaining').waitFor();
    await stopHeading(driver, third).waitFor();
    await checkPage(driver);
    await driver.getByRole('link', { name: 'Back' }).click();
    await driver.getByRole('heading', { name: 'All Done for Today!' }).waitFor();
    const incomplete = driver.getByRole('listitem', { name: second });
    await incomplete.getByText('Incomplete').waitFor();
    await incomplete.getByText('No access').waitFor();
    await checkPage(driver);

    await lookBack(driver);
    await asDispatcher(second);
    await asCustomer(customer, second);
  });

  it.runIf(isLong)("shows a note and a photo of a plan's stop too, which is in no list of requests", async () => {
    const [customer, truck] = [await registerCustomer(server.url, 'plan-home'), await makeDriver('plan-truck')];
    const { body: plan } = await customer.call('POST', '/api/create-subscription', { packageType: 'basic' });
    const paymentIntentId = plan.clientSecret.split('_secret')[0];
    await customer.call('POST', '/api/confirm-test-payment', { paymentIntentId, paymentMethodId: 'pm_card_visa' });
    const [stop] = (await customer.call('GET', '/api/pickups')).body;
    const newDate = instantOf(dateKeyOf(new Date()), '09:00').toISOString();
    await desk.call('POST', `/api/admin/pickups/${stop.id}/reschedule`, { newDate, shouldEmailCustomer: false });
    await depot.assign(stop.id, truck.user.id);
    const sent = await fetch(`${server.url}/api/driver/pickups/${stop.id}/photos/before`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${truck.token}` },
      body: new Uint8Array(jpeg),
    });
    expect(sent.status).toBe(200);
    const undone = { reason: 'no-access', note: 'A dog in the yard' };
    expect((await truck.call('POST', `/api/driver/pickups/${stop.id}/incomplete`, undone)).status).toBe(200);

    const page = await open(desk);
    await page.goto('/admin');
    const today = page.getByRole('list', { name: "Today's Route Details" });
    await today.getByText('No access: A dog in the yard').waitFor();
    await checkPage(page);
    // The next day the stop still needs a new date.
    const yesterday = instantOf(addDays(dateKeyOf(new Date()), -1), '09:00');
    await depot.query('update pickups set "scheduledDate" = $1 where id = $2', [yesterday, stop.id]);
    await page.reload();
    const left = page.getByRole('list', { name: 'Left over from yesterday (1)' });
    await left.getByText('No access: A dog in the yard').waitFor();
    await left.getByRole('button', { name: 'Reschedule' }).waitFor();
    await checkPage(page);
    await page.goto('/admin/subscribers');
    await page.getByRole('button', { name: 'Pat Example' }).click();
    const recent = page.getByRole('region', { name: 'Recent Pickups' });
    await recent.getByText('No access: A dog in the yard').waitFor();
    await recent.getByRole('button', { name: 'Photos' }).click();
    await recent.getByRole('button', { name: 'Open photo: Before' }).waitFor();
    await checkPage(page);
  });

  it('shows empty states for a driver without stops and without a history', async () => {
    const page = await open(await makeDriver('idle-truck'));
    await page.goto('/driver/map');
    await page.getByRole('heading', { name: 'No route assigned for today' }).waitFor();
    await checkPage(page);
    await page.goto('/driver/history');
    await page.getByRole('heading', { name: 'No pickup history yet' }).waitFor();
    await checkPage(page);
  });

  it('signs out to the landing page', async () => {
    const page = await open(await makeDriver('leaving-truck'));
    // A read that arrives after the sign-out is refused, and the browser logs an error.
    await page.goto('/driver/profile', { waitUntil: 'networkidle' });
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${server.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

/** Returns the route's addresses, stepping forward and back with the arrow keys. */
async function orderOf(page: Page): Promise<string[]> {
  const order: string[] = [];
  for (const number of [1, 2, 3]) {
    await page.getByText(`Stop ${number} of 3`).waitFor();
    order.push((await page.locator('main h2').first().textContent()) ?? '');
    await page.keyboard.press('ArrowRight');
  }
  expect(await page.getByText('Stop 3 of 3').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  return order;
}

/** Checks the driver's history and profile after the day. */
async function lookBack(page: Page): Promise<void> {
  await page.goto('/driver/history');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByText('2 pickups · 16 bags').waitFor();
  for (const text of ['4.9', '96%', 'Rating, 24 reviews']) await page.getByText(text, { exact: true }).waitFor();
  await checkPage(page);
  await page.goto('/driver/profile');
  for (const text of ['Active Driver', '156', 'day-truck@stoop.example', 'Privacy Settings']) {
    await page.getByRole('main').getByText(text, { exact: true }).waitFor();
  }
  const push = page.getByRole('switch', { name: 'Push Notifications' });
  await push.click();
  expect(await push.getAttribute('aria-checked')).toBe('false');
  await checkPage(page);
}

async function asDispatcher(address: string): Promise<void> {
  const page = await open(desk);
  await page.goto('/admin/requests');
  await page.getByRole('button', { name: /^Incomplete/ }).click();
  const row = page.getByRole('listitem', { name: address });
  await row.getByText('No access: Gate was locked').filter({ visible: true }).waitFor();
  await checkPage(page);
  await row.getByRole('button', { name: address, exact: true }).click();
  const details = page.getByRole('dialog');
  await details.getByText('Gate was locked', { exact: true }).waitFor();
  await details.getByRole('button', { name: 'Open photo: Before' }).click();
  expect(await photoWidth(page)).toBe(1600);
  await checkPage(page);
}

async function asCustomer(customer: SignedInUser, address: string): Promise<void> {
  const page = await open(customer);
  await page.goto('/pickup-history');
  const card = page.getByRole('listitem').filter({ hasText: address });
  await card.getByText('there was no access').waitFor();
  await card.getByRole('button', { name: /^Photos/ }).click();
  await card.getByRole('button', { name: 'Open photo: Before' }).click();
  expect(await photoWidth(page)).toBe(1600);
  await page.keyboard.press('Escape');
  await checkPage(page);
  await page.getByRole('button', { name: /Notifications/ }).click();
  await page.getByText('No access').last().waitFor();
}

describe('the streets under the route', () => {
  it('load with MAP_STYLE_URL on the map page only, and our own map stays when they fail', async () => {
    const truck = withCall(await depot.makeDriver('street-truck', 1));
    const page = await open(truck);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    styleRequests.length = 0;
    await page.goto('/driver');
    await page.getByRole('heading', { name: "Today's Route" }).waitFor();
    expect([...styleRequests, ...fetched.filter((url) => /maplibre|street-map/.test(url))]).toEqual([]);

    const map = page.getByRole('region', { name: "Today's route: 1 stop" });
    // Only our own map names its source; the street map has its own attribution.
    const ownGround = map.getByText('Abaca Labs / OpenDataPhilly');
    await page.goto('/driver/map');
    await page.getByText('Stop 1 of 1').waitFor();
    await page.locator('canvas').waitFor();
    await map.getByText('Streets of a test').waitFor();
    expect(await ownGround.isVisible()).toBe(false);
    await map.getByRole('button', { name: /^Stop 1, / }).waitFor();
    expect(styleRequests).toEqual(['/style.json']);
    await checkPage(page);

    isMapDown = true;
    const hasFailed = page.waitForEvent('console', (message) => message.location().url.includes(mapStyleUrl));
    await page.reload();
    await ownGround.waitFor();
    await hasFailed;
    expect(styleRequests).toHaveLength(2);
    expect(await ownGround.isVisible()).toBe(true);
  });
});
