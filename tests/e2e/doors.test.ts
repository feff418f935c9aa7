import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { pages, textPages } from '../../contract/pages.ts';
import { goodPassword, makeAccount } from '../support/accounts/people.ts';
import { checkPage, desktop, expectAccessible, openPlainPage, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';

/** Who may open which screen (SHELL-1), and the messages of the sign-in and registration forms (ACC-3, ACC-9). */

const usernames = { customer: 'door-customer', driver: 'door-driver', admin: 'door-desk' } as const;
const homes = { customer: '/dashboard', driver: '/driver', admin: '/admin' } as const;
type Role = keyof typeof usernames;

// In production without Stripe's keys, every staff screen says that no card is charged (SERVICE-20).
const stories = setUpStories({ env: async () => ({ NODE_ENV: 'production' }), expectedErrors: refusedRequests });
beforeAll(async () => {
  for (const [role, username] of Object.entries(usernames))
    await makeAccount(stories.server.databaseUrl, role as Role, username);
});

const open = async (device = desktop): Promise<Page> => (await stories.visit(device)).page;
const complaints = () => stories.visits[0]?.complaints;

async function signIn(page: Page, username: string, password = goodPassword): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, username, password);
}

/** Fills and submits the form of the sign-in page. */
async function submitSignIn(page: Page, username: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: false }).click();
}

async function clearStorage(page: Page): Promise<void> {
  await openPlainPage(page);
  await page.evaluate(() => localStorage.clear());
}

it("the files that browsers request by themselves are the app's", async () => {
  const page = await open();
  for (const [path, type] of [
    ['/robots.txt', 'text/plain'],
    ['/favicon.ico', 'image/'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toContain(type);
  }
});

it.runIf(isLong)(
  'Terms and Privacy are open to everybody, and the landing page answers questions without script',
  async () => {
    const page = await open(phone);
    for (const path of ['/', ...textPages]) {
      const html = await (await page.request.get(path)).text();
      const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
      expect(script.length, path).toBeLessThan(path === '/' ? 1000 : 1);
      expect(html, path).not.toMatch(/<script[^>]|__[A-Z_]+__/);
    }
    await page.goto('/');
    await page.getByText('Can I get a pickup today?', { exact: true }).click();
    await page.getByText('Yes. Choose today when you book.', { exact: true }).waitFor();
    // The action bar is at the bottom of the screen, and stays above the end of the page.
    const bar = page.getByRole('link', { name: 'Book a pickup' }).last();
    const gapBelow = async () => {
      const box = await bar.boundingBox();
      return phone.viewport.height - (box ? box.y + box.height : Number.NaN);
    };
    expect(await gapBelow()).toBeLessThan(20);
    expect(await gapBelow()).toBeGreaterThan(0);
    await checkPage(page);
    const footer = page.getByRole('contentinfo');
    await footer.scrollIntoViewIfNeeded();
    expect(await gapBelow()).toBeGreaterThan(phone.viewport.height - ((await footer.boundingBox())?.y ?? 0));
    await footer.getByRole('link', { name: 'Terms' }).click();
    for (const name of ['Terms', 'Privacy']) {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await checkPage(page);
      if (name === 'Terms') await page.getByRole('banner').getByRole('link', { name: 'Privacy' }).click();
    }
    expect(complaints()).toEqual([]);
  },
);

const pathOf = (page: Page) => new URL(page.url()).pathname;
/** The screens that need a role. The page of an unknown pickup shows 'Page Not Found'. */
const guarded = pages
  .filter((page) => page.access !== 'public')
  .map(({ path, access }) => ({ path: path.replace('$id', randomUUID()), access }));

describe('screens', () => {
  it('redirect to /login without a session', async () => {
    const page = await open();
    for (const path of [...guarded.map((page) => page.path), '/admin/requests']) {
      await page.goto(path);
      await page.waitForURL('**/login');
    }
    expect(complaints()).toEqual([]);
  });

  it.each(isLong ? (['customer', 'driver', 'admin'] as const) : (['customer'] as const))(
    'open for a %s if they are theirs, and redirect home otherwise',
    async (role) => {
      const page = await open();
      await signIn(page, usernames[role]);
      await page.waitForURL(`**${homes[role]}`);
      await page.getByText('Welcome back!', { exact: true }).first().waitFor();
      for (const { path, access } of guarded) {
        // The checkout redirects without an amount.
        await page.goto(path === '/checkout' ? '/checkout?amount=45.00' : path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(pathOf(page), path).toBe(access === role ? path : homes[role]);
        const notices = page.getByText('No card is charged.', { exact: true });
        expect(await notices.count(), path).toBe(role === 'customer' ? 0 : 1);
      }
      await page.goto('/');
      await page.waitForURL(`**${homes[role]}`);
      // Only refused requests are logged, because the pickup is unknown.
      expect(complaints()?.filter((text) => !refusedRequests.test(text))).toEqual([]);
    },
  );

  it.runIf(isLong)('of staff are accessible on a phone with the notice that no card is charged', async () => {
    const page = await open(phone);
    await signIn(page, usernames.admin);
    await page.getByText('No card is charged.', { exact: true }).waitFor();
    await checkPage(page);
    expect(stories.server.output()).toMatch(/"level":40.*"msg":"no card is charged: payments are simulated/);
  });

  it.runIf(isLong)('are the admin dashboard at an unknown admin path, and a 404 page elsewhere', async () => {
    const page = await open();
    await signIn(page, usernames.admin);
    await page.waitForURL('**/admin');
    await page.goto('/admin/no-such-section');
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
    await expectAccessible(page);
  });

  it.runIf(isLong).each(['/billing?card=update', '/billing?receipt=0194f6f0-0000-7000-8000-000000000000'])(
    'linked from an email open after signing in: %s',
    async (path) => {
      const page = await open(phone);
      await page.goto(path);
      await page.waitForURL('**/login');
      await submitSignIn(page, usernames.customer, 'Wrong-password-1');
      await page.getByText('Login failed', { exact: true }).first().waitFor();
      await submitSignIn(page, usernames.customer);
      await page.waitForURL(stories.server.url + path);
      await page.getByText('Welcome back!', { exact: true }).first().waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The return happens only once: the next sign-in leads home.
      await clearStorage(page);
      await signIn(page, usernames.customer);
      await page.waitForURL(stories.server.url + homes.customer);
    },
  );

  it('of another role do not open after signing in, and signing out forgets where to return', async () => {
    const page = await open(phone);
    await page.goto('/billing?card=update');
    await page.waitForURL('**/login');
    await submitSignIn(page, usernames.driver);
    await page.waitForURL(stories.server.url + homes.driver);
    await clearStorage(page);
    await signIn(page, usernames.customer);
    await page.waitForURL(stories.server.url + homes.customer);
    await page.goto('/settings');
    const other = await page.context().newPage();
    await other.goto('/billing?card=update');
    await other.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stories.server.url}/`);
    await other.waitForURL('**/login');
    await submitSignIn(other, usernames.customer);
    await other.waitForURL(stories.server.url + homes.customer);
    await other.goto('/settings');
    await other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await other.waitForURL(`${stories.server.url}/`);
    await signIn(other, usernames.customer);
    await other.waitForURL(stories.server.url + homes.customer);
  });

  it.runIf(isLong)('open again after signing in when the session has ended', async () => {
    const page = await open(phone);
    await signIn(page, usernames.customer);
    await page.waitForURL('**/dashboard');
    await openPlainPage(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await fetch(`${stories.server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    // The page redirects before it has loaded completely.
    await page.goto('/billing?card=update', { waitUntil: 'commit' });
    await page.waitForURL('**/login');
    await submitSignIn(page, usernames.customer);
    await page.waitForURL(`${stories.server.url}/billing?card=update`);
  });

  it('sign out to the landing page, and end the session', async () => {
    const page = await open(phone);
    await signIn(page, usernames.customer);
    await page.waitForURL('**/dashboard');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.goto('/settings');
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stories.server.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const response = await fetch(`${stories.server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
  });
});

describe('the sign-in and registration forms', () => {
  it('show an error under each wrong field, and keep what was typed', async () => {
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

  it("suggest address and username, and show the server's message at the field when a username is taken", async () => {
    const page = await open(phone);
    await page.goto('/register');
    const form = {
      Email: 'new.person@stoop.example',
      'First name': 'Pat',
      'Last name': 'Example',
      'Phone number': '2155550142',
      'Service address': '4212 Pine',
      Password: goodPassword,
      'Confirm password': goodPassword,
    };
    for (const [label, value] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(value);
    const address = page.getByLabel('Service address', { exact: true });
    await address.press('ArrowDown');
    await page.getByRole('option', { name: '4212 Pine St, Philadelphia, PA 19104' }).click();
    await expect.poll(() => address.inputValue()).toBe('4212 Pine St, Philadelphia, PA 19104');
    const username = page.getByLabel('Username', { exact: true });
    expect(await username.inputValue()).toBe('new-person');
    await username.fill(usernames.driver.toUpperCase());
    await page.getByLabel('Email').fill('newer.person@stoop.example');
    await page.getByLabel('Email').fill(form.Email);
    expect(await username.inputValue()).toBe(usernames.driver.toUpperCase());
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Registration failed', { exact: true }).first().waitFor();
    await page.getByText('Username is already taken').first().waitFor();
    await expect.poll(() => username.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe(form.Email);
  });

  it('show one message for a wrong password, and keep the username', async () => {
    const page = await open(phone);
    await signIn(page, usernames.customer, 'Wrong-word9!');
    await page.getByText('Login failed', { exact: true }).first().waitFor();
    await page.getByText('Invalid username or password').first().waitFor();
    expect(await page.getByLabel('Username or email').inputValue()).toBe(usernames.customer);
    await expectAccessible(page);
  });
});
