import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../support/accounts/people.ts';
import { makeStaff, type SignedInUser } from '../support/accounts/signed-in.ts';
import { checkPage, desktop, phone } from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { linkIn, readMails, type SentMail } from '../support/services/mails.ts';

/** A business imports its customers from a spreadsheet, and one of them confirms the plan. */

const stories = setUpStories();
let desk: SignedInUser;
let dir: string;
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
  dir = await mkdtemp(join(tmpdir(), 'stoop-import-'));
});
afterAll(async () => await rm(dir, { recursive: true }));

const email = 'ivy@stoop.example';
const csv = [
  'Customer;E-Mail;Cell;Address;Plan;Day;Window',
  `Ivy Stone;${email};2155550188;801 N 2nd St, Philadelphia, PA 19123;Basic;Fri;PM`,
  'Sam Kim;no email;2155550189;5 Elm St, Philadelphia, PA 19123;;;',
].join('\r\n');

async function invitation(): Promise<SentMail> {
  const find = async () =>
    (await readMails(join(stories.server.dataDir, 'mail'))).find(
      ({ to, subject }) => to === email && subject.includes('plan'),
    );
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (await find()) as SentMail;
}

/** A report of Excel for Mac: title rows, Mac Roman, and a footer. */
const report = Buffer.from(
  [
    'Customer Contact List,,,',
    'Curbside Haulers LLC,,,',
    'Customer full name,Phone numbers,Email,Service address',
    'Zo\x91 N\x9c\x96ez,Phone:(215) 555-0162 Mobile:(267) 555-0163,zoe@stoop.example,"118 Cross St, Philadelphia, PA 19147"',
    'TOTAL,,,',
  ].join('\r'),
  'latin1',
);

/** Presses Tab until the focus is on this control. Fails when it is out of reach of the keyboard. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
  // A file input is hidden, so its label shows the focus.
  const outline = await control.evaluate(
    (element) => getComputedStyle(element.closest('label') ?? element).outlineStyle,
  );
  expect(outline).toBe('solid');
}

/** Expects the focus on a heading, from where the next Tab reaches the first control of the step. */
async function expectFocusOn(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(heading);
}

/** Waits until no choice of how the file is read is on its way. The button is busy until then. */
async function untilRead(page: Page): Promise<void> {
  await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
}

describe('an import', () => {
  it('is done by keyboard alone, and says each outcome', async () => {
    const { page } = await stories.visitAs(desk, desktop);
    const press = async (within: Page | Locator, name: string) => {
      await tabTo(page, within.getByRole('button', { name, exact: true }));
      await page.keyboard.press('Enter');
    };
    await page.goto('/admin/import');
    await page.getByRole('heading', { name: 'Earlier files' }).waitFor();
    await tabTo(page, page.locator('input[type=file]'));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    const lines = [
      'Customers,,,',
      'Name,Email,Phone,Address',
      'Ada Key,ada.key@stoop.example,2155550171,"9 Elm St, 19123"',
    ];
    await chooser.setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await expectFocusOn(page, 'keys.csv');
    const header = page.getByLabel('Which row has the column names?');
    await tabTo(page, header);
    // The first choice is still on its way when the second one is made, and must not arrive after it.
    await page.route('**/reading', async (route) => {
      if (route.request().postData()?.includes('"headerRow":1')) await sleep(500);
      await route.continue();
    });
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => header.inputValue()).toBe('1');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByLabel(`What's in "Email"`));
    await untilRead(page);
    expect(await header.inputValue()).toBe('2');
    await press(page, 'Check Rows');
    await expectFocusOn(page, 'What will happen');
    await page.getByRole('status').getByText('1 new customer will be added.').waitFor();
    await press(page, 'Import 1 Row');
    await press(page.getByRole('alertdialog'), 'Import');
    await expectFocusOn(page, 'Imported');
    await page.getByRole('status').getByText('1 customer added.').waitFor();
    await press(page, 'Undo Import');
    await press(page.getByRole('alertdialog'), 'Undo Import');
    await page.getByRole('heading', { name: 'Undone' }).waitFor({ timeout: 30_000 });
  });

  it.each(
    isLong
      ? ([
          ['a phone', phone],
          ['a desktop', desktop],
        ] as const)
      : ([['a phone', phone]] as const),
  )('of a report shows on %s how it is read, and lets the admin choose', async (_name, device) => {
    const { page } = await stories.visitAs(desk, device);
    await page.goto('/admin/import');
    const file = join(dir, 'report.csv');
    await writeFile(file, report);
    await page.getByLabel('Choose a file').setInputFiles(file);
    const letters = page.getByLabel('How are the letters stored?');
    await page.getByText('The file reads: Zoë Núñez.').waitFor();
    await page.getByText('2 rows above the column names are left out').waitFor();
    await checkPage(page);
    await letters.selectOption('windows-1252');
    await page.getByText('The file reads: Zo‘ Nœ–ez.').waitFor();
    await letters.selectOption('macintosh');
    await page.getByText('The file reads: Zoë Núñez.').waitFor();
    const header = page.getByLabel('Which row has the column names?');
    await header.selectOption('');
    await page.getByText('Column 1', { exact: true }).waitFor();
    await header.selectOption('3');
    await page.getByText('Phone numbers', { exact: true }).waitFor();
    await untilRead(page);
    await page.getByRole('button', { name: 'Check Rows' }).click();
    await page.getByText('1 new customer will be added.').waitFor();
    await page.getByText('Left out of the phone number: Mobile: (267) 555-0163.').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Discard File' }).click();
    await page.getByRole('heading', { name: 'Earlier files' }).waitFor();
  });

  it('is matched, checked and run; an invited customer sets a password and finds the plan filled in', async () => {
    const { page } = await stories.visitAs(desk, desktop);
    await page.goto('/admin/members');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    const file = join(dir, 'spring.csv');
    await writeFile(file, csv);
    await page.getByLabel('Choose a file').setInputFiles(file);
    await page.getByRole('heading', { name: "What's in each column?" }).waitFor();
    // The choices survive a reload.
    const time = page.getByLabel(`What's in "Window"`);
    expect(await time.inputValue()).toBe('time');
    await time.selectOption('');
    await page.reload();
    expect(await time.inputValue()).toBe('');
    await time.selectOption('time');
    await checkPage(page);
    await page.getByRole('button', { name: 'Check Rows' }).click();
    await page.getByText('1 new customer will be added.').waitFor();
    await page.getByRole('button', { name: /^Errors/ }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Import 1 Row' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('1 plan is awaiting consent.').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Send 1 Invitation' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent 1 of 1 invitation.').waitFor({ timeout: 30_000 });
    await checkPage(page);

    const own = (await stories.visit(phone)).page;
    await own.goto(linkIn(await invitation(), '/reset-password'));
    await own.getByLabel('New password', { exact: true }).fill(goodPassword);
    await own.getByLabel(/^Confirm/).fill(goodPassword);
    await own.locator('form button[type=submit]').click();
    // The form has a link to the sign-in page too.
    await own.getByRole('heading', { name: 'Password changed' }).waitFor();
    await own.getByRole('link', { name: 'Sign in' }).click();
    await own.getByLabel('Username or email').fill(email);
    await own.getByLabel('Password', { exact: true }).fill(goodPassword);
    await own.getByRole('button', { name: 'Sign In', exact: true }).click();
    await own.waitForURL('**/subscribe?imported=plan');
    await own.getByText("We've filled in your plan.").waitFor();
    expect(await own.getByRole('radio', { name: /Basic Package/ }).isChecked()).toBe(true);
    expect(await own.getByRole('radio', { name: /^Afternoon/ }).isChecked()).toBe(true);
    await checkPage(own);
    await own.goto('/dashboard');
    await own.getByText('Your plan is ready: review it and add a card.').waitFor();
    await checkPage(own);
    await own.getByRole('link', { name: 'Review your plan' }).click();
    await own.getByText("We've filled in your plan.").waitFor();
  });
});
