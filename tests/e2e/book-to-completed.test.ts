import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../support/accounts/people.ts';
import { checkDarkPage, checkPage, customerDevices, phone } from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { makeLiveAddress } from '../support/pickups/live-links.ts';
import { runCommand } from '../support/processes/commands.ts';

/** The main flow: a visitor registers, books and pays; the dispatcher assigns; the driver completes; the customer sees it. */

const stories = setUpStories();
beforeAll(async () => {
  await makeAccountByCommand('admin', 'dispatch-desk');
  await makeAccountByCommand('driver', 'truck-one');
});

/**
 * Makes an account with the command, as an operator makes the first accounts. Other stories use `makeAccount`, which
 * starts no process.
 */
async function makeAccountByCommand(role: string, username: string): Promise<void> {
  const name = ['--role', role, '--username', username, '--email', `${username}@stoop.example`];
  const DATABASE_URL = stories.server.databaseUrl;
  await runCommand(['account.ts', 'create', ...name, '--password', goodPassword], { DATABASE_URL });
}

async function open(device: typeof phone): Promise<Page> {
  return (await stories.visit(device)).page;
}

async function register(page: Page, username: string, address: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@stoop.example`);
  await page.getByLabel('First name').fill('Pat');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Phone number').pressSequentially('2155550142');
  expect(await page.getByLabel('Phone number').inputValue()).toBe('(215) 555-0142');
  await page.getByLabel('Service address').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard**');
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await checkPage(page);
  await page.getByRole('button', { name: 'Sign In', exact: false }).click();
}

/** Goes from the wizard's first step to the card form: 8 bags for today at the registered address. */
async function fillWizard(page: Page, instructions: string): Promise<void> {
  const wizard = page.getByRole('dialog');
  await wizard.getByLabel('Up to 8 bags').check();
  await wizard.getByLabel('Today').check();
  await checkPage(page);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByLabel('Special instructions').fill(instructions);
  await checkPage(page);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await checkPage(page);
  await wizard.getByRole('button', { name: 'Continue to Payment' }).click();
  await wizard.getByLabel('Card number').waitFor();
}

async function payWith(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name on card').fill('Pat Example');
  await dialog.getByLabel('Card number').fill('');
  await dialog.getByLabel('Card number').pressSequentially(number);
  await dialog.getByLabel('Expiry').fill('12/30');
  await dialog.getByLabel('CVC').fill('123');
  await dialog.getByLabel('ZIP code').fill('19147');
  await dialog.getByRole('button', { name: 'Pay $45.00' }).click();
}

describe.each(customerDevices)('on $name', (device) => {
  const name = device === phone ? 'row-home' : 'corner-home';
  const address =
    device === phone ? '742 S 10th St, Philadelphia, PA 19147' : '2214 Fairmount Ave, Philadelphia, PA 19130';

  it('a visitor registers, books and pays; the dispatcher assigns; the driver completes; the customer sees it', async () => {
    const customer = await open(device);
    await customer.goto('/');
    await checkPage(customer);
    await checkDarkPage(customer);
    await customer.getByRole('link', { name: 'One-Time Pickup' }).click();
    await customer.waitForURL('**/register');
    await checkPage(customer);
    await register(customer, name, address);
    await fillWizard(customer, 'Blue door');

    await payWith(customer, '4000000000000002');
    await customer.getByRole('dialog').getByText('Your card was declined.').waitFor();
    await checkPage(customer);
    await checkDarkPage(customer);
    expect(await pickupsOf(customer)).toEqual([]);
    expect(await customer.evaluate(() => localStorage.getItem('booking-data'))).toContain('Blue door');

    // After two seconds the booking is finalized and the page reloads. The request is held until the page has been
    // checked.
    const checked = Promise.withResolvers<void>();
    await customer.route('**/api/pickups', async (route) => {
      if (route.request().method() === 'POST') await checked.promise;
      // A poll fails if the page has been closed.
      await route.continue().catch(() => undefined);
    });
    await payWith(customer, '4242424242424242');
    await customer.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await checkPage(customer);
    checked.resolve();
    await customer.getByText('Pickup Booked!', { exact: true }).first().waitFor();
    expect(await pickupsOf(customer)).toMatchObject([
      {
        status: 'pending',
        paymentStatus: 'paid',
        amount: '45.00',
        serviceType: 'same-day',
        specialInstructions: 'Blue door',
      },
    ]);
    expect(await customer.evaluate(() => localStorage.getItem('booking-data'))).toBeNull();
    await checkPage(customer);

    const admin = await open(device);
    await signIn(admin, 'dispatch-desk');
    await admin.waitForURL('**/admin');
    await admin.goto('/admin/requests');
    const request = admin.getByRole('listitem').filter({ hasText: address });
    await request.getByText('URGENT').waitFor();
    await checkPage(admin);
    await checkDarkPage(admin);
    await request.getByLabel('Assign to').selectOption({ index: 1 });
    await request.getByRole('button', { name: 'Assign', exact: true }).click();
    await request.getByText('Scheduled', { exact: true }).first().waitFor();
    await checkPage(admin);

    const [booked] = (await pickupsOf(customer)) as { id: string }[];
    await customer.goto(`/pickup-history/${booked?.id}`);
    await customer.getByText('Scheduled and paid.', { exact: false }).waitFor();
    const household = await open(device);
    await household.goto(await makeLiveAddress(stories.server, booked?.id ?? ''));
    // On the second device the driver has begun the day.
    await household
      .getByText(/^(Please have your bags out by 7 AM|Your pickup is the driver's next stop)\.$/)
      .waitFor();
    await checkPage(household);
    await checkDarkPage(household);

    const driver = await open(device);
    await signIn(driver, 'truck-one');
    await driver.waitForURL('**/driver');
    const stop = driver.getByRole('listitem', { name: address });
    await stop.getByRole('button', { name: 'Complete', exact: true }).waitFor();
    await checkPage(driver);
    await checkDarkPage(driver);
    await stop.getByRole('button', { name: 'Complete', exact: true }).click();
    await stop.getByText('Done').waitFor();
    await driver.getByText('Successfully completed 1 pickup(s)').first().waitFor();
    // Neither page is loaded again.
    await customer.getByText('Done and paid.', { exact: false }).waitFor({ timeout: 15_000 });
    const waiting = customer.getByRole('heading', { name: /^(Waiting for us\?|We're running late)$/ });
    await waiting.waitFor({ state: 'detached', timeout: 15_000 });
    await household.getByRole('heading', { name: 'Done' }).waitFor({ timeout: 15_000 });
    await checkPage(household);
    await checkPage(driver);

    await customer.goto('/pickup-history');
    await customer.getByRole('button', { name: /^Completed/ }).click();
    await customer.getByRole('listitem').filter({ hasText: address }).getByText('Completed', { exact: true }).waitFor();
    await checkPage(customer);
    await customer.goto('/dashboard');
    await customer.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await customer
      .getByRole('region', { name: 'Recent Activity' })
      .getByText(address.split(',')[0] ?? '')
      .waitFor();
    await checkPage(customer);
    await checkDarkPage(customer);
  });
});

describe('an unfinished booking', () => {
  it('survives a reload, and is made once if the customer leaves the page right after paying', async () => {
    const page = await open(phone);
    await page.goto('/register');
    await register(page, 'left-early', '1900 S 24th St, Philadelphia, PA 19145');
    await page.getByRole('button', { name: 'Book Pickup' }).first().click();
    await fillWizard(page, 'Left early');
    await page.reload();
    expect(await page.evaluate(() => localStorage.getItem('booking-data'))).toContain('Left early');
    await page
      .getByRole('button', { name: /Continue/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    if (!(await dialog.getByLabel('Card number').isVisible())) {
      await dialog.getByRole('button', { name: 'Continue to Payment' }).click();
    }
    await payWith(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await page.goto('/settings'); // within the two seconds before it is finalized
    await page.goto('/dashboard');
    await page.waitForFunction(() => localStorage.getItem('booking-data') === null);
    expect(await pickupsOf(page)).toMatchObject([{ paymentStatus: 'paid', specialInstructions: 'Left early' }]);
  });
});

/** Returns the customer's pickups, fetched with the page's session. */
async function pickupsOf(page: Page): Promise<unknown> {
  return await page.evaluate(async () => {
    const response = await fetch('/api/pickups', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    });
    return await response.json();
  });
}
