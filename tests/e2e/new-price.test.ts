import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkDarkPage,
  checkNarrowPage,
  checkPage,
  customerDevices,
  desktop,
  dispatcherDevices,
  expectToast,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { readMails } from '../support/services/mails.ts';
import { buyPlan, home } from '../support/subscriptions/purchases.ts';

/** A dispatcher agrees on another price: from when it is charged, what is asked, and what the customer reads. */

let desk: SignedInUser;
let pat: SignedInUser;
const stories = setUpStories();
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
  pat = await registerCustomer(stories.server.url, 'pat-example', {
    ...{ email: 'pat@stoop.example', firstName: 'Pat', address: home },
  });
  const { id } = await buyPlan(pat, { packageType: 'heavy-duty' });
  await desk.send('PATCH', `/api/admin/subscriptions/${id}`, { updates: { pricePerMonth: '74.00' } });
});

async function openForm(page: Page) {
  await page.goto('/admin/subscribers');
  await page.getByRole('button', { name: 'Pat Example' }).click();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  return page.getByRole('dialog', { name: 'Edit Subscription' });
}

describe.each(dispatcherDevices)('the form on $name', (device) => {
  it('shows from when a price is charged, and asks about an unusual one', async () => {
    const { page } = await stories.visitAs(desk, device);
    const form = await openForm(page);
    const price = form.getByLabel('Price per Month');
    await form.getByText('This customer pays $74.00/month.').waitFor();
    await price.fill('ten');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText('Please enter a price from 1.00 to 1000.00').waitFor();
    await expect.poll(() => price.evaluate((input) => input === document.activeElement)).toBe(true);

    await price.fill('1000');
    await form.getByText(/because customers read of a higher price 30 days ahead/).waitFor();
    await checkPage(page);
    await checkNarrowPage(page);
    await checkDarkPage(page);
    const far = await form.getByRole('status').last().textContent();
    await form.getByLabel('The customer asked for it').check();
    await expect.poll(() => form.getByRole('status').last().textContent()).not.toBe(far);
    await form.getByRole('button', { name: 'Save Changes' }).click();
    const prompt = page.getByRole('alertdialog');
    await prompt
      .getByText('Heavy Duty costs this customer $74.00 a month. The new price is more than double.')
      .waitFor();
    await checkPage(page);
    await checkDarkPage(page);
    await prompt.getByRole('button', { name: 'Change the Price' }).click();
    await prompt.waitFor({ state: 'detached' });
    expect(await price.inputValue()).toBe('1000');
    await form.getByLabel('Package Type').selectOption('basic');
    expect(await price.inputValue()).toBe('35.00');
    await form.getByText(/The package changes now/).waitFor();
  });
});

describe('a dearer price', () => {
  it('is saved at once, and the customer reads of it', async () => {
    const { page } = await stories.visitAs(desk, dispatcherDevices[0] ?? desktop);
    const form = await openForm(page);
    await form.getByLabel('Price per Month').fill('75');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, "Pat Example's subscription was changed. They are told the new price.");
    await form.waitFor({ state: 'detached' });
    await page
      .getByText(/^\$75\.00 from /)
      .first()
      .waitFor();
    await expect
      .poll(async () => (await readMails(join(stories.server.dataDir, 'mail'))).map(({ text }) => text).join())
      .toMatch(/Heavy Duty costs \$75\.00 a month from .* on, instead of \$74\.00\./);
  });

  it.each(customerDevices)('is shown with its day on $name', async (device) => {
    const { page } = await stories.visitAs(pat, device);
    await page.goto('/plan');
    await page.getByText(/^Your plan costs \$75\.00 a month from .* on\.$/).waitFor();
    await checkPage(page);
    await checkDarkPage(page);
    await page.goto('/billing');
    await page.getByText(/^\$75\.00 per month from /).waitFor();
    await checkPage(page);
    await checkDarkPage(page);
  });
});
