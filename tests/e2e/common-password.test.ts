import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goodPassword, registrationForm } from '../support/accounts/people.ts';
import { checkDarkPage, checkPage, customerDevices, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';

/** The checklist says that a password is a common one before the form is sent (ACC-8, ACC-55). */

const stories = setUpStories({ expectedErrors: refusedRequests });

const rule = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const open = 'Not a common password';
const met = 'Not a common password, done';
const broken = 'Too common or too easy to guess';

/** Notes which password checks and registrations the page sends. */
function watch(page: Page): { checked: string[]; registered: number; urls: string[] } {
  const seen = { checked: [] as string[], registered: 0, urls: [] as string[] };
  page.on('request', (request) => {
    seen.urls.push(request.url());
    if (request.url().endsWith('/api/auth/check-password')) seen.checked.push(request.postDataJSON().password);
    if (request.url().endsWith('/api/auth/register')) seen.registered += 1;
  });
  return seen;
}

it.each(customerDevices)('a common password is named while the form is filled in, on $name', async (device) => {
  const { page } = await stories.visit(device);
  const seen = watch(page);
  await page.goto('/register');
  const password = page.getByLabel('Password', { exact: true });
  // Letter by letter: nothing is sent before the password meets the other rules and typing has paused.
  await password.pressSequentially('Password1!');
  await rule(page, broken).waitFor();
  expect(await rule(page, broken).locator('[aria-live=polite]').textContent()).toBe(broken);
  await checkPage(page);
  await password.fill('Short1!');
  await rule(page, open).waitFor();
  await password.fill('Grzegorzk1!');
  await rule(page, met).waitFor();
  await page.getByLabel('First name').fill('Grzegorzk');
  await password.fill('Grzegorzk12!');
  await rule(page, broken).waitFor();
  await checkDarkPage(page);
  await password.fill(goodPassword);
  await rule(page, met).waitFor();
  expect(seen.checked).toEqual(['Password1!', 'Grzegorzk1!', 'Grzegorzk12!', goodPassword]);
  expect(seen.registered).toBe(0);
  expect(seen.urls.filter((url) => /Password1|Grzegorzk/.test(url))).toEqual([]);
});

it('sending the form decides while the rule is not known', async () => {
  const { page } = await stories.visit(phone);
  await page.route('**/api/auth/check-password', (route) => route.abort());
  await page.goto('/register');
  const form = registrationForm();
  const labels = { Email: form.email, 'First name': form.firstName, 'Last name': form.lastName };
  const more = { 'Phone number': '2155550142', 'Service address': form.address, Username: form.username };
  for (const [label, value] of Object.entries({ ...labels, ...more })) await page.getByLabel(label).fill(value ?? '');
  const asked = page.waitForEvent('requestfailed');
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Password1!');
  await asked;
  expect(await rule(page, open).locator('[aria-live=polite]').textContent()).toBe(open);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('This password is too common or too easy to guess.').first().waitFor();
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
});
