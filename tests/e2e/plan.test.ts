import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { checkPage, expectToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { buyPlan } from '../support/subscriptions/purchases.ts';

/** A subscriber skips a visit, holds the plan and comes back early, changes the plan, cancels it, and undoes both. */

const stories = setUpStories({ expectedErrors: refusedRequests });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

it('changes a plan on its page, and undoes the changes', async () => {
  const customer = await registerCustomer(stories.server.url, 'plan-keeper');
  await buyPlan(customer);
  const plan = () => customer.send('GET', '/api/plan');
  // A job reads the billing month from the provider.
  await expect.poll(async () => (await plan()).nextCharge?.amount).toBe('60.00');

  const { page } = await stories.visitAs(customer, phone);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Manage plan' }).click();
  await page.waitForURL('**/plan');
  await page.getByText('Visa ending in 4242').waitFor();
  await checkPage(page);
  const dialog = page.getByRole('dialog');

  await page
    .getByRole('button', { name: /^Skip / })
    .nth(1)
    .click();
  await page.getByText(/^This is final/).waitFor();
  await checkPage(page);
  await press(page, 'Skip visit');
  await expectToast(page, 'Visit Skipped');
  await page.getByText('Skipped', { exact: true }).waitFor();

  await press(page, 'Put on hold');
  await dialog.getByRole('heading', { name: /on hold in 14 days/ }).waitFor();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expectToast(page, 'Plan on Hold');
  const charge = page.getByRole('region', { name: 'Next charge' });
  const { nextCharge } = await plan();
  expect(nextCharge).toMatchObject({ price: '60.00', credit: expect.not.stringMatching(/^0\.00$/) });
  await charge.getByText(`$${nextCharge.amount}`, { exact: true }).waitFor();
  await charge.getByText(`−$${nextCharge.credit}`, { exact: true }).waitFor();

  await press(page, 'Come back early');
  await dialog.getByText('This cancels the whole hold.').waitFor();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Come back early' }).click();
  await expectToast(page, 'Welcome Back');
  await page.getByRole('button', { name: 'Put on hold' }).waitFor();

  await press(page, 'Change plan, day or time');
  await dialog.getByRole('radio', { name: /^Heavy Duty/ }).check();
  await press(page, 'Review change');
  await dialog.getByText(/^Heavy Duty starts on .* \$75\.00 a month/).waitFor();
  await dialog.getByRole('button', { name: 'Confirm change' }).click();
  await expectToast(page, 'Plan Changed');
  await charge.getByText('$75.00', { exact: true }).waitFor();
  await press(page, 'Undo change');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  await expectToast(page, 'Change Undone');
  await charge.getByText('$60.00', { exact: true }).waitFor();

  await press(page, 'Cancel plan');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expectToast(page, 'Plan Cancelled');
  await page.getByText(/^Your plan ends on .* You won't be charged again\.$/).waitFor();
  await charge.getByText("Your plan doesn't renew, so you won't be charged again.").waitFor();
  await press(page, 'Keep my plan');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep my plan' }).click();
  await expectToast(page, 'Plan Continues');
  await charge.getByText('$60.00', { exact: true }).waitFor();
});
