import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { goodPassword } from '../support/accounts/people.ts';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { desktop, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { allTranslators, type Translator, translatePages, waitForTranslator } from '../support/browser/translator.ts';
import { isLong } from '../support/effort.ts';
import { bookPickup, day } from '../support/subscriptions/purchases.ts';

/**
 * Customer, driver and dispatcher work on pages that their browser translates. The translator writes in capitals, so
 * names are matched in any case. A page that crashes logs an error, which fails the story.
 */

const stories = setUpStories({ expectedErrors: refusedRequests });
let desk: SignedInUser;
let truck: SignedInUser;
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'dispatch-desk');
  truck = await makeStaff(stories.server, 'driver', 'truck-one');
});

const translators = isLong ? allTranslators : allTranslators.slice(0, 1);

const press = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name }).last().click();
const heading = (within: Page | Locator, name: string | RegExp) => within.getByRole('heading', { name }).first();

/** Expects a toast, and that it is translated: the next press then meets a rewritten page. */
const expectToast = (page: Page, text: string) =>
  page.locator('li[data-state=open]').getByText(text.toUpperCase(), { exact: true }).first().waitFor();

async function openTranslated(person: SignedInUser | null, translator: Translator, device = phone): Promise<Page> {
  const { context, page } = await (person ? stories.visitAs(person, device) : stories.visit(device));
  await translatePages(context, translator);
  return page;
}

async function register(page: Page, username: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel(/^first name/i).fill('Pat');
  await waitForTranslator(page);
  await press(page, 'Create Account');
  await page.getByText('Please enter your last name').or(page.locator('[id$="-error"]')).first().waitFor();
  expect(await page.getByLabel(/^first name/i).inputValue()).toBe('Pat');
  await page.getByLabel(/^last name/i).fill('Example');
  await page.getByLabel(/^username/i).fill(username);
  await page.getByLabel(/^email/i).fill(`${username}@stoop.example`);
  await page.getByLabel(/^phone number/i).pressSequentially('2155550142');
  await page.getByLabel(/^service address/i).fill('742 S 10th St, Philadelphia, PA 19147');
  await page.getByLabel(/^password$/i).fill(goodPassword);
  await page.getByLabel(/^confirm password/i).fill(goodPassword);
  await press(page, 'Create Account');
  await page.waitForURL('**/dashboard**');
}

async function bookAndPay(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^book pickup/i })
    .first()
    .click();
  const wizard = page.getByRole('dialog');
  await wizard.getByLabel('Up to 8 bags').check();
  await press(wizard, 'Next');
  await wizard.getByLabel('Special instructions').fill('Blue door');
  await press(wizard, 'Back');
  await press(wizard, 'Next');
  await press(wizard, 'Next');
  await press(wizard, 'Continue to Payment');
  await press(wizard, /^declined/i);
  await press(wizard, /^pay \$/i);
  await wizard.getByText('Your card was declined.').waitFor();
  await press(wizard, /^successful/i);
  await press(wizard, /^pay \$/i);
  await heading(page, 'Payment Successful').waitFor();
  await wizard.waitFor({ state: 'detached' });
}

async function cancelBooking(page: Page, pickupId: string): Promise<void> {
  await page.goto(`/pickup-history/${pickupId}`);
  await press(page, 'Cancel pickup');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('You get back').waitFor();
  await press(dialog, 'Cancel pickup');
  await expectToast(page, 'Pickup Cancelled');
  await page.getByText('Cancelled').first().waitFor();
}

async function subscribe(page: Page): Promise<void> {
  await page.goto('/subscribe');
  await page.getByRole('radio', { name: 'Clean & Carry' }).waitFor();
  await press(page, 'Continue');
  await press(page, /^successful/i);
  await press(page, /^subscribe for/i);
  await heading(page, 'Subscription Active!').waitFor();
  await page.goto('/plan');
  await press(page, /^cancel plan|^cancel subscription/i);
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await press(dialog, /cancel (plan|subscription)/i);
  await page
    .getByText(/your plan ends/i)
    .first()
    .waitFor();
}

describe.each(translators)('with a translator that begins $begins and changes $changes', (translator) => {
  const number = translators.indexOf(translator);
  const name = `${number}`;

  it('a customer registers, books and pays, cancels, subscribes and cancels the plan', async () => {
    const page = await openTranslated(null, translator);
    await register(page, `translated-${name}`);
    await bookAndPay(page);
    const id = await page.evaluate(async () => {
      const response = await fetch('/api/pickups', { headers: { authorization: `Bearer ${localStorage.token}` } });
      return (await response.json())[0].id as string;
    });
    await cancelBooking(page, id);
    await subscribe(page);
  });

  it('a driver completes, undoes and reports stops', async () => {
    const customer = await registerCustomer(stories.server.url, `home-${name}`);
    const driver = await makeStaff(stories.server, 'driver', `truck-${name}`);
    const scheduledDate = instantOf(dateKeyOf(new Date()), '09:00').toISOString();
    for (const house of [100, 200, 300]) {
      const booked = await customer.send('POST', '/api/pickups', {
        ...{ address: `${house} S 10th St, Philadelphia, PA 19147`, bagCount: 8, amount: '45.00', scheduledDate },
      });
      await desk.send('POST', `/api/admin/pickups/${booked.id}/assign`, { driverId: driver.user.id });
    }
    const page = await openTranslated(driver, translator);
    await page.goto('/driver');
    const item = (house: number) =>
      page
        .getByRole('listitem')
        .filter({ hasText: `${house} S 10th St` })
        .last();
    await heading(page, "Today's Route").waitFor();
    const complete = () =>
      page
        .getByRole('button', { name: /^complete$/i })
        .first()
        .click();
    await complete();
    await page.getByRole('button', { name: /^undo/i }).first().click();
    await item(100)
      .getByRole('button', { name: /^complete$/i })
      .waitFor();
    await page.waitForTimeout(1000);
    await complete();
    await item(200)
      .getByRole('button', { name: /^complete$/i })
      .waitFor();
    await page.waitForTimeout(1000);
    await page
      .getByRole('button', { name: /^incomplete$/i })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('No access').check();
    await press(sheet, 'Save');
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('1 not done').or(page.getByText('1 incomplete')).first().waitFor();
  });

  it('a dispatcher assigns, reschedules, and moves a stop on the board', async () => {
    const customer = await registerCustomer(stories.server.url, `curb-${name}`);
    const street = `${18 + number} S 9th St`;
    await bookPickup(customer, { daysAhead: 1, address: `${street}, Philadelphia, PA 19147` });
    const page = await openTranslated(desk, translator, desktop);
    await page.goto('/admin/requests');
    const request = page.getByRole('listitem').filter({ hasText: street }).first();
    await request.getByLabel('Assign to').selectOption(truck.user.id);
    await request.getByRole('button', { name: /^assign$/i }).click();
    await expectToast(page, 'Pickup Assigned');
    await page.goto('/admin/routes');
    // The board of today has loaded, so nothing moves under the press.
    await page.getByRole('article').first().waitFor();
    await press(page, 'Show Tomorrow');
    const box = page.getByRole('checkbox', { name: street }).first();
    const strip = page.getByRole('region', { name: 'Selected stops' });
    await box.check();
    await press(strip, 'Unassign');
    await press(page, /^undo/i);
    // A stop that is selected before the board shows the undo has changed since.
    await page.getByRole('article', { name: 'truck-one' }).getByRole('checkbox', { name: street }).waitFor();
    await expect.poll(() => box.isChecked()).toBe(false);
    await box.check();
    await press(strip, 'Move to');
    await press(page.getByRole('dialog'), /^move/i);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await box.check();
    await press(strip, 'Reschedule');
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=date]').fill(day(3));
    await press(dialog, /^(reschedule|move)/i);
    await dialog.waitFor({ state: 'detached' });
    await box.waitFor({ state: 'detached' });
  });
});

it('a page with the guard stays up when a node is not where React left it', async () => {
  const { page } = await stories.visit(phone);
  await page.goto('/login');
  await heading(page, 'Sign').waitFor();
  const shown = await page.evaluate(() => {
    const [list, item, elsewhere] = [
      document.createElement('ul'),
      document.createElement('li'),
      document.createElement('b'),
    ];
    list.removeChild(elsewhere);
    list.insertBefore(item, elsewhere);
    return list.childNodes.length;
  });
  expect(shown).toBe(1);
});
