import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { testCards } from '../../contract/payments.ts';
import { formatDateKey } from '../../contract/values/time/dates.ts';
import { goodPassword } from '../support/accounts/people.ts';
import { makeStaff, registerCustomer, type SignedInUser, withSession } from '../support/accounts/signed-in.ts';
import {
  checkNarrowPage,
  checkPage,
  customerDevices,
  expectAccessible,
  expectToast,
  phone,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { linkIn, readMails } from '../support/services/mails.ts';
import { bookPaid, bookPickup, buyPlan, day, home } from '../support/subscriptions/purchases.ts';

/** Billing, settings and the pickup history: empty, full, with errors, and by keyboard. */

let admin: SignedInUser;
let driver: SignedInUser;
const stories = setUpStories({ expectedErrors: /\(Internal Server Error\)|40[019]/ });
beforeAll(async () => {
  admin = await makeStaff(stories.server, 'admin', 'billing-desk');
  driver = await makeStaff(stories.server, 'driver', 'billing-truck');
});

let count = 0;
const makeCustomer = () => registerCustomer(stories.server.url, `neighbor-${++count}`);

/** Books 8 bags, unpaid or paid with this card. Returns the pickup. */
async function book(customer: SignedInUser, daysAhead: number, card?: keyof typeof testCards) {
  const order = { daysAhead, specialInstructions: 'Blue door, ring twice' };
  return await (card ? bookPaid(customer, { ...order, card }) : bookPickup(customer, order));
}

/** Books a paid pickup for today, assigns it and completes it. */
async function bookCompleted(customer: SignedInUser): Promise<void> {
  const { id } = await book(customer, 0, 'successful');
  await admin.send('POST', `/api/admin/pickups/${id}/assign`, { driverId: driver.user.id });
  await admin.send('PATCH', `/api/admin/complete-pickup/${id}`, { status: 'completed' });
}

/** Signs in on another device. Returns its token. */
async function signInAgain({ user, send }: SignedInUser): Promise<string> {
  return (await send('POST', '/api/auth/login', { username: user.username, password: goodPassword })).token;
}

/** Opens a window in which the customer is signed in. */
async function open(customer: SignedInUser, device = phone): Promise<Page> {
  return (await stories.visitAs(customer, device)).page;
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cards = (page: Page) => page.getByRole('list', { name: /^Pickups / }).locator(':scope > li');

describe.each(customerDevices)('on $name', (device) => {
  it.runIf(isLong)('a new customer sees empty states and links to the next steps', async () => {
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
    const contact = page.getByRole('link', { name: 'hello@stoop.example' });
    expect(await contact.getAttribute('href')).toBe('mailto:hello@stoop.example');
    expect(await page.getByRole('heading', { name: 'Waiting for Payment' }).count()).toBe(0);
    await checkPage(page);
    await checkNarrowPage(page);
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.waitForURL('**/subscribe');

    await page.goto('/pickup-history');
    await page.getByRole('heading', { name: 'No pickups yet' }).waitFor();
    await checkPage(page);
    await checkNarrowPage(page);
    await page.getByRole('button', { name: 'Completed' }).click();
    await page.getByRole('heading', { name: 'No completed pickups' }).waitFor();
    await page.getByRole('button', { name: 'Show all pickups' }).click();
    await page.getByRole('button', { name: 'Book First Pickup' }).click();
    await page.getByRole('dialog').getByLabel('Up to 8 bags').waitFor();
  });

  it('billing shows payments, the plan, and what is unpaid', async () => {
    const customer = await makeCustomer();
    await bookCompleted(customer);
    for (const daysAhead of [1, 2, 3]) await book(customer, daysAhead, 'successful');
    await book(customer, 4, 'declined');
    await buyPlan(customer);
    await writeCredit(customer.user.username);
    await book(customer, 5);
    const page = await open(customer, device);
    await page.goto('/billing');
    await part(page, 'Summary').waitFor();

    await expect.poll(() => part(page, 'Summary').getByRole('definition').allInnerTexts()).toEqual(['1', '$240.00']);
    const plan = part(page, 'Active Subscription');
    const card = ['Visa ending in 4242', 'Expires Dec 2040'];
    for (const text of ['Clean & Carry', '$60.00 per month', 'Active', 'Next pickup:', ...card]) {
      await plan
        .getByText(text, { exact: text === 'Active' })
        .first()
        .waitFor();
    }
    const credit = part(page, 'Plan credit');
    await credit.getByText('It lowers your next charge.').waitFor();
    expect(await credit.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^${formatDateKey(day(-3))}\\s+\\$15\\.00$`)),
    ]);
    const transactions = part(page, 'Latest Transactions').getByRole('listitem');
    await expect.poll(() => transactions.count()).toBe(5);
    const latest = await transactions.allInnerTexts();
    expect(latest[0]).toMatch(/Clean & Carry, monthly plan[\s\S]*Paid[\s\S]*\$60\.00/);
    expect(latest[1]).toContain(`One-time pickup, 8 bags, ${formatDateKey(day(4))}`);
    expect(latest[1]).toMatch(/Failed[\s\S]*Your card was declined\.[\s\S]*\$45\.00/);

    const unpaid = part(page, 'Waiting for Payment');
    await unpaid.getByText(`One-time pickup, 8 bags, ${formatDateKey(day(5))}`, { exact: true }).waitFor();
    await unpaid.getByText('Pending').waitFor();
    const payLink = unpaid.getByRole('link', { name: 'Pay $45.00' });
    const link = new URL((await payLink.getAttribute('href')) ?? '', stories.server.url);
    expect(link.pathname).toBe('/checkout');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      amount: '45.00',
      pickupId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      serviceType: 'one-time',
    });
    await checkPage(page);
    await checkNarrowPage(page);

    await pausePlan(customer.user.username);
    await page.reload();
    await part(page, 'Subscription').getByText('Paused', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Active Subscription' }).count()).toBe(0);
    await page.goto('/dashboard');
    await part(page, 'Subscription').getByText('None', { exact: true }).waitFor();
    expect(await part(page, 'Subscription').getByText('Paused', { exact: true }).count()).toBe(1);
  });

  it.runIf(isLong)('"Show earlier" loads earlier payments, whose receipts open', async () => {
    const customer = await makeCustomer();
    for (let daysAhead = 7; daysAhead > 0; daysAhead -= 1) await book(customer, daysAhead, 'successful');
    const page = await open(customer, device);
    await page.goto('/billing');
    const lines = part(page, 'Latest Transactions').getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.count()).toBe(5);
    const earlier = page.getByRole('button', { name: 'Show earlier' });
    await checkPage(page);
    await checkNarrowPage(page);

    await page.route('**/api/billing-history?*cursor=*', (route) => route.fulfill({ status: 500, json: {} }));
    await earlier.press('Enter');
    await part(page, 'Latest Transactions').getByText("We couldn't load earlier transactions.").waitFor();
    await checkPage(page);
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
    await checkPage(page);
  });

  it('the history is filtered by its chips, newest first, and a card shows all details', async () => {
    const customer = await makeCustomer();
    await bookCompleted(customer);
    await book(customer, 30, 'successful');
    await book(customer, 31);
    await buyPlan(customer);
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
      // The previous list may have had the same length.
      await page.getByRole('button', { name: chip, exact: true, pressed: true }).waitFor();
      await page.getByRole('status').getByText(total, { exact: true }).waitFor();
    }
    const completed = cards(page);
    for (const text of ['Completed', '8 bags · Same-Day', home, '$45.00', 'Blue door, ring twice', 'Completed today']) {
      await completed.getByText(text, { exact: true }).first().waitFor();
    }
    await checkPage(page);
    await checkNarrowPage(page);
    await completed.getByRole('button', { name: 'Repeat This Pickup' }).click();
    await expectToast(page, 'Coming Soon');

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
    await checkPage(page);

    await unpaid.getByRole('heading').getByRole('link').press('Enter');
    await page.getByText("Booked, but not paid yet. We'll assign a driver.").waitFor();
    await part(page, 'What happened').getByText('You booked it').waitFor();
    await customer.send('POST', `/api/pickups/${page.url().split('/').at(-1)}/cancel`, { expectedRefund: '0.00' });
    await page.goto('/pickup-history');
    await page.getByRole('status').getByText('3 pickups').waitFor();
    await page.getByRole('button', { name: 'Cancelled', exact: true }).press('Enter');
    await page.getByRole('status').getByText('1 pickup', { exact: true }).waitFor();
    await cards(page).getByRole('heading').getByRole('link').press('Enter');
    const mail = part(page, 'Get help').getByRole('link', { name: 'Email us' });
    expect(await mail.getAttribute('href')).toMatch(
      /^mailto:hello@stoop\.example\?subject=Pickup%20%23[0-9a-f]{8}%2C%20/,
    );
    await checkPage(page);
    await checkNarrowPage(page);

    await page.goto('/dashboard');
    const next = part(page, 'Next pickup');
    await next.getByText('Part of your plan.').waitFor();
    await next.getByRole('link').first().press('Enter');
    await page.waitForURL(/\/pickup-history\/[0-9a-f-]{36}$/);
    await part(page, 'Payment').getByText('Included in your plan.').waitFor();
    await page.getByRole('button', { name: 'Skip this visit' }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('status').getByText('3 pickups').waitFor();
  });

  it('the profile form shows errors, keeps what was typed, and is saved', async () => {
    const [other, customer] = [await makeCustomer(), await makeCustomer()];
    const page = await open(customer, device);
    await page.goto('/settings');
    const [username, email] = [page.getByLabel('Username'), page.getByLabel('Email', { exact: true })];
    const save = page.getByRole('button', { name: 'Save Changes' });
    await checkPage(page);
    await checkNarrowPage(page);
    expect(await page.getByLabel('Account type').inputValue()).toBe('Customer');
    expect(await page.getByLabel('Account type').isEditable()).toBe(false);

    expect(await page.getByLabel('Current password').count()).toBe(0);
    await save.click();
    await expectToast(page, 'Nothing to Save');

    await username.fill('my-admin');
    await email.fill('me+you@stoop.example');
    await save.click();
    await page.getByText("Username cannot contain 'admin'", { exact: true }).waitFor();
    await page.getByText('Email aliases with + are not allowed for security', { exact: true }).waitFor();
    expect(await username.evaluate((input) => input === document.activeElement)).toBe(true);
    await checkPage(page);

    const takenName = other.user.username.toUpperCase();
    await username.fill(takenName);
    await email.fill('moved@stoop.example');
    await save.click();
    await page.getByText('Current password is required', { exact: true }).waitFor();
    await checkPage(page);
    await page.getByLabel('Current password').fill(goodPassword);
    await save.click();
    await expectToast(page, 'Update Failed');
    await page.locator('form').getByText('Username is already taken', { exact: true }).waitFor();
    expect([await username.inputValue(), await email.inputValue()]).toEqual([takenName, 'moved@stoop.example']);
    await checkPage(page);

    const renamed = `${customer.user.username}-new`;
    await username.fill(renamed);
    await email.fill(`${renamed}@stoop.example`);
    await page.getByLabel('Current password').fill('Wrong-side7!');
    await username.press('Enter');
    await page.locator('form').getByText('Current password is incorrect', { exact: true }).waitFor();
    await page.getByLabel('Current password').fill(goodPassword);
    await username.press('Enter');
    await expectToast(page, 'Profile Updated');
    expect(await page.getByLabel('Current password').count()).toBe(0);
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username)).toBe(renamed);
    await page.getByText(`${renamed}@stoop.example isn't verified yet.`).waitFor();
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expectToast(page, 'Email Sent');
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Next pickup' }).getByText(renamed).waitFor();
    await page.goto('/settings');
    await expect.poll(() => username.inputValue()).toBe(renamed);

    // The owner, who didn't make the change, opens the link on another device.
    const changed = async () =>
      (await readMails(join(stories.server.dataDir, 'mail'))).find(
        ({ to, subject }) => to === customer.user.email && subject === 'Your Stoop email address was changed',
      );
    await expect.poll(async () => (await changed()) !== undefined, { timeout: 30_000 }).toBe(true);
    const { page: owner } = await stories.visit(device);
    await owner.goto(linkIn(await changed(), '/undo-email-change'));
    await owner.getByRole('heading', { level: 1, name: 'Undo the email change' }).waitFor();
    await owner.waitForURL('**/undo-email-change');
    expect(await customer.send('GET', '/api/me')).toMatchObject({ email: `${renamed}@stoop.example` });
    await checkPage(owner);
    await owner.reload();
    await owner.getByRole('button', { name: 'Undo the change' }).press('Enter');
    await owner.getByRole('heading', { level: 1, name: 'Email change undone' }).waitFor();
    await checkPage(owner);
    expect((await customer.call('GET', '/api/me')).status).toBe(401);
    await owner.goto(linkIn(await changed(), '/undo-email-change'));
    await owner.getByRole('button', { name: 'Undo the change' }).click();
    await owner.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
    await owner.getByRole('link', { name: 'Back to sign in' }).click();
    await owner.getByLabel('Username or email').fill(customer.user.email);
    await owner.getByLabel('Password', { exact: true }).fill(goodPassword);
    await owner.getByRole('button', { name: 'Sign In' }).click();
    await owner.waitForURL('**/dashboard');
    const [marker] = (await owner.context().cookies()).filter(({ name }) => name === 'device');
    expect(marker).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  });

  it('the switches, the "coming soon" buttons, the download and the deletion work by keyboard', async () => {
    const customer = await makeCustomer();
    const { id, address } = await book(customer, 3, 'successful');
    const page = await open(customer, device);
    await page.goto('/settings');
    await page.getByRole('switch', { name: 'Reminders: Email' }).waitFor();
    await page.getByRole('button', { name: 'Save Phone and Address' }).focus();
    await page.keyboard.press('Tab');
    for (const group of ['Reminders', 'Changes', 'Results']) {
      for (const channel of ['Email', 'Notification']) {
        const toggle = page.getByRole('switch', { name: `${group}: ${channel}` });
        expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
        await page.keyboard.press('Space');
        await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
        await page.keyboard.press('Tab');
      }
    }
    const saved = async () => (await customer.send('GET', '/api/me/message-preferences')).groups;
    const off = { email: false, push: false, sms: false };
    await expect.poll(saved).toEqual(['reminders', 'changes', 'outcomes'].map((group) => ({ group, ...off })));
    await page.getByRole('switch', { name: 'Push notifications' }).focus();
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
    await page.getByRole('button', { name: 'Download your data' }).press('Enter');
    const download = page.getByRole('dialog', { name: 'Download your data' });
    await download.getByRole('radio', { name: 'JSON' }).press('Space');
    await download.getByLabel('Current password').fill('Wrong-side7!');
    await page.keyboard.press('Enter');
    await download.getByText('Current password is incorrect', { exact: true }).waitFor();
    await checkPage(page);
    await download.getByLabel('Current password').fill(goodPassword);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^stoop-data-\d{4}-\d\d-\d\d\.json$/);
    await expectToast(page, 'Data Downloaded');

    await page.getByRole('button', { name: 'Delete your account' }).press('Enter');
    const removal = page.getByRole('dialog', { name: 'Delete your account?' });
    const pickup = removal.getByRole('region', { name: 'This pickup is cancelled' });
    await pickup.getByText('$45.00 back', { exact: true }).waitFor();
    await checkPage(page);
    await checkNarrowPage(page);
    // Meanwhile the pickup is cancelled in another tab.
    await customer.send('POST', `/api/pickups/${id}/cancel`, { expectedRefund: '45.00' });
    await removal.getByLabel('Current password').fill(goodPassword);
    await page.keyboard.press('Enter');
    await removal.getByText('Something has changed.').waitFor();
    await removal.getByText(address).waitFor({ state: 'detached' });
    await removal.getByRole('button', { name: 'Delete my account' }).press('Enter');
    await page.waitForURL('**/login');
    await page.getByText('Your account is deleted.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await checkPage(page);
    expect((await customer.call('GET', '/api/me')).status).toBe(401);
  });
});

it.runIf(isLong)(
  'a choice that cannot be saved is reverted, and the link of an email stops such emails with a press',
  async () => {
    const customer = await makeCustomer();
    const page = await open(customer);
    await page.goto('/settings');
    const toggle = page.getByRole('switch', { name: 'Changes: Email' });
    await page.route('**/api/me/message-preferences', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await toggle.click();
    await expectToast(page, 'Not Saved');
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await checkPage(page);
    await checkNarrowPage(page);

    const { id } = await book(customer, 5);
    await customer.send('POST', `/api/pickups/${id}/cancel`, { expectedRefund: '0.00' });
    const mail = async () =>
      (await readMails(join(stories.server.dataDir, 'mail'))).find(
        ({ to, subject }) => to === customer.user.email && subject.includes('cancelled'),
      );
    await expect.poll(mail).toBeDefined();
    const { page: reader } = await stories.visit(phone);
    await reader.goto(linkIn(await mail(), '/unsubscribe'));
    await reader.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
    const emails = async () => (await customer.send('GET', '/api/me/message-preferences')).groups[1].email;
    expect(await emails()).toBe(true);
    await checkPage(reader);
    await reader.getByRole('button', { name: 'Stop these emails' }).press('Enter');
    await reader.getByRole('heading', { name: 'These emails are off' }).waitFor();
    expect(await emails()).toBe(false);
    await reader.getByRole('button', { name: 'Turn them back on' }).click();
    await reader.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
    expect(await emails()).toBe(true);
  },
);

it('a new address is saved with the pickups that the customer leaves checked, by keyboard', async () => {
  const customer = await makeCustomer();
  const [moving, staying] = [await book(customer, 2), await book(customer, 3)];
  await customer.send('PATCH', '/api/me/contact', { address: moving.address });
  const late = await book(customer, 0);
  const page = await open(customer);
  await page.goto('/settings');
  const phoneField = page.getByLabel('Phone', { exact: true });
  await phoneField.fill('(215) 555-01');
  await phoneField.press('Enter');
  await page.getByText('Please enter a valid US phone number', { exact: true }).waitFor();
  await phoneField.fill('2155550188');
  await page.getByRole('combobox', { name: 'Service address' }).fill('718 S 9th St, Philadelphia, PA 19147');
  await page.getByRole('button', { name: 'Save Phone and Address' }).press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Move your pickups too?' });
  const boxes = dialog.getByRole('checkbox');
  await expect.poll(() => boxes.count()).toBe(2);
  await dialog.getByRole('region', { name: 'Too late to move' }).getByText(late.address).waitFor();
  await checkPage(page);
  await boxes.last().press('Space');
  await dialog.getByRole('button', { name: 'Save and Move 1 Pickup' }).press('Enter');
  await expectToast(page, 'Contact Details Updated');
  await checkPage(page);

  const user = await customer.send('GET', '/api/me');
  expect(user).toMatchObject({ phone: '(215) 555-0188', address: '718 S 9th St, Philadelphia, PA 19147' });
  const pickups: { id: string; address: string }[] = await customer.send('GET', '/api/pickups');
  const addressOf = ({ id }: { id: string }) => pickups.find((pickup) => pickup.id === id)?.address;
  expect(addressOf(moving)).toBe(user.address);
  for (const pickup of [staying, late]) expect(addressOf(pickup)).toBe(staying.address);
});

it('the signed-in devices are listed, and one or all others are signed out', async () => {
  const customer = await makeCustomer();
  const page = await open(customer);
  const others = [await signInAgain(customer), await signInAgain(customer), await signInAgain(customer)];
  const isSignedIn = async (token: string) =>
    (await withSession(stories.server.url, { ...customer, token }).call('GET', '/api/me')).status === 200;
  await page.goto('/settings');
  const devices = part(page, 'Signed-in devices');
  const rows = devices.getByRole('listitem');
  await devices.getByText('This device').waitFor();
  expect(await rows.count()).toBe(4);
  await checkPage(page);
  await checkNarrowPage(page);
  const first = rows.filter({ hasNotText: 'This device' }).first().getByRole('button', { name: 'End session' });
  await first.focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Session Ended');
  await expect.poll(() => rows.count()).toBe(3);
  expect((await Promise.all(others.map(isSignedIn))).filter(Boolean)).toHaveLength(2);
  await devices.getByRole('button', { name: 'End all other sessions' }).click();
  await expectToast(page, '2 devices are signed out.');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false, false]);
  expect(await devices.getByRole('button').count()).toBe(0);
});

describe('when a request fails', () => {
  it.runIf(isLong)('the other parts of billing still load, and the failed part is retried alone', async () => {
    const customer = await makeCustomer();
    await book(customer, 1, 'successful');
    await book(customer, 2);
    const page = await open(customer);
    let broken = /billing|subscription|unspent/;
    await page.route('**/api/**', async (route) => {
      if (!broken.test(new URL(route.request().url()).pathname)) return await route.continue();
      await route.fulfill({ status: 500, json: { message: 'Something went wrong. Please try again.' } });
    });
    await page.goto('/billing');
    await page.getByRole('heading', { name: "We couldn't load your billing" }).waitFor();
    await checkPage(page);
    broken = /billing-history/;
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Summary').getByText('$45.00').waitFor();
    await part(page, 'Subscription').getByText('No active subscription.').waitFor();
    await part(page, 'Latest Transactions').getByText("We couldn't load").waitFor();
    await checkPage(page);
    broken = /nothing/;
    await part(page, 'Latest Transactions').getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Latest Transactions').getByText('Next-day pickup, 8 bags').waitFor();
    await page.getByText("We couldn't check for unpaid pickups.").waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Waiting for Payment').getByRole('link', { name: 'Pay $45.00' }).waitFor();
  });

  it.runIf(isLong)('the history shows an error, and loads on "Try again"', async () => {
    const page = await open(await makeCustomer());
    await page.route('**/api/pickups?*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
    await page.goto('/pickup-history');
    await page.getByRole('heading', { name: "We couldn't load your pickups" }).waitFor();
    await checkPage(page);
    await page.unroute('**/api/pickups?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No pickups yet' }).waitFor();
  });

  it.runIf(isLong)('a poll does not change a field that is being edited', async () => {
    const customer = await makeCustomer();
    const page = await open(customer);
    await page.clock.install();
    await page.goto('/settings');
    await page.getByLabel('Username').fill('half-typ');
    await customer.send('PATCH', '/api/me', { email: 'elsewhere@stoop.example' });
    // While the page's first request is pending, no poll is due: move the clock again.
    const isSaid = async (text: string, before = async () => {}) => {
      const next = async () => {
        await before();
        await page.clock.fastForward(31_000);
        return await page.getByText(text).isVisible();
      };
      await expect.poll(next, { interval: 500 }).toBe(true);
    };
    await isSaid("elsewhere@stoop.example isn't verified yet.");
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('elsewhere@stoop.example');
    expect(await page.getByLabel('Username').inputValue()).toBe('half-typ');
    // Repeated, because the verification email may leave meanwhile and remove the mark.
    const refuse = () => refuseEmail('elsewhere@stoop.example');
    await isSaid("Our email to elsewhere@stoop.example came back, so we've stopped sending to it.", refuse);
    await page.getByRole('button', { name: 'Resend email' }).waitFor();
  });
});

describe('a long history', () => {
  const total = 520;

  it.runIf(isLong)('loads page by page while scrolling, and keeps only a few cards in the page', async () => {
    const customer = await makeCustomer();
    await fillHistory(customer.user.username, total);
    const page = await open(customer);
    const requested = new Set<string>();
    page.on('request', (request) => request.url().includes('/api/pickups?') && requested.add(request.url()));
    await page.goto('/pickup-history');
    await page.getByRole('status').getByText(`${total} pickups`).waitFor();
    expect([...requested]).toEqual([`${stories.server.url}/api/pickups?limit=20`]);
    const maxCards = await scrollToEnd(page, longDay(day(-total)));
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect([...requested].filter((path) => path.includes('cursor='))).toHaveLength(5);
    expect(maxCards).toBeLessThan(80);
    await expectAccessible(page);
  });
});

/** Records that the mail server has permanently refused an address. */
async function refuseEmail(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  const refusal = `INSERT INTO refused_emails ("email", "reason", "refusedAt") VALUES ($1, '550 5.1.1 No such user', now())
    ON CONFLICT DO NOTHING`;
  await client.query(refusal, [email]);
  await client.end();
}

/** Writes the credit of a visit three days ago. The provider already has it. */
async function writeCredit(username: string): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO plan_credits ("id", "subscriptionId", "customerId", "serviceDay", "monthStartsAt", "amount", "providerId", "createdAt")
     SELECT gen_random_uuid(), subscriptions."id", users."id", $2, now(), 15, 'cbtxn_story', now()
     FROM users JOIN subscriptions ON subscriptions."customerId" = users."id" WHERE users."username" = $1`,
    [username, day(-3)],
  );
  await client.end();
}

async function pausePlan(username: string): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await client.query(
    `UPDATE subscriptions SET "status" = 'paused' FROM users
     WHERE subscriptions."customerId" = users."id" AND users."username" = $1`,
    [username],
  );
  await client.end();
}

/** Inserts one completed pickup per day, going back from yesterday. */
async function fillHistory(username: string, pickups: number): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
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

/** Scrolls until the card with this heading appears. Returns the largest number of cards that were in the page. */
async function scrollToEnd(page: Page, lastHeading: string): Promise<number> {
  return await page.evaluate(async (last) => {
    const headings = () => [...document.querySelectorAll('main li h2')].map((heading) => heading.textContent);
    let maxCards = 0;
    while (!headings().includes(last)) {
      scrollBy(0, 1200);
      await new Promise((resolve) => setTimeout(resolve, 50));
      maxCards = Math.max(maxCards, headings().length);
    }
    return maxCards;
  }, lastHeading);
}

/** Returns the heading of a card, with the year unless it is the current one. */
function longDay(key: string): string {
  const year = key.slice(0, 4);
  return year === day(0).slice(0, 4) ? formatDateKey(key, 'long') : `${formatDateKey(key, 'long')}, ${year}`;
}
