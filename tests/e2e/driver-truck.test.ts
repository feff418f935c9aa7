import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { visitAs } from '../support/accounts/signed-in.ts';
import { button, checkPage, desktop } from '../support/browser/browser.ts';
import {
  comeOnline,
  complete,
  deadSpot,
  expectDone,
  expectRows,
  onePixel,
  patiently,
  rowOf,
  rows,
  showFinished,
  strip,
  untilSent,
} from '../support/driver/dead-spot.ts';
import { isLong } from '../support/effort.ts';

/** A driver's day with a truck that fills up: the stop at a disposal site, and the counted bags. */

const spot = deadSpot();

const visitRow = (page: Page) => rows(page).filter({ hasText: 'South Transfer Station' });
const emptied = (page: Page) => visitRow(page).getByRole('button', { name: 'Emptied', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const saveDialog = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
};
const visitOf = async (id: string) =>
  (await spot.depot.query('select * from disposal_visits where id = $1', [id]))[0] ?? {};
/** Waits until everything was sent and the jobs that plan the rest of the day have run. */
const untilPlanned = async (page: Page) => {
  await untilSent(page);
  const waiting = `select 1 from pgboss.job where "name" = 'refresh-arrivals' and "state" < 'completed'`;
  await expect.poll(async () => await spot.depot.query(waiting), patiently).toEqual([]);
};
const linesOf = async (driverId: string, action: string) => {
  const sql = 'select details from audit_log where "actorId" = $1 and action = $2';
  return (await spot.depot.query(sql, [driverId, action])).map(({ details }) => details);
};

it('empties a full truck and corrects a count without signal, and everything is saved once', async () => {
  const driver = await spot.depot.makeDriver('truck-full', 3);
  const visitId = await spot.depot.addVisit(driver.user.id, { afterStops: 2, bags: 118 });
  const page = await spot.openPhone(driver);
  await expectRows(page, 3);
  await visitRow(page).getByText('118 bags on board').waitFor();
  await visitRow(page).getByText('ETA 1:40 PM').waitFor();
  expect(await rows(page).allTextContents()).toMatchObject(
    [/Stop 1/, /Stop 2/, /Empty the truck/, /Stop 3/].map((text) => expect.stringMatching(text)),
  );

  spot.signal.cut();
  for (const index of [0, 1]) await complete(page, index);
  await expectDone(page, 2);
  await visitRow(page).getByText('Next', { exact: true }).waitFor();
  await checkPage(page);
  await page.goto('/driver/map');
  await page.getByRole('heading', { name: 'Empty the truck' }).waitFor();
  await page.getByText('After stop 2 of 3').waitFor();
  await checkPage(page);
  await page.goto('/driver');

  await emptied(page).click();
  await visitRow(page).getByText('Truck emptied').waitFor();
  await visitRow(page).getByRole('button', { name: 'Add Weight or Ticket Photo' }).click();
  const weight = dialog(page).getByLabel('Weight in tons (optional)');
  await weight.fill('325');
  await weight.press('Enter');
  await dialog(page).getByText('Please enter the tons as a number from 0.01 to 99.99').waitFor();
  await weight.fill('3.25');
  await dialog(page).getByLabel('Ticket photo').setInputFiles(onePixel);
  await dialog(page).getByRole('img', { name: 'The ticket' }).waitFor();
  await checkPage(page);
  await saveDialog(page);
  await visitRow(page).getByText('3.25 tons').waitFor();

  await rowOf(page, 2).getByRole('button', { name: 'Correct the number of bags' }).click();
  for (let bag = 0; bag < 4; bag++) await dialog(page).getByRole('button', { name: 'One bag more' }).click();
  await checkPage(page);
  await dialog(page).getByLabel('Bags', { exact: true }).press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await rowOf(page, 2).getByText('12 bags, not 8').waitFor();

  await page.reload();
  await strip(page).getByText('No signal. 6 waiting to be sent').waitFor();
  await visitRow(page).getByText('3.25 tons').waitFor();
  await rowOf(page, 2).getByText('12 bags, not 8').waitFor();
  await complete(page, 2);
  await expectDone(page, 3);
  expect(await visitOf(visitId)).toMatchObject({ emptiedAt: null, tons: null, ticketKey: null });

  spot.signal.restore();
  await comeOnline(page);
  await untilSent(page);
  await spot.expectOnceEach(driver.user.id, driver.stops);
  expect(await visitOf(visitId)).toMatchObject({
    emptiedAt: expect.any(Date),
    tons: '3.25',
    ticketKey: expect.stringContaining(`${visitId}-ticket-`),
    afterStops: 2,
    bags: 16,
  });
  const [counted] = await spot.depot.query('select "countedBags", "bagCount" from pickups where id = $1', [
    driver.stops[2],
  ]);
  expect(counted).toEqual({ countedBags: 12, bagCount: 8 });
  expect(await linesOf(driver.user.id, 'emptied')).toEqual([{ site: 'South Transfer Station' }]);
  expect(await linesOf(driver.user.id, 'ticket_changed')).toEqual([{ site: 'South Transfer Station', tons: '3.25' }]);
  expect(await linesOf(driver.user.id, 'bags_counted')).toEqual([{ bags: '12', booked: '8' }]);
  expect(await linesOf(driver.user.id, 'photographed')).toEqual([{ moment: 'ticket' }]);
  // The truck was emptied before the last stop, so the visit is hidden with the resolved stops until they are shown.
  await page.reload();
  await showFinished(page).catch(() => undefined);
  await visitRow(page).getByText('Truck emptied').waitFor();
  await expectTicketAtTheDesk();
});

/** Expects that the dispatcher sees the weight and the photo. */
async function expectTicketAtTheDesk(): Promise<void> {
  const { context, page } = await visitAs(spot.browser, desktop, spot.server.url, spot.depot.desk);
  spot.contexts.push(context);
  await page.goto('/admin/routes');
  const column = page.getByRole('article', { name: 'truck-full' });
  await column.getByText('3 stops · 28 bags').waitFor();
  await column.getByText('3 done, emptied once').click();
  await column.getByTitle('12 bags, not 8').waitFor();
  const visit = column.getByRole('listitem').filter({ hasText: 'South Transfer Station' });
  await visit.getByText(/^Emptied at .+ · 3.25 tons$/).waitFor();
  const ticket = button(visit, /^Ticket ?, South Transfer Station$/);
  await ticket.press('Enter');
  const photo = dialog(page).getByRole('img', { name: 'Ticket: South Transfer Station' });
  await photo.waitFor();
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await dialog(page)
    .getByText(/^South Transfer Station · Emptied at .+ · 3.25 tons$/)
    .waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => ticket.evaluate((element) => element === document.activeElement)).toBe(true);
}

it.runIf(isLong)('undoes Emptied, with and without signal', async () => {
  const driver = await spot.depot.makeDriver('truck-hasty', 2);
  const visitId = await spot.depot.addVisit(driver.user.id, { afterStops: 1, bags: 8 });
  const page = await spot.openPhone(driver);
  const undo = page.getByRole('button', { name: 'Undo South Transfer Station' });
  // With bags on board, every route plan for the rest of the day keeps the visit.
  await complete(page, 0);
  await untilPlanned(page);
  spot.signal.cut();
  await emptied(page).click();
  await undo.click();
  await emptied(page).waitFor();
  spot.signal.restore();
  await comeOnline(page);
  await untilPlanned(page);
  expect(await visitOf(visitId)).toMatchObject({ emptiedAt: null });

  await emptied(page).click();
  await visitRow(page).getByText('Truck emptied').waitFor();
  await untilPlanned(page);
  expect(await visitOf(visitId)).toMatchObject({ emptiedAt: expect.any(Date) });
  await undo.click();
  await emptied(page).waitFor();
  await untilPlanned(page);
  expect(await visitOf(visitId)).toMatchObject({ emptiedAt: null, tons: null });
});
