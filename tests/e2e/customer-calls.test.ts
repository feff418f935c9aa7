import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../support/accounts/people.ts';
import { makeStaff, type SignedInUser } from '../support/accounts/signed-in.ts';
import { checkPage, desktop, expectToast, phone } from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { linkIn, readMails, type SentMail } from '../support/services/mails.ts';

/**
 * A new customer calls. The dispatcher adds the account and books a pickup; the customer pays through the emailed
 * links.
 */

let desk: SignedInUser;
const stories = setUpStories();
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
});

const email = 'nora@stoop.example';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function mailAbout(subject: string): Promise<SentMail> {
  const find = async () =>
    (await readMails(join(stories.server.dataDir, 'mail'))).find(
      (mail) => mail.to === email && mail.subject.includes(subject),
    );
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (await find()) as SentMail;
}

async function addByPhone(page: Page): Promise<void> {
  await page.goto('/admin/members');
  await press(page, 'Add Customer');
  const dialog = page.getByRole('dialog', { name: 'Add a customer' });
  const answers = { 'First name': 'Nora', 'Last name': 'Ellis', 'Phone number': '2155550199', Email: email };
  for (const [label, value] of Object.entries({
    ...answers,
    'Service address': '801 N 2nd St, Philadelphia, PA 19123',
  })) {
    await dialog.getByLabel(label, { exact: true }).pressSequentially(value);
  }
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await page.waitForURL('**/admin/customers/*');
}

async function payByCard(page: Page): Promise<void> {
  const fields = { 'Name on card': 'Nora Ellis', Expiry: '12/30', CVC: '123', 'ZIP code': '19123' };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await press(page, 'Pay $30.00');
}

describe('a customer who calls', () => {
  it('is added and booked for, sets a password and pays through the emailed links, and the page shows it', async () => {
    const { page } = await stories.visitAs(desk, desktop);
    await addByPhone(page);
    await page.getByRole('heading', { level: 1, name: 'Nora Ellis' }).waitFor();
    await page.getByText('No password yet').waitFor();
    expect(await page.getByRole('link', { name: '(215) 555-0199' }).getAttribute('href')).toBe('tel:2155550199');

    // Tomorrow, the smallest tier and the address are filled in.
    await press(page, 'Book a Pickup');
    const wizard = page.getByRole('dialog', { name: 'Book for Nora Ellis' });
    await press(page, 'Next');
    expect(await wizard.getByLabel('Pickup address').inputValue()).toBe('801 N 2nd St, Philadelphia, PA 19123');
    await press(page, 'Next');
    await wizard.getByText("We'll email the payment link to nora@stoop.example.").waitFor();
    await press(page, 'Book and Email Link');
    await expectToast(page, 'Pickup Booked');
    const upcoming = page.getByRole('region', { name: /^Upcoming pickups/ });
    await upcoming.getByText(/Unpaid|Held until paid/).waitFor();
    await page.getByLabel('New note').fill('Prefers a call first.');
    await press(page, 'Add Note');
    await page.getByRole('list', { name: 'Notes' }).getByText('Prefers a call first.').waitFor();
    await checkPage(page);

    const visitor = await stories.visit(phone);
    const own = visitor.page;
    await own.goto(linkIn(await mailAbout('set your password'), '/reset-password'));
    await own.getByLabel('New password', { exact: true }).fill(goodPassword);
    await own.getByLabel(/^Confirm/).fill(goodPassword);
    await own.locator('form button[type=submit]').click();
    await own.getByRole('heading', { name: 'Password changed' }).waitFor();
    // The link is followed while signed out: the sign-in returns to it.
    await own.goto(linkIn(await mailAbout('Please pay'), '/checkout'));
    await own.getByLabel('Username or email').fill(email);
    await own.getByLabel('Password', { exact: true }).fill(goodPassword);
    await press(own, 'Sign In');
    await own.waitForURL('**/checkout?*');
    await payByCard(own);
    await own.getByText('Payment Successful!').first().waitFor();

    await page.reload();
    await upcoming.getByText('Pending').waitFor();
    expect(await upcoming.getByText(/Unpaid|Held until paid|Resend payment link/).count()).toBe(0);
    const money = page.getByRole('region', { name: 'Money' });
    await money.getByText('Total spent $30.00').waitFor();
    await money.getByText('Paid', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Messages' }).getByText('Receipt · Email').waitFor();
    await checkPage(page);
  });
});
