import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { checkNarrowPage, checkPage, dispatcherDevices, expectToast, phone } from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';

/** The owner sets up disposal sites and drivers' trucks, on a desktop and on a phone. */

let desk: SignedInUser;
let driver: SignedInUser;
const stories = setUpStories({ expectedErrors: /400 \(Bad Request\)/ });
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
  driver = await makeStaff(stories.server, 'driver', 'marcus-h');
});

async function open(path: string, device: typeof phone): Promise<Page> {
  const { page } = await stories.visitAs(desk, device);
  await page.goto(path);
  return page;
}

describe.each(dispatcherDevices)('disposal sites on $name', (device) => {
  it('are added by keyboard, changed, switched off and removed', async () => {
    const page = await open('/admin/settings', device);
    await page.getByRole('heading', { name: 'Settings Coming Soon' }).waitFor();
    await page.getByText('No site is active, so routes never stop to empty a truck.').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Add a Site' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a site' });
    await dialog.getByText('Routes use it when they are planned again.').waitFor();
    await dialog.getByRole('combobox', { name: 'Address' }).fill('3605 Grays Ferry Ave, Philadelphia, PA 19146');
    await dialog.getByLabel('Minutes at the site').fill('');
    await page.keyboard.press('Enter');
    await dialog.getByText('Please name the site').first().waitFor();
    await dialog.getByText('Please enter whole minutes from 1 to 240').first().waitFor();
    await checkPage(page);
    await dialog.getByLabel('Minutes at the site').fill('20');
    await dialog.getByLabel('Closes').fill('06:30');
    await dialog.getByLabel('Name').fill('Grays Ferry');
    await page.keyboard.press('Enter');
    await dialog.getByText('The site must close after it opens.').first().waitFor();
    await dialog.getByLabel('Always open').press('Space');
    await dialog.getByRole('button', { name: 'Save Site' }).press('Enter');
    await expectToast(page, 'Site Saved');
    await page.getByText('Always open, 20 minutes there').waitFor();
    await page.getByText('A full truck goes to one of the active sites.').waitFor();

    await desk.send('POST', '/api/admin/disposal-sites', {
      ...{ name: 'The Yard', address: 'Behind the old mill', opensAt: '06:00', closesAt: '17:00', minutes: 15 },
      isActive: true,
    });
    await page.reload();
    await page.getByText('Not on the map yet').waitFor();
    await checkPage(page);
    await checkNarrowPage(page);
    await page.getByRole('button', { name: 'Edit The Yard' }).press('Enter');
    const edited = page.getByRole('dialog', { name: 'Edit The Yard' });
    await edited.getByRole('switch', { name: /^Active/ }).press('Space');
    await edited.getByRole('button', { name: 'Save Site' }).press('Enter');
    await expectToast(page, 'Site Saved');
    await page.getByText('Not active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'History of The Yard' }).click();
    await page.getByText('switched it off').waitFor();
    await page.keyboard.press('Escape');
    for (const name of ['The Yard', 'Grays Ferry']) {
      await page.getByRole('button', { name: `Remove ${name}` }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Site' }).press('Enter');
      await expectToast(page, `${name} was removed.`);
    }
    // An open dialog hides the buttons behind it, so a missing button would not show that the site is gone.
    await page.getByText('No site is active, so routes never stop to empty a truck.').waitFor();
  });
});

describe.each(dispatcherDevices)("a driver's truck on $name", (device) => {
  it('is that of the settings until the owner gives another one, and again after', async () => {
    const page = await open('/admin/drivers', device);
    const row = page.getByRole('list', { name: 'Drivers' }).getByRole('listitem');
    await row.getByText('Active', { exact: true }).waitFor();
    await checkPage(page);
    await row.getByRole('button', { name: /^Truck and shift/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Truck and shift' });
    await dialog.getByText('This is the default truck.').waitFor();
    await checkPage(page);
    await dialog.getByLabel('Bags in the truck').fill('0');
    await dialog.getByLabel('A pause every day').press('Space');
    await dialog.getByLabel('Minutes of the pause').fill('3');
    await page.keyboard.press('Enter');
    await dialog.getByText('Please enter a whole number from 1 to 5000').first().waitFor();
    await dialog.getByText('Please enter whole minutes from 5 to 120').first().waitFor();
    await checkPage(page);
    await dialog.getByLabel('Bags in the truck').fill('200');
    await dialog.getByLabel('Minutes of the pause').fill('30');
    await dialog.getByLabel('Starts at (optional)').fill('Behind the old mill');
    await dialog.getByLabel('Starts', { exact: true }).fill('10:00');
    await dialog.getByLabel('Ends', { exact: true }).fill('09:00');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.getByText('The shift must end after it starts').first().waitFor();
    await dialog.getByLabel('Ends', { exact: true }).fill('18:00');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expectToast(page, 'Truck and Shift Saved');

    await row.getByRole('button', { name: /^Truck and shift/ }).press('Enter');
    await dialog.getByText('Not on the map yet.').waitFor();
    await dialog.getByRole('button', { name: 'Use the Default Truck' }).press('Enter');
    await expectToast(page, 'Truck and Shift Saved');
    await row.getByRole('button', { name: /^Truck and shift/ }).press('Enter');
    await dialog.getByText('This is the default truck.').waitFor();
    await checkNarrowPage(page);
    await desk.send('PUT', `/api/admin/drivers/${driver.user.id}/shift`, { start: '07:00', end: '15:00' });
  });
});

describe('a preferred time in which no driver works', () => {
  it("can't be chosen on /subscribe, and the page says why", async () => {
    const customer = await registerCustomer(stories.server.url, 'sam-p');
    const { page } = await stories.visitAs(customer, phone);
    await page.goto('/subscribe');
    await page.getByText('We have no pickups in the evening at the moment.').waitFor();
    expect(await page.getByRole('radio', { name: 'Evening' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Afternoon' }).check();
    await checkPage(page);
  });
});
