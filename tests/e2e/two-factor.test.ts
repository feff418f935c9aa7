import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { goodPassword } from '../support/accounts/people.ts';
import { codeAt } from '../support/accounts/second-factor.ts';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { button, checkPage, desktop, expectToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { bookPaid, home } from '../support/subscriptions/purchases.ts';

/** Two-factor sign-in: the required enrollment, signing in with both kinds of codes, and the confirmation of a refund. */

const stories = setUpStories({
  env: async () => ({ REQUIRE_STAFF_2FA: 'true' }),
  expectedErrors: refusedRequests,
});
let desk: SignedInUser;
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
});

const soon = () => new Date(Date.now() + 30_000);

/** Makes it look as if the last code was entered twenty minutes ago. */
async function passTwentyMinutes(): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await client.query(`UPDATE sessions SET "confirmedAt" = "confirmedAt" - interval '20 minutes'`);
  await client.query('UPDATE users SET "twoFactorLastStep" = "twoFactorLastStep" - 40');
  await client.end();
}

it('is set up by an admin who must, asked at the next sign-ins, and confirmed for a refund', async () => {
  const customer = await registerCustomer(stories.server.url, 'refund-house');
  await bookPaid(customer, { daysAhead: 2 });
  const { page } = await stories.visitAs(desk, phone);
  await page.goto('/admin');
  await page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' }).waitFor();
  await checkPage(page);
  await page.getByLabel('Current password', { exact: true }).fill('Wrong-side7!');
  await button(page, 'Continue').click();
  await page.getByText('Current password is incorrect').waitFor();
  await page.getByLabel('Current password', { exact: true }).fill(goodPassword);
  await button(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await checkPage(page);
  const key = ((await page.locator('.select-all').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('Two-factor code').fill('000000');
  await button(page, 'Turn on').click();
  await page.getByText(/^This code isn't right/).waitFor();
  await page.getByLabel('Two-factor code').fill(codeAt(key, new Date()));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  await checkPage(page);
  const [recoveryCode = ''] = await codes.allTextContents();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  await button(page, 'I saved my codes').click();
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();

  const fresh = (await stories.visit(desktop)).page;
  const submitPassword = async () => {
    await fresh.goto('/login');
    await fresh.getByLabel('Username or email').fill('desk-one');
    await fresh.getByLabel('Password', { exact: true }).fill(goodPassword);
    await fresh.keyboard.press('Enter');
    return fresh.getByRole('dialog', { name: 'Two-factor sign-in' });
  };
  const step = await submitPassword();
  await step.getByLabel('Two-factor code').fill('000000');
  await checkPage(fresh);
  await fresh.keyboard.press('Enter');
  await step.getByText(/^This code isn't right/).waitFor();
  await step.getByLabel('Two-factor code').fill(codeAt(key, soon()));
  await fresh.keyboard.press('Enter');
  await fresh.waitForURL('**/admin');
  await expectToast(fresh, 'Login successful');
  await button(fresh, 'Sign Out').click();
  // Two navigations follow each other; waiting for the first would fail when the second one cancels it.
  await expect.poll(() => new URL(fresh.url()).pathname).not.toMatch(/^\/admin/);
  await submitPassword();
  await button(step, 'Use a recovery code instead').click();
  await step.getByLabel('Recovery code', { exact: true }).fill(recoveryCode.toUpperCase());
  await fresh.keyboard.press('Enter');
  await fresh.waitForURL('**/admin');

  await passTwentyMinutes();
  await fresh.goto('/admin/requests');
  await fresh.getByRole('button', { name: home }).first().click();
  const details = fresh.getByRole('dialog', { name: home });
  await button(details, 'Refund').click();
  const refund = fresh.getByRole('dialog', { name: 'Refund', exact: true });
  await refund.getByLabel('Reason').fill('A bag was left');
  await button(refund, 'Refund $45.00').click();
  const confirmation = fresh.getByRole('dialog', { name: "Confirm it's you" });
  await button(confirmation, 'Cancel').click();
  await refund.getByText("Confirm it's you with a two-factor code.").waitFor();
  await button(refund, 'Refund $45.00').click();
  await confirmation.getByLabel('Two-factor code').fill(codeAt(key, new Date()));
  await checkPage(fresh);
  await fresh.keyboard.press('Enter');
  await expectToast(fresh, 'Refund on Its Way');
  await refund.waitFor({ state: 'detached' });

  await fresh.goto('/admin/settings');
  await fresh.getByText('9 recovery codes left').waitFor();
  await checkPage(fresh);
  await button(fresh, 'Turn off').click();
  const off = fresh.getByRole('dialog', { name: 'Turn off two-factor sign-in?' });
  await off.getByLabel('Current password', { exact: true }).fill(goodPassword);
  await off.getByLabel('Two-factor code').fill(codeAt(key, soon()));
  await checkPage(fresh);
});
