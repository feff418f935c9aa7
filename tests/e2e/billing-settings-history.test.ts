import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { addDays, dateKeyOf, formatDateKey, instantOf } from '../../contract/values/dates.ts';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, type Visit, visit } from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { goodPassword } from '../support/people.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** Billing, settings and the pickup history: what they say when there is nothing, much, or trouble, and by keyboard. */

let server: ServerProcess;
let browser: Browser;
let adminToken: string;
let driverId: string;
const visits: Visit[] = [];
beforeAll(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
  const admin = await makeAccount(server.databaseUrl, 'admin', 'billing-desk');
  const driver = await makeAccount(server.databaseUrl, 'driver', 'billing-truck');
  adminToken = (await ask('POST', '/api/auth/login', undefined, admin)).token;
  driverId = (await ask('POST', '/api/auth/login', undefined, driver)).user.id;
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  for (const { context, complaints } of visits.splice(0)) {
    await context.close();
    expect(complaints.filter((text) => !text.includes('(Internal Server Error)') && !text.includes('409'))).toEqual([]);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: a story reads whatever came back
async function ask(method: string, path: string, token?: string, body?: unknown): Promise<any> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

let count = 0;
interface Customer {
  token: string;
  username: string;
  email: string;
}

async function makeCustomer(): Promise<Customer> {
  count += 1;
  const username = `neighbor-${count}`;
  const email = `${username}@stoop.example`;
  const { token } = await ask('POST', '/api/auth/register', undefined, {
    ...{ username, email, password: goodPassword, confirmPassword: goodPassword },
    ...{ firstName: 'Pat', lastName: 'Example', phone: '(215) 555-0142', address },
  });
  return { token, username, email };
}

const address = '1127 S 9th St, Philadelphia, PA 19147';
const day = (daysAhead: number) => addDays(dateKeyOf(new Date()), daysAhead);

async function pay({ token }: Customer, clientSecret: string, card: keyof typeof testCards): Promise<void> {
  const { paymentMethodId } = testCards[card];
  const paymentIntentId = clientSecret.split('_secret')[0];
  await ask('POST', '/api/confirm-test-payment', token, { paymentIntentId, paymentMethodId });
}

async function book(customer: Customer, daysAhead: number, card?: keyof typeof testCards): Promise<void> {
  const draft = {
    ...{ address, bagCount: 8, scheduledDate: instantOf(day(daysAhead), '09:00').toISOString() },
    specialInstructions: 'Blue door, ring twice',
  };
  if (!card) return await ask('POST', '/api/pickups', customer.token, { ...draft, amount: '45.00' });
  const { clientSecret } = await ask('POST', '/api/create-payment-intent', customer.token, {
    amount: '45.00',
    booking: { ...draft, draftKey: randomUUID() },
  });
  await pay(customer, clientSecret, card);
}

async function subscribe(customer: Customer): Promise<void> {
  const { clientSecret } = await ask('POST', '/api/create-subscription', customer.token, {
    packageType: 'clean-carry',
  });
  await pay(customer, clientSecret, 'successful');
}

/** The dispatcher's part: the customer's pickup of today is assigned and completed. */
async function completeToday({ token }: Customer): Promise<void> {
  const pickups: { id: string; serviceType: string }[] = await ask('GET', '/api/pickups', token);
  const { id } = pickups.find((pickup) => pickup.serviceType === 'same-day') as { id: string };
  await ask('POST', `/api/admin/pickups/${id}/assign`, adminToken, { driverId });
  await ask('PATCH', `/api/admin/complete-pickup/${id}`, adminToken, { status: 'completed' });
}

/** A browser window in which the customer is signed in. */
async function open(customer: Customer, device = phone): Promise<Page> {
  const opened = await visit(browser, device, server.url);
  visits.push(opened);
  await opened.page.addInitScript((token) => {
    // Once: whoever signs out stays signed out.
    if (sessionStorage.getItem('signed-in')) return;
    sessionStorage.setItem('signed-in', 'yes');
    localStorage.setItem('token', token);
  }, customer.token);
  return opened.page;
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

async function lookNarrow(page: Page): Promise<void> {
  const size = page.viewportSize() ?? phone.viewport;
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toastTitle = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const cards = (page: Page) => page.getByRole('list', { name: /^Pickups / }).locator(':scope > li');

describe.each([phone, desktop])('on $name', (device) => {
  it('a new customer sees what is still empty, and the ways on', async () => {
    const page = await open(await makeCustomer(), device);
    await page.goto('/billing');
    await part(page, 'Summary').getByText('$0.00').waitFor();
    await part(page, 'Latest Transactions').getByText('No transactions yet.').waitFor();
    await part(page, 'Subscription').getByText('No active subscription.').waitFor();
    const methods = part(page, 'Payment Methods').getByRole('listitem');
    expect(await methods.allInnerTexts()).toEqual([
      expect.stringMatching(/^Card\s+Available$/),
      expect.stringMatching(/^Venmo\s+Coming Soon$/),
      expect.stringMatching(/^Cash App\s+Coming Soon$/),
    ]);
    const mail = page.getByRole('link', { name: 'hello@stoop.example' });
    expect(await mail.getAttribute('href')).toBe('mailto:hello@stoop.example');
    expect(await page.getByRole('heading', { name: 'Waiting for Payment' }).count()).toBe(0);
    await look(page);
    await lookNarrow(page);
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.waitForURL('**/subscribe');

    await page.goto('/pickup-history');
    await page.getByRole('heading', { name: 'No pickups yet' }).waitFor();
    await look(page);
    await lookNarrow(page);
    await page.getByRole('button', { name: 'Completed' }).click();
    await page.getByRole('heading', { name: 'No completed pickups' }).waitFor();
    await page.getByRole('button', { name: 'Show all pickups' }).click();
    await page.getByRole('button', { name: 'Book First Pickup' }).click();
    await page.getByRole('dialog').getByLabel('Up to 8 bags').waitFor();
  });

  it('a customer with pickups, a plan and an unpaid booking sees the money', async () => {
    const customer = await makeCustomer();
    await book(customer, 0, 'successful');
    await completeToday(customer);
    for (const daysAhead of [1, 2, 3]) await book(customer, daysAhead, 'successful');
    await book(customer, 4, 'declined');
    await subscribe(customer);
    await book(customer, 5);
    const page = await open(customer, device);
    await page.goto('/billing');
    await part(page, 'Summary').waitFor();

    await expect.poll(() => part(page, 'Summary').getByRole('definition').allInnerTexts()).toEqual(['1', '$240.00']);
    const plan = part(page, 'Active Subscription');
    for (const text of ['Clean & Carry', '$60.00 per month', 'Active', 'Next pickup:']) {
      await plan
        .getByText(text, { exact: text === 'Active' })
        .first()
        .waitFor();
    }
    const transactions = part(page, 'Latest Transactions').getByRole('listitem');
    await expect.poll(() => transactions.count()).toBe(5);
    const latest = await transactions.allInnerTexts();
    expect(latest[0]).toMatch(/Clean & Carry, monthly plan[\s\S]*Paid[\s\S]*\$60\.00/);
    expect(latest[1]).toContain(`One-time pickup, 8 bags, ${formatDateKey(day(4))}`);
    expect(latest[1]).toMatch(/Failed[\s\S]*Your card was declined\.[\s\S]*\$45\.00/);

    const owed = part(page, 'Waiting for Payment');
    await owed.getByText(`One-time pickup, 8 bags, ${formatDateKey(day(5))}`, { exact: true }).waitFor();
    await owed.getByText('Pending').waitFor();
    const link = new URL((await owed.getByRole('link', { name: 'Pay $45.00' }).getAttribute('href')) ?? '', server.url);
    expect(link.pathname).toBe('/checkout');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      amount: '45.00',
      pickupId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      serviceType: 'one-time',
    });
    await look(page);
    await lookNarrow(page);
  });

  it('earlier payments and their receipts are a press away', async () => {
    const customer = await makeCustomer();
    for (let daysAhead = 7; daysAhead > 0; daysAhead -= 1) await book(customer, daysAhead, 'successful');
    const page = await open(customer, device);
    await page.goto('/billing');
    const lines = part(page, 'Latest Transactions').getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.count()).toBe(5);
    const earlier = page.getByRole('button', { name: 'Show earlier' });
    await look(page);
    await lookNarrow(page);

    await page.route('**/api/billing-history?*cursor=*', (route) => route.fulfill({ status: 500, json: {} }));
    await earlier.press('Enter');
    await part(page, 'Latest Transactions').getByText('Earlier transactions could not be loaded.').waitFor();
    await look(page);
    await page.unroute('**/api/billing-history?*cursor=*');
    await earlier.press('Enter');
    await lines.nth(6).waitFor();
    await earlier.waitFor({ state: 'detached' });
    expect(await lines.count()).toBe(7);
    expect(await lines.nth(5).evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page
      .getByRole('article')
      .getByText(formatDateKey(day(6)))
      .waitFor();
    await page.getByRole('link', { name: 'Back to billing' }).click();
    await lines.nth(6).waitFor();
    await look(page);
  });

  it('the chips list what they say, newest first, and a card has everything', async () => {
    const customer = await makeCustomer();
    await book(customer, 0, 'successful');
    await completeToday(customer);
    await book(customer, 30, 'successful');
    await book(customer, 31);
    await subscribe(customer);
    const page = await open(customer, device);
    await page.goto('/pickup-history');
    await page.getByRole('status').getByText('4 pickups').waitFor();
    const days = await cards(page).getByRole('heading').allInnerTexts();
    expect(days.slice(0, 2)).toEqual([31, 30].map((ahead) => longDay(day(ahead))));
    expect(days[3]).toBe(`Today, ${formatDateKey(day(0), 'long').replace(/^\w+, /, '')}`);

    for (const [chip, total] of [
      ['Subscription', '1 pickup'],
      ['One-Time', '3 pickups'],
      ['Scheduled', '3 pickups'],
      ['Completed', '1 pickup'],
    ] as const) {
      await page.getByRole('button', { name: chip, exact: true }).press('Enter');
      // The list before may have been as long.
      await page.getByRole('button', { name: chip, exact: true, pressed: true }).waitFor();
      await page.getByRole('status').getByText(total, { exact: true }).waitFor();
    }
    const completed = cards(page);
    for (const text of [
      'Completed',
      '8 bags · Same-Day',
      address,
      '$45.00',
      'Blue door, ring twice',
      'Completed today',
    ]) {
      await completed.getByText(text, { exact: true }).first().waitFor();
    }
    await look(page);
    await lookNarrow(page);
    await completed.getByRole('button', { name: 'Repeat This Pickup' }).click();
    await toastTitle(page, 'Coming Soon').waitFor();

    await page.reload();
    await page.getByRole('status').getByText('1 pickup', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    const unpaid = cards(page).filter({ hasText: 'Unpaid' });
    await unpaid.waitFor();
    expect(await unpaid.getByRole('link', { name: /^Pay \$45\.00/ }).getAttribute('href')).toMatch(
      /^\/checkout\?amount=45\.00&pickupId=[0-9a-f-]{36}&serviceType=one-time$/,
    );
    const ofPlan = cards(page).filter({ hasText: 'Subscription' });
    await ofPlan.getByText('Included').first().waitFor();
    expect(await ofPlan.getByRole('button', { name: 'Repeat This Pickup' }).count()).toBe(0);
    await look(page);
  });

  it('the profile says what is wrong, loses nothing, and is saved', async () => {
    const [other, customer] = [await makeCustomer(), await makeCustomer()];
    const page = await open(customer, device);
    await page.goto('/settings');
    const [username, email] = [page.getByLabel('Username'), page.getByLabel('Email', { exact: true })];
    const save = page.getByRole('button', { name: 'Save Changes' });
    await look(page);
    await lookNarrow(page);
    expect(await page.getByLabel('Account type').inputValue()).toBe('Customer');
    expect(await page.getByLabel('Account type').isEditable()).toBe(false);

    await username.fill('my-admin');
    await email.fill('me+you@stoop.example');
    await save.click();
    await page.getByText("Username cannot contain 'admin'", { exact: true }).waitFor();
    await page.getByText('Email aliases with + are not allowed for security', { exact: true }).waitFor();
    expect(await username.evaluate((input) => input === document.activeElement)).toBe(true);
    await look(page);

    await username.fill(other.username.toUpperCase());
    await email.fill('moved@stoop.example');
    await save.click();
    await toastTitle(page, 'Update Failed').waitFor();
    await page.locator('form').getByText('Username is already taken', { exact: true }).waitFor();
    expect([await username.inputValue(), await email.inputValue()]).toEqual([
      other.username.toUpperCase(),
      'moved@stoop.example',
    ]);
    await look(page);

    const renamed = `${customer.username}-new`;
    await username.fill(renamed);
    await email.fill(`${renamed}@stoop.example`);
    await username.press('Enter');
    await toastTitle(page, 'Profile Updated').waitFor();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username)).toBe(renamed);
    await page.getByText(`${renamed}@stoop.example is not verified yet.`).waitFor();
    await page.getByRole('button', { name: 'Resend email' }).click();
    await toastTitle(page, 'Email Sent').waitFor();
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: renamed }).waitFor();
    await page.goto('/settings');
    await expect.poll(() => username.inputValue()).toBe(renamed);
  });

  it('the switches, the announcements and the way out work by keyboard', async () => {
    const customer = await makeCustomer();
    const page = await open(customer, device);
    await page.goto('/settings');
    await page.getByLabel('Account type').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    for (const name of ['Push notifications', 'Email notifications']) {
      const toggle = page.getByRole('switch', { name });
      expect(await toggle.evaluate((button) => button === document.activeElement), name).toBe(true);
      expect(await toggle.getAttribute('aria-checked')).toBe('true');
      await page.keyboard.press('Space');
      expect(await toggle.getAttribute('aria-checked')).toBe('false');
      await page.keyboard.press('Tab');
    }
    for (const [name, words] of [
      ['Change Password', /^Changing your password here is coming soon/],
      ['Export My Data', 'Exporting your data is coming soon.'],
      ['Referral Code', 'Referral codes are coming soon.'],
    ] as const) {
      expect(await page.getByRole('button', { name }).evaluate((button) => button === document.activeElement)).toBe(
        true,
      );
      await page.keyboard.press('Enter');
      await page.getByText(words).first().waitFor();
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

describe('in trouble', () => {
  it('a part of billing that fails takes no other with it, and is tried again alone', async () => {
    const customer = await makeCustomer();
    await book(customer, 1, 'successful');
    await book(customer, 2);
    const page = await open(customer);
    let broken = /billing|subscription/;
    await page.route('**/api/**', async (route) => {
      if (!broken.test(new URL(route.request().url()).pathname)) return await route.continue();
      await route.fulfill({ status: 500, json: { message: 'Something went wrong. Please try again.' } });
    });
    await page.goto('/billing');
    await page.getByRole('heading', { name: 'We could not load your billing' }).waitFor();
    await look(page);
    broken = /billing-history/;
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Summary').getByText('$45.00').waitFor();
    await part(page, 'Subscription').getByText('No active subscription.').waitFor();
    await part(page, 'Latest Transactions').getByText('could not be loaded').waitFor();
    await look(page);
    broken = /nothing/;
    await part(page, 'Latest Transactions').getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Latest Transactions').getByText('Next-day pickup, 8 bags').waitFor();
    await page.getByText('We could not check for unpaid pickups.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Waiting for Payment').getByRole('link', { name: 'Pay $45.00' }).waitFor();
  });

  it('a history that cannot be read says so, and is read on demand', async () => {
    const page = await open(await makeCustomer());
    await page.route('**/api/pickups?*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
    await page.goto('/pickup-history');
    await page.getByRole('heading', { name: 'We could not load your pickups' }).waitFor();
    await look(page);
    await page.unroute('**/api/pickups?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No pickups yet' }).waitFor();
  });

  it('what the poll brings changes nothing that is being typed', async () => {
    const customer = await makeCustomer();
    const page = await open(customer);
    await page.clock.install();
    await page.goto('/settings');
    await page.getByLabel('Username').fill('half-typ');
    await ask('PATCH', '/api/me', customer.token, { email: 'elsewhere@stoop.example' });
    const news = page.getByText('elsewhere@stoop.example is not verified yet.');
    // The page's first question may still be on its way, and no poll be due yet: then a minute later.
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(31_000);
          return await news.isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('elsewhere@stoop.example');
    expect(await page.getByLabel('Username').inputValue()).toBe('half-typ');
  });
});

describe('a long history', () => {
  const total = 520;

  it('is read on to its end, and is never more than a few cards at a time', async () => {
    const customer = await makeCustomer();
    await fillHistory(customer.username, total);
    const page = await open(customer);
    const asked = new Set<string>();
    page.on('request', (request) => request.url().includes('/api/pickups?') && asked.add(request.url()));
    await page.goto('/pickup-history');
    await page.getByRole('status').getByText(`${total} pickups`).waitFor();
    expect([...asked]).toEqual([`${server.url}/api/pickups?limit=20`]);
    const mostCards = await scrollToEnd(page, longDay(day(-total)));
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect([...asked].filter((path) => path.includes('cursor='))).toHaveLength(5);
    expect(mostCards).toBeLessThan(80);
    await expectAccessible(page);
  });
});

/** One completed pickup a day, from yesterday back. */
async function fillHistory(username: string, pickups: number): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO pickups ("id", "customerId", "address", "bagCount", "amount", "serviceType", "status", "scheduledDate", "completedAt", "paymentStatus")
     SELECT gen_random_uuid(), users."id", i || ' Market St, Philadelphia, PA 19103', 8, 45, 'one-time', 'completed', at, at, 'paid'
     FROM users, generate_series(1, $2::integer) AS i, LATERAL (SELECT ($3::date - i + time '09:00') AT TIME ZONE 'America/New_York' AS at) AS days
     WHERE users."username" = $1`,
    [username, pickups, day(0)],
  );
  await client.end();
}

/** Scrolls until the card with this heading is there; answers how many cards stood in the page at most. */
async function scrollToEnd(page: Page, lastHeading: string): Promise<number> {
  return await page.evaluate(async (last) => {
    const headings = () => [...document.querySelectorAll('main li h2')].map((heading) => heading.textContent);
    let most = 0;
    while (!headings().includes(last)) {
      scrollBy(0, 1200);
      await new Promise((resolve) => setTimeout(resolve, 50));
      most = Math.max(most, headings().length);
    }
    return most;
  }, lastHeading);
}

/** As a card heads itself: with the year where it is not this one. */
function longDay(key: string): string {
  const year = key.slice(0, 4);
  return year === day(0).slice(0, 4) ? formatDateKey(key, 'long') : `${formatDateKey(key, 'long')}, ${year}`;
}
