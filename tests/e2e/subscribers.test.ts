import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PackageType } from '../../contract/values/prices.ts';
import { formatDateKey, instantOf } from '../../contract/values/time/dates.ts';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import {
  checkNarrowPage,
  checkPage,
  desktop,
  dispatcherDevices,
  expectToast,
  holdReads,
  phone,
  pollNow,
} from '../support/browser/browser.ts';
import { setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { readMails } from '../support/services/mails.ts';
import { buyPlan, day, home } from '../support/subscriptions/purchases.ts';

/** Subscribers: a dispatcher finds, edits, reschedules, cancels and reactivates plans, and sees another dispatcher's changes. */

let desk: SignedInUser;
let otherDesk: SignedInUser;
const stories = setUpStories({ expectedErrors: /status of (402|409|500)/ });
beforeAll(async () => {
  desk = await makeStaff(stories.server, 'admin', 'desk-one');
  otherDesk = await makeStaff(stories.server, 'admin', 'desk-two');
  await subscribe('ada', 'Ada', 'basic', '801 N 2nd St, Philadelphia, PA 19123');
  await subscribe('ben', 'Ben', 'clean-carry');
  await subscribe('cleo', 'Cleo', 'premium');
  await setStatus(await subscribe('dora', 'Dora', 'clean-carry'), 'paused');
  await setStatus(await subscribe('eli', 'Eli', 'heavy-duty'), 'cancelled');
});

function register(name: string, firstName: string, address = home): Promise<SignedInUser> {
  const form = { email: `${name}@stoop.example`, firstName, address };
  return registerCustomer(stories.server.url, `${name}-example`, form);
}

/** Registers a customer and buys a plan. Returns the subscription's id. */
async function subscribe(name: string, firstName: string, packageType: PackageType, address = home): Promise<string> {
  const customer = await register(name, firstName, address);
  return (await buyPlan(customer, { packageType, preferredDay: 'thursday' })).id;
}

async function setStatus(id: string, status: string): Promise<void> {
  await otherDesk.send('PATCH', `/api/admin/subscriptions/${id}`, { updates: { status } });
}

/** Opens Subscribers in a dispatcher's window. */
async function open(device = desktop, person = desk, search = ''): Promise<Page> {
  const { page } = await stories.visitAs(person, device);
  await page.goto(`/admin/subscribers${search}`);
  await page.getByRole('heading', { name: 'Subscribers', exact: true }).waitFor();
  return page;
}

const names = async (page: Page) =>
  (await page.getByRole('list', { name: 'Subscribers' }).getByRole('button').allInnerTexts()).map(
    (name) => name.split(' ')[0],
  );
const chips = async (page: Page, group: string) =>
  (await page.getByRole('group', { name: group }).getByRole('button').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' '),
  );
const detail = (page: Page, firstName: string) => page.getByRole('dialog', { name: `${firstName} Example` });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

async function openDetail(page: Page, firstName: string) {
  await page.getByRole('button', { name: `${firstName} Example` }).click();
  const dialog = detail(page, firstName);
  await dialog.getByRole('heading', { name: 'History' }).waitFor();
  return dialog;
}

/** Finds the value next to a label of the dialog: "Price" → "$60.00/month". */
const fact = (page: Page, firstName: string, name: string) =>
  detail(page, firstName)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');

describe.each(dispatcherDevices)('the list on $name', (device) => {
  it('filters with counts, searches, and keeps both in the URL', async () => {
    const page = await open(device);
    await page.getByRole('status').getByText('5 subscribers').waitFor();
    await expect.poll(() => names(page)).toEqual(['Eli', 'Dora', 'Cleo', 'Ben', 'Ada']);
    await expect.poll(() => chips(page, 'Filter by status')).toEqual(['All 5', 'Active 3', 'Paused 1', 'Cancelled 1']);
    await expect
      .poll(() => chips(page, 'Filter by package'))
      .toEqual([
        ...['All Packages 5', 'Basic Package 1', 'Clean & Carry 2'],
        ...['Heavy Duty 1', 'Premium Property 1'],
      ]);
    await checkPage(page);
    await checkNarrowPage(page);

    await page.getByRole('button', { name: /^Clean & Carry/ }).click();
    await page.getByRole('status').getByText('2 subscribers').waitFor();
    await page.getByRole('button', { name: /^Active/ }).click();
    await page.getByRole('status').getByText('1 subscriber').waitFor();
    await expect.poll(() => names(page)).toEqual(['Ben']);
    await page.reload();
    await page.getByRole('status').getByText('1 subscriber').waitFor();
    expect(new URL(page.url()).search).toBe('?status=active&package=clean-carry');
    await page.goBack();
    await page.getByRole('status').getByText('2 subscribers').waitFor();

    await page.getByRole('searchbox').fill('n 2nd st');
    await page.getByRole('heading', { name: 'No Subscribers' }).waitFor();
    await page.getByText('Nothing matches “n 2nd st”.').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^All Packages/ }).click();
    await page.getByRole('button', { name: 'Ada Example' }).waitFor();
    for (const [search, found] of [
      ['cleo ex', 'Cleo'],
      ['dora@stoop', 'Dora'],
    ] as const) {
      await page.getByRole('searchbox').fill(search);
      await page.getByRole('button', { name: `${found} Example` }).waitFor();
      await page.getByRole('status').getByText('1 subscriber').waitFor();
      await expect.poll(() => names(page)).toEqual([found]);
    }
  });
});

describe.each(dispatcherDevices)('one subscriber on $name', (device) => {
  const name = device === phone ? 'Flo' : 'Gus';
  const moved = day(9);

  it('is edited, rescheduled with an email, cancelled and reactivated, all of which the history shows', async () => {
    await subscribe(name.toLowerCase(), name, 'clean-carry');
    const page = await open(device);
    const dialog = await openDetail(page, name);
    const first = await fact(page, name, 'Next pickup').textContent();
    for (const [label, value] of [
      ['Package', 'Clean & Carry'],
      ['Price', '$60.00/month'],
      ['Status', 'Active'],
      ['Bag limit', '6 bags'],
      ['Frequency', /^Weekly/],
      ['Phone', '(215) 555-0142'],
      ['Address', home],
      ['Extras', 'Furniture pickup, Bin power washing'],
    ] as const) {
      expect(await fact(page, name, label).textContent(), label).toMatch(value);
    }
    const recent = dialog.getByRole('region', { name: 'Recent Pickups' }).getByRole('listitem');
    await expect
      .poll(() => recent.allInnerTexts())
      .toEqual([expect.stringMatching(/#[0-9a-f]{8} · 6 bags · \$0\.00\s+Pending$/)]);
    await dialog.getByText('No changes yet.').waitFor();
    await checkPage(page);
    await checkNarrowPage(page);

    await reschedule(page);
    const history = dialog.getByRole('region', { name: 'History' }).getByRole('listitem');
    await history.filter({ hasText: ': Snow' }).waitFor();
    expect(await history.first().textContent()).toMatch(/^desk-one rescheduled a pickup from \w+, .* to .*: Snow/);
    // The history and the list are fetched again in parallel.
    await expect.poll(() => fact(page, name, 'Next pickup').textContent()).not.toBe(first);
    await edit(page);
    await history.filter({ hasText: 'changed the package from Clean & Carry to Heavy Duty' }).waitFor();
    await cancel(page);
    await reactivate(page);
    await history.filter({ hasText: 'desk-one reactivated it' }).waitFor();
    await checkPage(page);

    await endByEdit(page);
    await detail(page, name).getByRole('button', { name: 'Reactivate Subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate Subscription' }).click();
    await expect.poll(() => fact(page, name, 'Status').textContent()).toBe('Active');

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(`${name} Example`);
    const row = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem').filter({ hasText: name });
    await expect.poll(() => row.textContent()).toMatch(/Heavy Duty.*\$75\.00\/month.*Active/);
  });

  async function reschedule(page: Page): Promise<void> {
    await detail(page, name).getByRole('button', { name: 'Reschedule Next Pickup' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule Next Pickup' });
    await dialog.getByLabel('Reason (optional)').fill('Snow');
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expectToast(page, 'Date Required');
    await dialog.getByText('Please select a new date for the pickup.').waitFor();
    const date = dialog.getByLabel('New date');
    expect(await date.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await date.getAttribute('min')).toBe(day(0));
    expect(await dialog.getByLabel('Time').inputValue()).toBe('09:00');
    expect(await dialog.getByLabel('Email the customer').isChecked()).toBe(true);
    await checkPage(page);

    await date.fill(day(-1));
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await dialog.getByText('Please select a future date.').waitFor();
    expect(await dialog.getByLabel('Reason (optional)').inputValue()).toBe('Snow');
    await date.fill(moved);
    const sent = page.waitForRequest((request) => request.url().endsWith('/reschedule'));
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    // The browser is in Auckland; the picked date is New York's.
    expect((await sent).postDataJSON()).toEqual({
      newDate: instantOf(moved, '09:00').toISOString(),
      reason: 'Snow',
      shouldEmailCustomer: true,
    });
    await expectToast(page, 'Pickup Rescheduled');
    await expectToast(page, new RegExp(`${formatDateKey(moved)}, 9:00\\sAM\\. Customer notified by email\\.$`));
    await dialog.waitFor({ state: 'detached' });
    const mails = await readMails(join(stories.server.dataDir, 'mail'));
    const mail = mails.find(({ to, text }) => to === `${name.toLowerCase()}@stoop.example` && text.includes('Snow'));
    expect(mail?.subject).toBe(`Your pickup is now on ${formatDateKey(moved, 'long')}`);
  }

  async function edit(page: Page): Promise<void> {
    const open = detail(page, name).getByRole('button', { name: 'Edit Details' });
    const dialog = page.getByRole('dialog', { name: 'Edit Subscription' });
    await open.click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Nothing to Save');
    await dialog.waitFor({ state: 'detached' });
    await open.click();
    await dialog.getByLabel('Package Type').selectOption({ label: 'Heavy Duty, $75/month' });
    await dialog.getByLabel('Bag Count Limit').fill('21');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Bag count limit must be a number from 1 to 20').waitFor();
    await checkPage(page);
    await dialog.getByLabel('Bag Count Limit').fill('8');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    expect((await sent).postDataJSON()).toEqual({
      updates: { packageType: 'heavy-duty', pricePerMonth: '75.00', bagCountLimit: 8 },
    });
    await expectToast(page, 'Subscriber Updated');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, name, 'Package').textContent()).toBe('Heavy Duty');
    await expect.poll(() => fact(page, name, 'Bag limit').textContent()).toBe('8 bags');
  }

  async function endByEdit(page: Page): Promise<void> {
    await detail(page, name).getByRole('button', { name: 'Edit Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Subscription' });
    await dialog.getByLabel('Status').selectOption('Cancelled');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const prompt = page.getByRole('alertdialog');
    await prompt.getByText("This can't be undone.").waitFor();
    await checkPage(page);
    await prompt.getByRole('button', { name: 'Keep Subscription' }).click();
    await prompt.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Status').inputValue()).toBe('cancelled');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await prompt.getByRole('button', { name: 'Cancel Subscription' }).click();
    expect((await sent).postDataJSON()).toEqual({ updates: { status: 'cancelled' } });
    await expectToast(page, 'Subscriber Updated');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, name, 'Status').textContent()).toBe('Cancelled');
  }

  async function cancel(page: Page): Promise<void> {
    const button = detail(page, name).getByRole('button', { name: 'Cancel Subscription' });
    await button.click();
    const prompt = page.getByRole('alertdialog');
    await prompt.getByText("This can't be undone.").waitFor();
    await expect.poll(() => focused(page)).toBe('Keep Subscription');
    await checkPage(page);
    await prompt.getByRole('button', { name: 'Keep Subscription' }).click();
    await prompt.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, name, 'Status').textContent()).toBe('Active');

    await button.click();
    await prompt.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(page, 'Subscription Cancelled');
    await prompt.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, name, 'Status').textContent()).toBe('Cancelled');
    await expect.poll(() => fact(page, name, 'Next pickup').textContent()).toBe('Not scheduled');
    expect(await detail(page, name).getByRole('button', { name: 'Reschedule Next Pickup' }).isDisabled()).toBe(true);
    // The button keeps the focus under its new label.
    await expect.poll(() => focused(page)).toBe('Reactivate Subscription');
  }

  async function reactivate(page: Page): Promise<void> {
    await page.keyboard.press('Enter');
    const prompt = page.getByRole('alertdialog');
    await checkPage(page);
    await prompt.getByRole('button', { name: 'Reactivate Subscription' }).click();
    await expectToast(page, `${name} Example's subscription is active again.`);
    await prompt.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, name, 'Status').textContent()).toBe('Active');
  }

  it('ends with a refund of the visits not made when it is edited to Cancelled (ADMIN-13)', async () => {
    const ended = device === phone ? 'Moe' : 'Nia';
    const customer = await register(ended.toLowerCase(), ended);
    const { id } = await buyPlan(customer, { packageType: 'clean-carry', preferredDay: 'thursday' });
    const page = await open(device, desk, `?q=${ended}`);
    const dialog = await openDetail(page, ended);
    await dialog.getByRole('button', { name: 'Edit Details' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Subscription' });
    // The refund is what was shown, although the other changes affect what a visit is worth.
    await form.getByLabel('Package Type').selectOption('premium');
    await form.getByLabel('Status').selectOption('Cancelled');
    await form.getByLabel('Bag Count Limit').fill('9');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    const prompt = page.getByRole('alertdialog');
    const refund = prompt.getByRole('checkbox', { name: /^Refund visits not made/ });
    await refund.check();
    await checkPage(page);
    const shown = /\$(\d+\.\d\d)/.exec((await prompt.getByText('Refund visits not made').textContent()) ?? '')?.[1];
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/admin/subscriptions/${id}/end`));
    await prompt.getByRole('button', { name: 'Cancel Subscription' }).click();
    expect((await sent).postDataJSON()).toEqual({ expectedRefund: shown });
    await expectToast(page, `${ended} Example's subscription was changed. $${shown} is refunded.`);
    await form.waitFor({ state: 'detached' });
    for (const [name, value] of [
      ['Status', 'Cancelled'],
      ['Package', 'Premium Property'],
      ['Bag limit', '9 bags'],
    ] as const) {
      await expect.poll(() => fact(page, ended, name).textContent()).toBe(value);
    }
    const history = dialog.getByRole('region', { name: 'History' }).getByRole('listitem');
    await history.filter({ hasText: `cancelled it with a refund of $${shown}` }).waitFor();
    const titles = async () =>
      (await customer.send('GET', '/api/notifications')).notifications.map(({ title }: { title: string }) => title);
    await expect.poll(titles, { timeout: 20_000 }).toContain('Subscription cancelled');
    expect(await titles()).not.toContain('Your plan has a new price');
  });

  it('is put on hold for its customer and back early, with the same previews (ADMIN-98)', async () => {
    const held = device === phone ? 'Kim' : 'Lea';
    await subscribe(held.toLowerCase(), held, 'premium');
    const page = await open(device, desk, `?q=${held}`);
    const dialog = await openDetail(page, held);
    await dialog.getByRole('button', { name: 'Put on Hold' }).click();
    const hold = page.getByRole('dialog', { name: 'Put the plan on hold' });
    await hold.getByRole('button', { name: 'Put on hold' }).click();
    await expectToast(page, 'Plan on Hold');
    await fact(page, held, 'Hold').waitFor();
    await fact(page, held, 'Status')
      .getByText(/^On hold from /)
      .waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Back Early' }).click();
    const back = page.getByRole('dialog', { name: 'Come back early' });
    await back.getByRole('button', { name: 'Come back early' }).click();
    await fact(page, held, 'Hold').waitFor({ state: 'detached' });
    await dialog.getByText(/put it on hold from/).waitFor();
  });
});

describe('when something fails', () => {
  it.runIf(isLong)('shows why the card was declined, and keeps what was entered', async () => {
    const id = await subscribe('hal', 'Hal', 'basic');
    await setStatus(id, 'cancelled');
    // Within its paid month a plan is reactivated without a charge.
    await query('UPDATE subscriptions SET "currentPeriodEnd" = "cancellationDate" WHERE "id" = $1', [id]);
    await declineCard(id);
    // Within the paid month a reactivation would charge nothing.
    await query('UPDATE subscriptions SET "currentPeriodEnd" = "cancellationDate" WHERE "id" = $1', [id]);
    const page = await open();
    const dialog = await openDetail(page, 'Hal');
    await dialog.getByRole('button', { name: 'Reactivate Subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate Subscription' }).click();
    await expectToast(page, 'Update Failed');
    await expectToast(page, 'Your card has expired.');

    await dialog.getByRole('button', { name: 'Edit Details' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Subscription' });
    await form.getByLabel('Status').selectOption('Active');
    await form.getByLabel('Bag Count Limit').fill('9');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText('Your card has expired.').waitFor();
    expect(await form.getByLabel('Bag Count Limit').inputValue()).toBe('9');
    await checkPage(page);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, 'Hal', 'Status').textContent()).toBe('Cancelled');
  });

  it.runIf(isLong)('shows when the email was not sent, and when it was not requested', async () => {
    await subscribe('ira', 'Ira', 'basic');
    const page = await open();
    await page.route('**/reschedule', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), emailSent: false } });
    });
    const dialog = await openDetail(page, 'Ira');
    for (const [ahead, isRequested, notice] of [
      [10, true, /Email failed: domain verification needed\.$/],
      [11, false, /Customer not notified\.$/],
    ] as const) {
      await dialog.getByRole('button', { name: 'Reschedule Next Pickup' }).click();
      const form = page.getByRole('dialog', { name: 'Reschedule Next Pickup' });
      await form.getByLabel('New date').fill(day(ahead));
      await form.getByLabel('Email the customer').setChecked(isRequested);
      await form.getByRole('button', { name: 'Reschedule', exact: true }).click();
      await expectToast(page, notice);
      await form.waitFor({ state: 'detached' });
    }
  });

  it.runIf(isLong)('shows an error for a list, pickups and history that fail to load, and retries them', async () => {
    const page = await open(phone, desk, '?q=ada');
    await page.getByRole('button', { name: 'Ada Example' }).waitFor();
    let isBroken = true;
    await page.clock.install();
    await page.route(/\/api\/admin\/(subscriptions|history)/, async (route) => {
      if (isBroken) await route.fulfill({ status: 500, json: { message: 'Something went wrong. Please try again.' } });
      else await route.continue();
    });
    const dialog = await openDetail(page, 'Ada');
    await dialog.getByRole('button', { name: 'Try again' }).last().waitFor();
    await checkPage(page);
    // The dialog polls every 20 s. After this poll, only a press fetches anything.
    await pollNow(page);
    isBroken = false;
    for (const region of ['Recent Pickups', 'History']) {
      await dialog.getByRole('region', { name: region }).getByRole('button', { name: 'Try again' }).click();
    }
    await dialog.getByText('No changes yet.').waitFor();
    await dialog.getByText(/· 6 bags ·/).waitFor();

    isBroken = true;
    await page.reload();
    await page.getByRole('heading', { name: "We couldn't load the subscribers" }).waitFor();
    await checkPage(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Ada Example' }).waitFor();
  });
});

describe('two dispatchers in parallel', () => {
  it.runIf(isLong)('the second sees what the first has changed', async () => {
    const id = await subscribe('joy', 'Joy', 'basic');
    const page = await open(desktop, otherDesk);
    const dialog = await openDetail(page, 'Joy');
    await dialog.getByRole('button', { name: 'Edit Details' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Subscription' });
    const releaseReads = await holdReads(page);
    await desk.send('PATCH', `/api/admin/subscriptions/${id}`, { updates: { bagCountLimit: 12 } });
    await form.getByLabel('Package Type').selectOption('premium');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    releaseReads();
    await expectToast(page, 'Someone else just changed it: the bag limit is now 12.');
    await expect.poll(() => fact(page, 'Joy', 'Bag limit').textContent()).toBe('12 bags');

    await dialog.getByRole('button', { name: 'Reschedule Next Pickup' }).click();
    const move = page.getByRole('dialog', { name: 'Reschedule Next Pickup' });
    await move.getByLabel('New date').fill(day(8));
    await desk.send('DELETE', `/api/admin/subscriptions/${id}`);
    await move.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expectToast(page, 'Reschedule Failed');
    await move.getByText('This subscription has no upcoming pickup.').waitFor();
    expect(await move.getByLabel('New date').inputValue()).toBe(day(8));
    await checkPage(page);
    await move.getByRole('button', { name: 'Cancel' }).click();
    await fact(page, 'Joy', 'Status').getByText('Cancelled').waitFor();
    await dialog.getByText('desk-one cancelled it').waitFor();
  });

  it('cancelling a plan that the other has cancelled shows who did', async () => {
    const id = await subscribe('kay', 'Kay', 'basic');
    const page = await open(desktop, otherDesk);
    const dialog = await openDetail(page, 'Kay');
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
    await desk.send('DELETE', `/api/admin/subscriptions/${id}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(page, 'desk-one had already cancelled it.');
    await expect.poll(() => fact(page, 'Kay', 'Status').textContent()).toBe('Cancelled');
  });
});

describe('many subscribers, by keyboard alone', () => {
  it.runIf(isLong)('shows fifty at a time; Enter opens, Escape closes, and the focus returns', async () => {
    await fillSubscribers(120);
    const page = await open(desktop, desk, '?q=many-');
    await page.getByRole('status').getByText('Showing 50 of 120 subscribers').waitFor();
    const more = page.getByRole('button', { name: 'Show more' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Showing 100 of 120 subscribers').waitFor();
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('120 subscribers', { exact: true }).waitFor();
    // The button is gone. The focus moves to the first new row.
    const texts = await page.getByRole('list').getByRole('button').allInnerTexts();
    await expect.poll(() => focused(page)).toBe(texts[100]);

    const name = await focused(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByText('No pickups yet').waitFor();
    await press(page, 'Edit Details');
    await page.getByRole('dialog', { name: 'Edit Subscription' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Edit Subscription' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Edit Details');
    await press(page, 'Cancel Subscription');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Cancel Subscription');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(name);
  });

  it.runIf(isLong)('closes only the upper of two dialogs, also with an Escape while it is opening', async () => {
    const page = await open(desktop, desk, '?q=ada');
    const dialog = await openDetail(page, 'Ada');
    const edit = dialog.getByRole('button', { name: 'Edit Details' });
    await edit.focus();
    await edit.evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      const key = { key: 'Escape', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect.poll(() => focused(page)).toBe('Edit Details');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Ada Example');
  });
});

/** Moves the focus to the button with Tab and presses it. */
async function press(page: Page, label: string): Promise<void> {
  for (let tabs = 0; tabs < 20 && (await focused(page)) !== label; tabs += 1) await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe(label);
  await page.keyboard.press('Enter');
}

async function query(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: stories.server.databaseUrl });
  await client.connect();
  await client.query(text, values).finally(() => client.end());
}

/** Makes the plan's card decline from now on. */
async function declineCard(subscriptionId: string): Promise<void> {
  await query(
    `UPDATE simulated_subscriptions AS provider SET "paymentMethodId" = 'pm_card_chargeDeclinedExpiredCard'
     FROM subscriptions AS ours WHERE ours."stripeSubscriptionId" = provider."id" AND ours."id" = $1`,
    [subscriptionId],
  );
}

/** Inserts customers with a plan each, without names and stops, for the list only. */
async function fillSubscribers(count: number): Promise<void> {
  await query(
    `WITH people AS (
       INSERT INTO users ("id", "username", "email", "password", "role")
       SELECT gen_random_uuid(), 'many-' || i, 'many-' || i || '@stoop.example', '', 'customer' FROM generate_series(1, $1::integer) AS i
       RETURNING "id")
     INSERT INTO subscriptions ("id", "customerId", "stripeSubscriptionId", "status", "packageType", "pricePerMonth")
     SELECT gen_random_uuid(), people."id", 'sub_' || people."id", 'active', 'basic', 35 FROM people`,
    [count],
  );
}
