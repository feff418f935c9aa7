import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword } from '../support/accounts/people.ts';
import { codeAt } from '../support/accounts/second-factor.ts';
import { type Json, makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { desktop, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { allTranslators, translatePages, waitForTranslator } from '../support/browser/translator.ts';
import { isLong } from '../support/effort.ts';
import { makeLiveAddress } from '../support/pickups/live-links.ts';
import { bookPickup, day } from '../support/subscriptions/purchases.ts';

/**
 * The dialogs of the dispatcher's board, two-factor sign-in and the live page, while a browser translates them. The
 * translator writes in capitals, so names are matched in any case. A page that crashes logs an error, which fails the
 * story.
 */

const stories = setUpStories({ expectedErrors: refusedRequests });
let desk: SignedInUser;
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'dispatch-desk');
});

/** Forgets the sign-ins and wrong codes of the stories before, which come from one IP address. */
beforeEach(async () => {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await client.query('DELETE FROM rate_limits').finally(() => client.end());
});

const translators = isLong ? allTranslators : allTranslators.slice(1, 2);

const press = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name }).last().click();
const dialogOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
const closed = (dialog: Locator) => dialog.waitFor({ state: 'detached' });

/** One day with stops of two drivers, each house once. */
class Board {
  readonly page: Page;
  readonly date: string;
  constructor(page: Page, date: string) {
    this.page = page;
    this.date = date;
  }

  readonly strip = () => this.page.getByRole('region', { name: 'Selected stops' });
  readonly stop = (house: number) => this.page.getByRole('checkbox', { name: `${house} S 9th St` });
  readonly column = (driver: string) => this.page.getByRole('article', { name: driver });

  async open(house: number): Promise<Locator> {
    await this.stop(house).focus();
    await this.page.keyboard.press('Enter');
    const dialog = this.page.getByRole('dialog').last();
    await dialog.getByText(`${house} S 9th St, Philadelphia`).waitFor();
    return dialog;
  }

  async reload(): Promise<void> {
    await this.page.goto(`/admin/routes?day=${this.date}`);
    await this.page.getByRole('article').first().waitFor();
  }
}

async function refuseTheMove(board: Board, house: number): Promise<void> {
  const { columns, unassigned } = await desk.send('GET', `/api/admin/board?date=${board.date}`);
  const stops: Json[] = [...unassigned, ...columns.flatMap((column: Json) => column.stops)];
  const changed = stops.find(({ address }) => address.startsWith(`${house} `));
  await board.stop(house).check();
  await board.stop(house + 2).check();
  await press(board.strip(), 'Move to');
  const dialog = dialogOf(board.page, 'Move to');
  await dialog.getByLabel('Position').selectOption({ index: 1 });
  const sent = { date: board.date, stops: [{ id: changed.id, revision: changed.revision }], unassign: true };
  await desk.send('POST', '/api/admin/board/move', sent);
  await press(dialog, /^move$/i);
  const refused = dialogOf(board.page, 'Some Stops Changed');
  await press(refused, 'Move the other stop');
  await closed(refused);
}

async function changeShifts(board: Board, driver: string): Promise<void> {
  const { page } = board;
  await press(board.column(driver), 'Shorter shift');
  const shift = dialogOf(page, 'Shorter Shift');
  await shift.getByLabel('Ends').fill('06:00');
  await press(shift, 'Save Shift');
  await shift.getByText('The shift must end after it starts').waitFor();
  await shift.getByLabel('Ends').fill('14:00');
  await shift.getByRole('checkbox', { name: 'Every day from now on' }).check();
  await shift.getByRole('checkbox', { name: 'Every day from now on' }).uncheck();
  await press(shift, 'Save Shift');
  await closed(shift);
  await press(board.column(driver), 'Usual shift');
  await board.column(driver).getByRole('button', { name: 'Shorter shift' }).waitFor();
  await press(board.column(driver), 'Day off');
  await press(dialogOf(page, 'Day Off'), 'Cancel');
  await closed(dialogOf(page, 'Day Off'));
  await press(board.column(driver), 'Day off');
  await press(dialogOf(page, 'Day Off'), /^unassign/i);
  await closed(dialogOf(page, 'Day Off'));
  await press(board.column(driver), 'Back on shift');
  await board.column(driver).getByRole('button', { name: 'Day off' }).waitFor();
}

async function openEachMove(board: Board, house: number): Promise<void> {
  const { page } = board;
  const choose = async (name: RegExp) => press(await board.open(house), name);
  await choose(/^(re)?assign$/i);
  const assign = dialogOf(page, 'assign Pickup');
  await assign.getByRole('radio').last().check();
  await press(assign, /^(re)?assign$/i);
  await closed(assign);
  await board.reload();
  await choose(/^issue$/i);
  const issue = dialogOf(page, 'Report an Issue');
  await press(issue, 'Report Issue');
  await issue.getByText('Please write what happened').waitFor();
  await press(issue, 'Cancel');
  await closed(issue);
  await board.reload();
  await choose(/^incomplete$/i);
  const incomplete = dialogOf(page, 'Mark as Incomplete');
  await press(incomplete, 'Mark Incomplete');
  await incomplete.getByText('Please choose a reason').waitFor();
  await incomplete.getByRole('radio').first().check();
  await press(incomplete, 'Mark Incomplete');
  await closed(incomplete);
  await board.reload();
}

async function moveTheDay(board: Board): Promise<void> {
  const { page } = board;
  await press(page, 'Move this day');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where').selectOption('zips');
  await press(dialog, 'Check');
  await dialog.getByText('Please enter a ZIP code.').waitFor();
  await dialog.getByLabel('Where').selectOption('areas');
  await dialog.getByText('There are none yet.').waitFor();
  await dialog.getByLabel('Where').selectOption('drivers');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel('Where').selectOption('all');
  await press(dialog, 'Slide the week');
  await press(dialog, 'Add a day');
  await press(dialog, 'The next day');
  await press(dialog, /^check$/i);
  await dialog.getByText(/stops? will move/i).waitFor();
  await press(dialog, 'Back');
  await press(dialog, /^check$/i);
  await dialog.getByText(/stops? will move/i).waitFor();
  await press(dialog, /^move \d+ stops?$/i);
  await closed(dialog);
  await press(page, /^undo/i);
}

describe.each(translators)('with a translator that begins $begins and changes $changes', (translator) => {
  const number = allTranslators.indexOf(translator);

  it("a dispatcher uses the board's dialogs, View All Routes, the optimization and Find", async () => {
    const date = day(4 + 2 * number);
    const drivers = [`truck-${number}-a`, `truck-${number}-b`] as const;
    const customer = await registerCustomer(stories.server.url, `curb-${number}`);
    const [first] = [
      await makeStaff(stories.server, 'driver', drivers[0]),
      await makeStaff(stories.server, 'driver', drivers[1]),
    ];
    for (const house of [20, 22, 24, 26]) {
      const booked = await bookPickup(customer, {
        daysAhead: 4 + 2 * number,
        address: `${house} S 9th St, Philadelphia, PA 19147`,
      });
      await desk.send('POST', `/api/admin/pickups/${booked.id}/assign`, { driverId: first.user.id });
    }
    const { context, page } = await stories.visitAs(desk, desktop);
    await translatePages(context, translator);
    const board = new Board(page, date);
    await board.reload();
    await waitForTranslator(page);

    await board.stop(20).check();
    await press(board.strip(), 'Assign to');
    await press(dialogOf(page, 'Assign to'), new RegExp(drivers[1], 'i'));
    await closed(dialogOf(page, 'Assign to'));
    await press(await board.open(22), 'Move to');
    await press(dialogOf(page, 'Move to'), /^move$/i);
    await closed(dialogOf(page, 'Move to'));
    await refuseTheMove(board, 22);
    await openEachMove(board, 26);
    await changeShifts(board, drivers[0]);
    await moveTheDay(board);
    await press(page, 'View All Routes');
    await press(dialogOf(page, 'All Routes'), /^ok$/i);
    await closed(dialogOf(page, 'All Routes'));
    await press(page, 'Optimize Package Route');
    await page.getByRole('region', { name: 'Optimization' }).getByRole('heading').waitFor();
    await page.keyboard.press('Control+k');
    const find = dialogOf(page, 'Find');
    await find.getByRole('combobox').fill(`curb-${number}`);
    await find.getByRole('option').first().waitFor();
    await find.getByRole('combobox').fill('nobody here');
    await find.getByText('Nothing matches').waitFor();
    await find.getByRole('combobox').fill(`curb-${number}`);
    await find.getByRole('option').first().click();
    await page.waitForURL('**/admin/customers/**');
  });

  it('an admin turns two-factor sign-in on, and signs in with a recovery code', async () => {
    const admin = await makeStaff(stories.server, 'admin', `desk-${number}`);
    const { context, page } = await stories.visitAs(admin, phone);
    await translatePages(context, translator);
    await page.goto('/admin/settings');
    await press(page, /^set up$/i);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^current password$/i).fill(goodPassword);
    await press(dialog, 'Continue');
    const key = ((await dialog.locator('.select-all').textContent()) ?? '').replace(/\s/g, '');
    await dialog.getByLabel('Two-factor code').fill('000000');
    await press(dialog, 'Turn on');
    await dialog.getByText("This code isn't right").waitFor();
    await dialog.getByLabel('Two-factor code').fill(codeAt(key, new Date()));
    await press(dialog, 'Turn on');
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.nth(9).waitFor();
    const [recoveryCode = ''] = await codes.allTextContents();
    await press(dialog, 'I saved my codes');
    await closed(dialog);
    await press(page, 'New recovery codes');
    await press(dialog, 'Make new codes');
    await dialog.locator('[id$="-error"]').first().waitFor();
    await page.keyboard.press('Escape');
    await closed(dialog);

    const fresh = await stories.visit(phone);
    await translatePages(fresh.context, translator);
    await fresh.page.goto('/login');
    await fresh.page.getByLabel('Username or email').fill(`desk-${number}`);
    await fresh.page.getByLabel(/^password$/i).fill(goodPassword);
    await press(fresh.page, /^sign in$/i);
    const step = fresh.page.getByRole('dialog');
    await step.getByLabel('Two-factor code').fill('000000');
    await press(step, /^sign in$/i);
    await step.getByText("This code isn't right").waitFor();
    await press(step, 'Use a recovery code instead');
    await press(step, 'Use a code from the app instead');
    await press(step, 'Use a recovery code instead');
    await step.getByLabel('Recovery code').fill(recoveryCode);
    await press(step, /^sign in$/i);
    await fresh.page.waitForURL('**/admin');
  });

  it('the live page follows a pickup to its end', async () => {
    const customer = await registerCustomer(stories.server.url, `live-${number}`);
    const driver = await makeStaff(stories.server, 'driver', `truck-${number}-c`);
    const { id } = await bookPickup(customer, { daysAhead: 0 });
    await desk.send('POST', `/api/admin/pickups/${id}/assign`, { driverId: driver.user.id });
    const { context, page } = await stories.visit(phone);
    await translatePages(context, translator);
    await page.goto(await makeLiveAddress(stories.server, id));
    await waitForTranslator(page);
    await page.getByText('This page updates automatically.').waitFor();
    await desk.send('PATCH', `/api/admin/complete-pickup/${id}`, {});
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    await expect.poll(() => page.locator('h1').textContent()).toBe('DONE');
  });
});
