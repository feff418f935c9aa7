import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { type Json, makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkNarrowPage,
  checkPage,
  desktop,
  dispatcherDevices,
  expectToast,
  holdReads,
  phone,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { bookPaid, bookPickup, day } from '../support/subscriptions/purchases.ts';

/** Members and one-time requests: searching, roles, assigning by keyboard, rescheduling, cancelling, two dispatchers in parallel. */

let desk: SignedInUser;
let otherDesk: SignedInUser;
const stories = setUpStories({ expectedErrors: /409 \(Conflict\)/ });
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
  otherDesk = await makeStaff(stories.server, 'admin', 'desk-two');
});

const register = (username: string) => registerCustomer(stories.server.url, username);

async function makeDriver(username: string): Promise<SignedInUser> {
  const person = await register(username);
  await desk.send('PATCH', `/api/admin/users/${person.user.id}/role`, { role: 'driver' });
  return person;
}

const book = (customer: SignedInUser, address: string, daysAhead: number) =>
  bookPickup(customer, { address, daysAhead, specialInstructions: 'Blue door' });

const assign = (pickupId: string, driver: SignedInUser) =>
  desk.send('POST', `/api/admin/pickups/${pickupId}/assign`, { driverId: driver.user.id });

/** Returns the pickup as the dispatcher's list shows it. */
async function pickupNow(address: string): Promise<Json> {
  return (await desk.send('GET', `/api/admin/pickups?q=${encodeURIComponent(address)}`))[0];
}

async function open(person: SignedInUser, path: string, device = desktop): Promise<Page> {
  const { page } = await stories.visitAs(person, device);
  await page.goto(path);
  return page;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reached ${target}`);
}

const memberCard = (page: Page, username: string) =>
  page
    .getByRole('list', { name: 'Members' })
    .locator(':scope > li')
    .filter({ hasText: `${username}@` });
const request = (page: Page, address: string) =>
  page.getByRole('list', { name: 'Requests' }).locator(':scope > li').filter({ hasText: address });

/** Chooses a move in the menu of a row. */
async function choose(page: Page, address: string, move: string): Promise<void> {
  await request(page, address).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: move, exact: true }).click();
}

async function reportIssue(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Report an Issue' });
  await dialog.getByLabel('What happened?').fill('The gate was locked.');
  await dialog.getByRole('button', { name: 'Report Issue' }).click();
}

async function changeRole(page: Page, username: string, role: string): Promise<void> {
  await memberCard(page, username).getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog', { name: /'s role$/ });
  await dialog.getByText(username, { exact: true }).waitFor();
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: `Make ${role}` }).click();
}

describe('an account', () => {
  it('is deactivated with its consequences shown first, and reactivated', async () => {
    const member = await register('sleepy-sam');
    const page = await open(desk, '/admin/members?q=sleepy-sam');
    await memberCard(page, 'sleepy-sam').getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate Pat Example?' });
    await dialog.getByText("can't sign in until you reactivate").waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expectToast(page, 'Account Deactivated');
    await memberCard(page, 'sleepy-sam').getByText('Deactivated', { exact: true }).waitFor();
    await expect(member.send('GET', '/api/me')).rejects.toThrow('401');
    await memberCard(page, 'sleepy-sam').getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
    await expectToast(page, 'Account Reactivated');
    await memberCard(page, 'sleepy-sam').getByRole('button', { name: 'Deactivate' }).waitFor();
  });
});

describe('the settings', () => {
  it('have service areas on a map, by press and by keyboard, and values that apply without a restart', async () => {
    const page = await open(desk, '/admin/settings');
    await page.getByRole('heading', { name: 'Settings Coming Soon' }).waitFor();
    await page.getByText('No area is active, so customers can book any address.').waitFor();
    await page.getByRole('button', { name: 'Add an Area' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an area' });
    await dialog.getByLabel('Name').fill('South Philly');
    await dialog.getByLabel('Add ZIP codes').fill('19147, 19148 abc');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Not a ZIP code: abc').waitFor();
    const mark = dialog.getByRole('button', { name: '19145', exact: true });
    await mark.focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Remove 19145' }).waitFor();
    await dialog.getByRole('switch', { name: /^Active/ }).click();
    await dialog.getByText("customers can't book addresses outside").waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Save Area' }).click();
    await expectToast(page, 'Area Saved');
    await page.getByText('3 ZIP codes', { exact: true }).waitFor();

    const landing = (await stories.visit(phone)).page;
    await landing.goto('/');
    await landing.getByLabel('Do we pick up at your address?').fill('19380');
    await landing.getByRole('button', { name: 'Check' }).click();
    await landing.getByText("We don't serve 19380 yet.").waitFor();
    await checkPage(landing);
    await landing.getByLabel('Email').fill('sam@stoop.example');
    await landing.getByRole('button', { name: 'Email Me' }).click();
    await landing.getByText("We'll email you once when we serve 19380.").waitFor();
    await landing.goto('/?zip=19147');
    await landing.getByRole('link', { name: 'Get started', exact: true }).click();
    await landing.getByText('We serve 19147.').waitFor();

    await page.getByLabel('Cut-off time').fill('17:30');
    await page.getByLabel('Phone', { exact: true }).fill('(215) 555-0190');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expectToast(page, 'Settings Saved');
    await checkPage(page);
    await landing.goto('/terms');
    await landing.getByText('until 5:30 PM the day before').first().waitFor();
    await landing.getByText('(215) 555-0190').first().waitFor();
    await checkNarrowPage(page);
    const { areas } = await desk.send('GET', '/api/admin/service-areas');
    await desk.send('DELETE', `/api/admin/service-areas/${areas[0].id}`);
  });

  it.runIf(isLong)('show the measured times at stops, and switch routes to them and back by keyboard', async () => {
    const page = await open(desk, '/admin/settings');
    await page.getByText('Nothing is measured yet.').waitFor();
    const { db } = openDatabase(stories.server.databaseUrl, { warn: () => {} });
    const span = { measuredFrom: '2026-10-26', measuredUntil: '2026-11-22' };
    const measured = { stopSeconds: 204, bagSeconds: 18, stops: 1240, ...span, createdAt: new Date() };
    await db
      .insertInto('service_times')
      .values({ id: randomUUID(), ...measured })
      .execute();
    await db.destroy();
    await page.reload();
    const text = 'Measured on 1,240 stops from Oct 26 to Nov 22: 3.4 min a stop, 18 s a bag.';
    await page.getByText(`${text} Routes use 3 min and 20 s.`).waitFor();
    await page.getByRole('button', { name: 'Use the measured times' }).focus();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Times Saved');
    await page.getByText(`${text} Routes use 3.4 min and 18 s, as measured.`).waitFor();
    await checkPage(page);
    await checkNarrowPage(page);
    await page.getByRole('button', { name: 'Back to the set times' }).click();
    await page.getByText('Routes use 3 min and 20 s.').waitFor();
    await page.getByRole('button', { name: 'Back to the set times' }).waitFor({ state: 'detached' });
  });
});

describe('drivers', () => {
  it('are none at first; a member becomes one, and losing the role unassigns the open stops', async () => {
    const member = await register('marcus-h');
    const page = await open(desk, '/admin/drivers');
    await page.getByRole('heading', { name: 'No Drivers' }).waitFor();
    await page.getByText('Assign users driver role to see them here', { exact: true }).waitFor();
    await checkPage(page);
    await page.getByRole('main').getByRole('link', { name: 'All Members' }).click();
    await page.getByPlaceholder('Search members...').fill('marcus');
    await memberCard(page, 'marcus-h').getByText('Customer', { exact: true }).waitFor();
    await changeRole(page, 'marcus-h', 'Driver');
    await expectToast(page, 'Role Updated');
    await expectToast(page, 'Pat Example is now a driver.');
    await memberCard(page, 'marcus-h').getByText('Driver', { exact: true }).waitFor();

    await page.goto('/admin/drivers');
    const driver = page.getByRole('list', { name: 'Drivers' }).getByRole('listitem');
    await driver.getByRole('heading', { name: 'Pat Example marcus-h' }).waitFor();
    await driver.getByText('marcus-h@stoop.example').waitFor();
    await driver.getByText('Active', { exact: true }).waitFor();
    await checkPage(page);
    await checkNarrowPage(page);

    const address = '1900 S 24th St, Philadelphia, PA 19145';
    await assign((await book(await register('bookish'), address, 1)).id, member);
    await page.goto('/admin/members?role=driver');
    await memberCard(page, 'marcus-h').getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: "Pat Example's role" });
    expect(await dialog.getByRole('button', { name: 'Change Role' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Customer' }).check();
    await dialog.getByText('go back to pending').waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Make Customer' }).click();
    await page.getByText('No members found matching your criteria.').waitFor();
    expect(await pickupNow(address)).toMatchObject({ status: 'pending', driverId: null });

    await page.goto('/admin/members?q=marcus-h');
    await memberCard(page, 'marcus-h').getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'Pat Example' });
    await history.getByText('changed the role from driver to customer').waitFor();
    const devices = history.getByRole('region', { name: 'Signed-in devices' });
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
    await checkPage(page);
    await devices.getByRole('button', { name: 'End session' }).click();
    await expectToast(page, 'Session Ended');
    await devices.getByText('Not signed in on any device.').waitFor();
    expect((await member.call('GET', '/api/me')).status).toBe(401);
  });
});

describe.each(dispatcherDevices)('members on $name', (device) => {
  it('are counted, searched, filtered and paged', async () => {
    const run = device === phone ? 'north' : 'south';
    await insertMembers(run, 30);
    const page = await open(desk, '/admin/members', device);
    const counts = await desk.send('GET', '/api/admin/member-counts');
    for (const [tile, count] of [
      ['Total', counts.total],
      ['Customers', counts.customers],
      ['Drivers', counts.drivers],
      ['Subscribed', counts.subscribed],
    ]) {
      const term = page.locator('dl > div').filter({ has: page.getByText(tile, { exact: true }) });
      await term.getByText(String(count), { exact: true }).waitFor();
    }
    await page.getByRole('list', { name: 'Members' }).getByText('Last login').first().waitFor();
    await checkPage(page);

    await page.getByPlaceholder('Search members...').fill(run);
    await page.getByText('Showing 24 of 30 members').waitFor();
    await memberCard(page, `${run}-30`).getByText('Never', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('30 members', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(`${run}-6@`);
    await checkNarrowPage(page);

    await page.getByRole('button', { name: 'Admins' }).click();
    await page.getByText('No members found matching your criteria.').waitFor();
    await checkPage(page);
    await page.reload();
    await page.getByRole('button', { name: 'Admins', pressed: true }).waitFor();
    expect(await page.getByPlaceholder('Search members...').inputValue()).toBe(run);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await memberCard(page, 'desk-one').getByText('(you)').waitFor();
    expect(await page.getByRole('list', { name: 'Members' }).locator(':scope > li').count()).toBe(2);
    await page.goBack();
    await page.getByRole('button', { name: 'All Roles', pressed: true }).waitFor();
    await page.getByText('Showing 24 of 30 members').waitFor();
  });
});

/** Inserts members, which costs less than registering them. The newest has the highest number. */
async function insertMembers(name: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO users ("id", "username", "email", "firstName", "lastName", "createdAt")
     SELECT gen_random_uuid(), $1 || '-' || n, $1 || '-' || n || '@stoop.example', 'Pat', 'Example', now() + n * interval '1 second'
     FROM generate_series(1, $2) AS n`,
    [name, size],
  );
  await client.end();
}

describe('one-time requests', () => {
  it('are found, opened and assigned by keyboard alone, then rescheduled, then cancelled with a refund', async () => {
    const driver = await makeDriver('truck-keys');
    const customer = await register('keyboard-house');
    const address = '742 S 10th St, Philadelphia, PA 19147';
    await bookPaid(customer, { address, daysAhead: 0, specialInstructions: 'Blue door' });
    await book(await register('elsewhere-house'), '8 Elsewhere St, Philadelphia, PA 19147', 1);
    const page = await open(desk, '/admin/requests');
    const row = request(page, address);
    await row.getByText('URGENT').waitFor();
    await row.getByText('$25-65').waitFor();
    await request(page, '8 Elsewhere St').getByText('$15-50').waitFor();
    await checkPage(page);

    await tabTo(page, page.getByPlaceholder('Search requests...'));
    await page.keyboard.type('742 s 10th');
    await request(page, '8 Elsewhere St').waitFor({ state: 'detached' });
    const title = row.getByRole('heading').getByRole('button');
    await tabTo(page, title);
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: address });
    await details.getByText('Blue door').waitFor();
    await details.getByText('Paid', { exact: true }).first().waitFor();
    await details.getByText('Unassigned').waitFor();
    await details.getByText('No changes yet.').waitFor();
    await checkPage(page);
    const drivers = details.getByLabel('Assign to');
    await tabTo(page, drivers);
    await page.keyboard.type('Pat Example (truck');
    await tabTo(page, details.getByRole('button', { name: 'Assign', exact: true }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Pickup Assigned');
    await details.getByText('assigned it to truck-keys').waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await pickupNow(address)).toMatchObject({ status: 'assigned', driverId: driver.user.id });

    await choose(page, address, 'Reschedule');
    const move = page.getByRole('dialog', { name: 'Reschedule Pickup' });
    const newDay = day(4);
    await move.getByLabel('New date').fill(newDay);
    await move.getByRole('button', { name: 'Reschedule' }).click();
    await expectToast(page, 'Pickup Rescheduled');
    await move.waitFor({ state: 'detached' });
    expect(await pickupNow(address)).toMatchObject({ scheduledDate: instantOf(newDay, '09:00').toISOString() });

    await title.click();
    await details.getByText(/rescheduled it from/).waitFor();
    await details.getByRole('button', { name: 'Cancel Pickup' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Cancel this pickup?' });
    await confirmation.getByText('$45.00 will be refunded to Pat Example.').waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Cancel Pickup' }).click();
    await confirmation.getByRole('button', { name: 'Cancel Pickup' }).click();
    await expectToast(page, 'Pickup Cancelled');
    await page.getByText('No One-Time Requests').waitFor();
    await page.getByText('Package requests will appear here').waitFor();
    await details.waitFor({ state: 'detached' });
    await checkPage(page);
    await expect
      .poll(
        async () => {
          const items: { amount: string }[] = await customer.send('GET', '/api/billing-history');
          return items.map((item) => item.amount).sort();
        },
        { timeout: 60_000 },
      )
      .toEqual(['-45.00', '45.00']);
  });

  it.runIf(isLong)('show the second of two dispatchers an error and the new state', async () => {
    const driver = await makeDriver('truck-race');
    const address = '225 Race St, Philadelphia, PA 19106';
    await assign((await book(await register('race-house'), address, 2)).id, driver);
    const path = '/admin/requests?q=225+race';
    const [first, second] = [await open(desk, path), await open(otherDesk, path)];
    await choose(second, address, 'Issue');
    expect(await second.getByRole('button', { name: /^Issues/ }).count()).toBe(0);
    const releaseReads = await holdReads(second);
    await choose(first, address, 'Complete');
    await first.getByRole('alertdialog').getByRole('button', { name: 'Complete' }).click();
    await expectToast(first, 'Pickup Completed');
    await reportIssue(second);
    releaseReads();
    await expectToast(second, 'Error');
    await expectToast(second, "This pickup is completed and can't be changed to issue.");
    await second.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await request(second, address).getByText('Completed', { exact: true }).waitFor();
    await request(second, address).getByRole('button', { name: 'Actions for' }).click();
    expect(await second.getByRole('menuitem', { name: 'Reschedule' }).count()).toBe(0);

    const other = '227 Race St, Philadelphia, PA 19106';
    const { id } = await book(await register('gone-house'), other, 2);
    await assign(id, driver);
    await second.goto('/admin/requests?q=227+race');
    // The dialog shows the list's row until its own read arrives. That read must be from before the cancellation.
    const opened = second.waitForResponse((response) => response.url().endsWith(`/api/admin/pickups/${id}`));
    await request(second, other).getByRole('heading').getByRole('button').click();
    await opened;
    const details = second.getByRole('dialog', { name: other });
    await details.getByRole('button', { name: 'Issue' }).waitFor();
    const releaseMore = await holdReads(second);
    await desk.send('DELETE', `/api/admin/pickups/${id}`);
    await details.getByRole('button', { name: 'Issue' }).click();
    await reportIssue(second);
    releaseMore();
    await expectToast(second, 'Error');
    await second.getByRole('dialog', { name: 'Report an Issue' }).getByRole('button', { name: 'Cancel' }).click();
    await details.getByText('This request has since been cancelled.').waitFor();
    expect(await details.getByRole('button', { name: /Issue|Reschedule|Cancel/ }).count()).toBe(0);
    await checkPage(second);
  });

  it.runIf(isLong)(
    'are found by their id from any page, turned by pages, and cancelled several at once with every failure named',
    async () => {
      const customer = await register('twelve-house');
      const streets = Array.from({ length: 12 }, (_, index) => `${101 + index} Page St, Philadelphia, PA 19123`);
      const booked: Json[] = [];
      for (const address of streets) booked.push(await book(customer, address, 3));
      const page = await open(desk, '/admin/members');
      await page.getByRole('heading', { level: 1, name: 'All Members' }).waitFor();
      await page.keyboard.press('Control+k');
      const find = page.getByRole('dialog', { name: 'Find' });
      await find.getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(`#${booked[0].id.slice(-8)}`);
      await find.getByRole('option', { name: '101 Page St' }).waitFor();
      await checkPage(page);
      await page.keyboard.press('Enter');
      const details = page.getByRole('dialog', { name: '101 Page St' });
      expect(await details.getByRole('link', { name: '(215) 555' }).getAttribute('href')).toMatch(/^tel:\d{10}$/);
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'detached' });

      await page.goto('/admin/requests?q=page+st&sort=oldest&area=19123');
      await page.getByText('1–10 of 12 requests').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('11–12 of 12 requests').waitFor();
      await page.goBack();
      await page.getByText('1–10 of 12 requests').waitFor();
      await page.getByLabel(`Select ${streets[0]}`).check();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByLabel(`Select ${streets[11]}`).check();
      const box = await request(page, '112 Page St').boundingBox();
      expect(box?.height).toBeLessThanOrEqual(160);
      await assign(booked[0].id, await makeDriver('truck-pages'));
      await otherDesk.send('DELETE', `/api/admin/pickups/${booked[11].id}`);
      await desk.send('PATCH', `/api/admin/complete-pickup/${booked[0].id}`, { status: 'completed' });
      await page.getByRole('button', { name: 'Cancel Pickups' }).click();
      const confirmation = page.getByRole('alertdialog', { name: 'Cancel 2 requests?' });
      await confirmation.getByText('None of these are paid.').waitFor();
      await checkPage(page);
      await confirmation.getByRole('button', { name: 'Cancel Pickups' }).click();
      const result = page.getByRole('dialog', { name: 'Not all are cancelled' });
      await result.getByText('101 Page St').waitFor();
      await result.getByText("This pickup is completed and can't be changed to cancelled.").waitFor();
      expect(await result.getByRole('listitem').count()).toBe(1);
    },
  );

  it.runIf(isLong)('are set to issue and incomplete on a phone, and filtered by these', async () => {
    const driver = await makeDriver('truck-phone');
    const customer = await register('phone-house');
    for (const street of ['1 Front St', '2 Front St']) {
      await assign((await book(customer, `${street}, Philadelphia, PA 19106`, 1)).id, driver);
    }
    const page = await open(desk, '/admin/requests?q=phone-house', phone);
    await request(page, '1 Front St').getByRole('button', { name: 'Issue' }).click();
    await reportIssue(page);
    await expectToast(page, 'Issue Reported');
    await request(page, '2 Front St').getByRole('button', { name: 'Incomplete' }).click();
    const reason = page.getByRole('dialog', { name: 'Mark as Incomplete' });
    await reason.getByRole('radio', { name: 'No access' }).check();
    await reason.getByRole('button', { name: 'Mark Incomplete' }).click();
    await expectToast(page, 'Pickup Incomplete');
    await checkPage(page);
    await page.getByRole('button', { name: /^Incomplete \d/ }).click();
    await request(page, '1 Front St').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Issues/ }).click();
    await request(page, '1 Front St').getByRole('heading').getByRole('button').click();
    const details = page.getByRole('dialog');
    await details.getByText('reported an issue').waitFor();
    await checkPage(page);
    await checkNarrowPage(page);
    await details.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Pending/ }).click();
    await page.getByText('No pending requests pending').waitFor();
    await checkPage(page);
  });
});

describe('the other sections', () => {
  it.runIf(isLong)(
    'show reports, announce what is coming soon, and an unknown address shows the dashboard',
    async () => {
      await bookPaid(await register('reported'));
      const page = await open(desk, '/admin/reports');
      await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
      await page.getByRole('heading', { name: 'Reports Coming Soon' }).waitFor();
      await page.getByRole('button', { name: 'This week' }).click();
      await page.locator('summary', { hasText: 'Money by day' }).click();
      await page.getByRole('columnheader', { name: 'Refunded' }).first().waitFor();
      await checkPage(page);
      await checkNarrowPage(page);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'All Stops (CSV)' }).click();
      expect((await download).suggestedFilename()).toMatch(/^pickups-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
      await page.getByLabel('Last day').fill('2020-01-01');
      await page.getByText('The first day must not be after the last day.').waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { name: 'Settings Coming Soon' }).waitFor();
      await page.getByRole('link', { name: 'Driver Assignments' }).click();
      await page.getByRole('heading', { level: 1, name: 'Driver Management' }).waitFor();
      await page.goto('/admin/nothing-of-that-name');
      await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    },
  );
});

describe("an admin's own role", () => {
  it('can be changed, which opens the new home without signing in again, except by the last admin', async () => {
    const leaving = await open(otherDesk, '/admin/members?role=admin');
    await memberCard(leaving, 'desk-two').getByRole('button', { name: 'Change role' }).click();
    await leaving.getByRole('radio', { name: 'Driver' }).check();
    await leaving.getByText(/This is your own account/).waitFor();
    await checkPage(leaving);
    await leaving.getByRole('button', { name: 'Make Driver' }).click();
    await leaving.waitForURL('**/driver');
    await expectToast(leaving, 'You are now a driver.');
    await leaving.getByRole('heading', { level: 1, name: 'My Route' }).waitFor();

    const page = await open(desk, '/admin/members?role=admin');
    await changeRole(page, 'desk-one', 'Customer');
    await expectToast(page, 'Error');
    await expectToast(page, 'The last admin must stay an admin. Make someone else an admin first.');
    await checkPage(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await memberCard(page, 'desk-one').getByText('Admin', { exact: true }).waitFor();
    expect(page.url()).toContain('/admin/members');
  });
});
