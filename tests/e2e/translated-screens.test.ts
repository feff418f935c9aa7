import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { desktop, phone } from '../support/browser/browser.ts';
import { pressEverything } from '../support/browser/press-everything.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { type TranslatorStart, translatePages } from '../support/browser/translator.ts';
import { type Depot, openDepot, type SignedIn } from '../support/driver/driver-day.ts';
import { isLong } from '../support/effort.ts';
import { bookPickup, buyPlan } from '../support/subscriptions/purchases.ts';

/**
 * Every screen is opened and everything on it is pressed while the browser translates the page. A page that crashes, or
 * that changes a text which nobody sees any more, logs an error, which fails the story.
 */

const stories = setUpStories({ expectedErrors: refusedRequests });
let depot: Depot;
let desk: SignedInUser;
let driver: SignedIn;
let customer: SignedInUser;
let planned: SignedInUser;
let ids: Record<string, string>;

beforeAll(async () => {
  depot = await openDepot(stories.server);
  desk = await makeStaff(stories.server, 'admin', 'screens-desk');
  driver = await depot.makeDriver('screens-truck', 4);
  customer = await registerCustomer(stories.server.url, 'screens-home');
  planned = await registerCustomer(stories.server.url, 'screens-plan');
  const booked = await bookPickup(customer, { daysAhead: 1 });
  await bookPickup(customer, { daysAhead: 3 });
  await buyPlan(planned);
  await desk.call('POST', '/api/admin/create-demo-data', {});
  const upload = await fetch(`${stories.server.url}/api/admin/imports?name=list.csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${desk.token}` },
    body: 'Name,Email,Phone,Address,Phone 2\nAnn Lee,ann.lee@example.com,2155550164,"5 Elm St, Apt 2, Philadelphia, PA 19147",2155550199\nBo,bo,1,x\n',
  });
  ids = { import: (await upload.json()).id, pickup: String(booked.id ?? ''), customer: customer.user.id };
});

afterAll(async () => await depot.close());

const visitors = ['/login', '/register', '/forgot-password', '/reset-password', '/unsubscribe', '/verify-email'];
const customers = ['/dashboard', '/pickup-history', '/pickup-history/:pickup', '/billing', '/settings', '/subscribe'];
const drivers = ['/driver', '/driver/map', '/driver/history', '/driver/profile'];
const sections = ['requests', 'routes', 'members', 'subscribers', 'drivers', 'reports', 'settings'];
const desks = ['/admin', ...sections.map((name) => `/admin/${name}`), '/admin/customers/:customer'];
const imports = ['/admin/import', '/admin/import/:import'];

/** Presses everything on these screens. Returns the errors, each with its screen. */
async function pressOn(
  paths: readonly string[],
  person: { token: string; user: object } | null,
  start: TranslatorStart,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const real = path.replaceAll(/:(\w+)/g, (_, id) => ids[id] ?? '');
    const device = path.startsWith('/admin') ? desktop : phone;
    const { context, page, complaints } = await (person ? stories.visitAs(person, device) : stories.visit(device));
    page.setDefaultTimeout(15_000);
    await translatePages(context, start);
    const pressed = await pressEverything(page, real, async () => {
      await page.goto(real);
      await page.locator('main font').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByText(/couldn.t be shown/i).count(), real).toBe(0);
    });
    expect(pressed.length, real).toBeGreaterThan(0);
    found.push(...complaints.splice(0).map((text) => `${real}: ${text.slice(0, 500)}`));
    await context.close();
    stories.visits.pop();
  }
  return found.filter((text) => !refusedRequests.test(text));
}

const starts: readonly TranslatorStart[] = ['before the app', 'after the app'];

describe.runIf(isLong).each(starts)('with a translator that begins %s', { timeout: 1_200_000 }, (start) => {
  it("everything on a visitor's screens can be pressed", async () => {
    expect(await pressOn(visitors, null, start)).toEqual([]);
  });

  it("everything on a customer's screens can be pressed", async () => {
    expect(await pressOn(customers, customer, start)).toEqual([]);
    expect(await pressOn(['/plan', '/dashboard', '/billing'], planned, start)).toEqual([]);
  });

  it("everything on a driver's screens can be pressed", async () => {
    expect(await pressOn(drivers, driver, start)).toEqual([]);
  });

  it("everything on a dispatcher's screens can be pressed", async () => {
    expect(await pressOn(desks, desk, start)).toEqual([]);
  });

  it('everything on the screens of an import can be pressed', async () => {
    expect(await pressOn(imports, desk, start)).toEqual([]);
  });
});
