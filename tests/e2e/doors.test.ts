import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../contract/pages.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  openPlainPage,
  phone,
  type Visit,
  visit,
} from '../support/browser.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { goodPassword } from '../support/people.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** Who may open which screen (SHELL-1), and what the sign-in and registration forms say (ACC-3, ACC-9). */

const usernames = { customer: 'door-customer', driver: 'door-driver', admin: 'door-desk' } as const;
const homes = { customer: '/dashboard', driver: '/driver', admin: '/admin' } as const;
type Role = keyof typeof usernames;

let server: ServerProcess;
let browser: Browser;
let current: Visit;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
  for (const [role, username] of Object.entries(usernames))
    await makeAccount(server.databaseUrl, role as Role, username);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => await current.context.close());

async function open(device = desktop): Promise<Page> {
  current = await visit(browser, device, server.url);
  return current.page;
}

async function signIn(page: Page, username: string, password = goodPassword): Promise<void> {
  await page.goto('/login');
  await signInHere(page, username, password);
}

/** On the sign-in page. */
async function signInHere(page: Page, username: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: false }).click();
}

async function forget(page: Page): Promise<void> {
  await openPlainPage(page);
  await page.evaluate(() => localStorage.clear());
}

it('a browser gets what it asks for without having read a page', async () => {
  const page = await open();
  for (const [path, type] of [
    ['/robots.txt', 'text/plain'],
    ['/favicon.ico', 'image/'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toContain(type);
  }
});

const pathOf = (page: Page) => new URL(page.url()).pathname;
const guarded = pages.filter((page) => page.access !== 'public').map((page) => page.path);

describe('screens', () => {
  it('send a stranger to /login', async () => {
    const page = await open();
    for (const path of [...guarded, '/admin/requests']) {
      await page.goto(path);
      await page.waitForURL('**/login');
    }
    expect(current.complaints).toEqual([]);
  });

  it.each(['customer', 'driver', 'admin'] as const)(
    'let a %s into their own and send them home from the others',
    async (role) => {
      const page = await open();
      await signIn(page, usernames[role]);
      await page.waitForURL(`**${homes[role]}`);
      await page.getByText('Welcome back!', { exact: true }).first().waitFor();
      for (const { path, access } of pages.filter((screen) => screen.access !== 'public')) {
        // Without an amount there is nothing to check out.
        await page.goto(path === '/checkout' ? '/checkout?amount=45.00' : path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(pathOf(page), path).toBe(access === role ? path : homes[role]);
      }
      await page.goto('/');
      await page.waitForURL(`**${homes[role]}`);
      expect(current.complaints).toEqual([]);
    },
  );

  it('show the admin dashboard at an unrecognised admin path, and 404 elsewhere', async () => {
    const page = await open();
    await signIn(page, usernames.admin);
    await page.waitForURL('**/admin');
    await page.goto('/admin/no-such-section');
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
    await expectAccessible(page);
  });

  it.each(['/billing?card=update', '/billing?receipt=0194f6f0-0000-7000-8000-000000000000'])(
    'that a mail leads to are not lost over the sign-in: %s',
    async (path) => {
      const page = await open(phone);
      await page.goto(path);
      await page.waitForURL('**/login');
      await signInHere(page, usernames.customer, 'Wrong-password-1');
      await page.getByText('Login failed', { exact: true }).first().waitFor();
      await signInHere(page, usernames.customer);
      await page.waitForURL(server.url + path);
      await page.getByText('Welcome back!', { exact: true }).first().waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      // It leads there once.
      await forget(page);
      await signIn(page, usernames.customer);
      await page.waitForURL(server.url + homes.customer);
    },
  );

  it('of others are nobody else’s way, and after a sign-out everybody goes home', async () => {
    const page = await open(phone);
    await page.goto('/billing?card=update');
    await page.waitForURL('**/login');
    await signInHere(page, usernames.driver);
    await page.waitForURL(server.url + homes.driver);
    await forget(page);
    await signIn(page, usernames.customer);
    await page.waitForURL(server.url + homes.customer);
    await page.goto('/settings');
    // In another tab.
    const other = await current.context.newPage();
    await other.goto('/billing?card=update');
    await other.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${server.url}/`);
    await other.waitForURL('**/login');
    await signInHere(other, usernames.customer);
    await other.waitForURL(server.url + homes.customer);
    await other.goto('/settings');
    await other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await other.waitForURL(`${server.url}/`);
    await signIn(other, usernames.customer);
    await other.waitForURL(server.url + homes.customer);
  });

  it('are where somebody goes on whose session has ended meanwhile', async () => {
    const page = await open(phone);
    await signIn(page, usernames.customer);
    await page.waitForURL('**/dashboard');
    await openPlainPage(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    // It leaves again before it has loaded whole.
    await page.goto('/billing?card=update', { waitUntil: 'commit' });
    await page.waitForURL('**/login');
    await signInHere(page, usernames.customer);
    await page.waitForURL(`${server.url}/billing?card=update`);
  });

  it('sign out to the landing page, and stay signed out', async () => {
    const page = await open(phone);
    await signIn(page, usernames.customer);
    await page.waitForURL('**/dashboard');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.goto('/settings');
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${server.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const answer = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });
});

describe('the forms at the door', () => {
  it('say what is wrong under each field, and lose nothing', async () => {
    const page = await open(phone);
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create Account' }).click();
    for (const message of [
      'Username must be at least 3 characters',
      'Please enter a valid email address',
      'First name is required',
      'Last name is required',
      'Phone number is required',
      'Address is required',
      'Password must be at least 8 characters long',
    ]) {
      await page.getByText(message, { exact: true }).waitFor();
    }
    const wrong = [
      ['Username', 'my-admin', "Username cannot contain 'admin'"],
      ['Email', 'me+you@stoop.example', 'Email aliases with + are not allowed for security'],
      ['Phone number', '123', 'Please enter a valid US phone number'],
      ['Password', 'alllowercase', /^Password must contain at least one uppercase letter/],
      ['Confirm password', 'different', 'Passwords do not match'],
    ] as const;
    for (const [label, value, message] of wrong) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(value);
      await field.blur();
      await page.getByText(message).waitFor();
    }
    expect(await page.getByLabel('Email').inputValue()).toBe('me+you@stoop.example');
    await checkPage(page);
  });

  it("show the server's word at the field when a name is taken", async () => {
    const page = await open(phone);
    await page.goto('/register');
    const form = {
      Username: usernames.driver.toUpperCase(),
      Email: 'new-person@stoop.example',
      'First name': 'Pat',
      'Last name': 'Example',
      'Phone number': '2155550142',
      'Service address': '1 Penn Sq',
      Password: goodPassword,
      'Confirm password': goodPassword,
    };
    for (const [label, value] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Registration failed', { exact: true }).first().waitFor();
    await page.getByText('Username is already taken').first().waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(form.Email);
  });

  it('refuse a wrong password with one message, and keep the name', async () => {
    const page = await open(phone);
    await signIn(page, usernames.customer, 'Wrong-word9!');
    await page.getByText('Login failed', { exact: true }).first().waitFor();
    await page.getByText('Invalid username or password').first().waitFor();
    expect(await page.getByLabel('Username or email').inputValue()).toBe(usernames.customer);
    await expectAccessible(page);
  });
});
