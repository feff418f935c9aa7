import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/connect.ts';
import { makeStaff, registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { checkPage, customerDevices, desktop, openToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';
import { bookPaid } from '../support/subscriptions/purchases.ts';

/** Receipts print on one page. The dispatcher refunds part of a payment, and both sides see it. */

let dispatcher: SignedInUser;
const stories = setUpStories({
  env: async () => ({ BUSINESS_ADDRESS: '400 Market St, Philadelphia, PA 19106' }),
  expectedErrors: refusedRequests,
});
beforeAll(async () => {
  dispatcher = await makeStaff(stories.server, 'admin', 'desk-one');
});

let count = 0;
/** Makes a new customer with one paid pickup of $45.00. */
async function paidPickup() {
  const customer = await registerCustomer(stories.server.url, `keeper-${++count}`);
  const address = `${count} S 9th St, Philadelphia, PA 19147`;
  const { id, paymentStatus } = await bookPaid(customer, { address });
  expect(paymentStatus).toBe('paid');
  return { customer, pickupId: id as string, address };
}

async function open(person: SignedInUser, path: string, device = phone): Promise<Page> {
  const { page } = await stories.visitAs(person, device);
  await page.goto(path);
  return page;
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length;

describe('a receipt', () => {
  it.each(customerDevices)(
    'opens from billing, shows all details, and prints on one page, on $name',
    async (device) => {
      const { customer } = await paidPickup();
      const page = await open(customer, '/billing', device);
      await page.getByRole('link', { name: /^Receipt for/ }).click();
      const sheet = page.getByRole('article');
      await sheet.getByRole('heading', { name: 'Stoop' }).waitFor();
      for (const words of [
        '400 Market St, Philadelphia, PA 19106',
        '(215) 555-0107',
        'hello@stoop.example',
        customer.user.email,
        'Visa ending in 4242',
      ]) {
        await sheet.getByText(words, { exact: true }).waitFor();
      }
      await sheet.getByText('Pat Example').waitFor();
      await sheet.getByRole('row', { name: /^Total \$45\.00$/ }).waitFor();
      await checkPage(page);

      const pdf = await page.pdf({ format: 'Letter' });
      expect(pagesOf(pdf)).toBe(1);
      await page.emulateMedia({ media: 'print' });
      expect(await sheet.isVisible()).toBe(true);
      for (const name of ['Print', 'Notifications', 'Menu']) {
        expect(await page.getByRole('button', { name }).count(), name).toBe(0);
      }
      expect(await page.getByRole('link').count()).toBe(0);
      await page.emulateMedia({ media: null });

      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-print-asked', '');
      });
      await page.getByRole('button', { name: 'Print' }).click();
      await page.locator('body[data-print-asked]').waitFor();
      await page.getByRole('link', { name: 'Back to billing' }).click();
      await page.getByRole('heading', { name: 'Latest Transactions' }).waitFor();
    },
  );

  it.runIf(isLong)('of another customer is not found, and one that fails to load is retried', async () => {
    const { customer } = await paidPickup();
    const { customer: other } = await paidPickup();
    const [line] = (await other.call('GET', '/api/billing-history')).body;
    const page = await open(customer, `/billing?receipt=${line.id}`);
    await page.getByRole('heading', { name: "We couldn't find that receipt" }).waitFor();
    await checkPage(page);
    await page.getByRole('link', { name: 'Back to billing' }).click();
    await page.route('**/api/receipts/*', (route) => route.abort());
    await page.getByRole('link', { name: /^Receipt for/ }).click();
    await page.getByRole('heading', { name: "We couldn't load your receipt" }).waitFor();
    await page.unroute('**/api/receipts/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').waitFor();
  });

  it.runIf(isLong)('with a dozen refunds prints on one page', async () => {
    const { customer } = await paidPickup();
    const [line] = (await customer.call('GET', '/api/billing-history')).body;
    const page = await open(customer, '/billing', desktop);
    await page.route('**/api/receipts/*', async (route) => {
      const response = await route.fetch();
      const refunds = Array.from({ length: 12 }, (_, day) => ({
        ...{ date: new Date(Date.UTC(2026, 11, day + 1, 17)).toISOString(), amount: '1.00' },
      }));
      await route.fulfill({ response, json: { ...(await response.json()), refunds, total: '33.00' } });
    });
    await page.goto(`/billing?receipt=${line.id}`);
    await page.getByRole('row', { name: /^Total \$33\.00$/ }).waitFor();
    expect(pagesOf(await page.pdf({ format: 'Letter' }))).toBe(1);
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1);
  });
});

describe('a refund', () => {
  const details = (page: Page, address: string) => page.getByRole('dialog', { name: address });
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Refund' });
  const submit = (page: Page) => dialogOf(page).getByRole('button', { name: /^Refund/ });

  async function openRefund(device = phone) {
    const booked = await paidPickup();
    const page = await open(dispatcher, `/admin/requests?q=${encodeURIComponent(booked.address)}`, device);
    await page.getByRole('button', { name: booked.address, exact: true }).click();
    const payment = details(page, booked.address).getByRole('region', { name: 'Payment' });
    await payment.getByRole('button', { name: 'Refund' }).click();
    await dialogOf(page).waitFor();
    return { ...booked, page, payment };
  }

  const refundsOf = async (pickupId: string) =>
    (await dispatcher.send('GET', `/api/admin/pickups/${pickupId}/payment`)).refunds;

  it.each(customerDevices)(
    'of a part needs a reason, is sent once, and shows on both sides, on $name',
    async (device) => {
      const { page, payment, pickupId, customer, address } = await openRefund(device);
      const dialog = dialogOf(page);
      expect(await dialog.getByLabel('Amount').inputValue()).toBe('45.00');
      await checkPage(page);
      await submit(page).click();
      await dialog.getByText('Please give a reason').waitFor();
      await dialog.getByLabel('Amount').fill('45.01');
      await dialog.getByLabel('Reason').fill('One bag was left behind.');
      await submit(page).click();
      await dialog.getByText('You can refund up to $45.00.').waitFor();
      await checkPage(page);
      await dialog.getByLabel('Amount').fill('12.50');
      await submit(page).dblclick();
      await openToast(page).getByText('Refund on Its Way', { exact: true }).waitFor();
      await payment.getByText('One bag was left behind.').waitFor();
      await payment.getByText('$32.50').waitFor();
      await details(page, address).getByText('asked for a refund of $12.50: One bag was left behind.').waitFor();
      await payment.getByText('Refunded', { exact: true }).last().waitFor();
      await checkPage(page);
      // A job sends it to the provider.
      await expect.poll(() => refundsOf(pickupId)).toMatchObject([{ amount: '12.50', status: 'done' }]);

      const lines = (await customer.call('GET', '/api/billing-history')).body;
      expect(lines).toMatchObject([{ amount: '-12.50', status: 'succeeded' }, { amount: '45.00' }]);
      const billing = await open(customer, '/billing', device);
      await billing.getByText('−$12.50').waitFor();
      await billing.getByRole('link', { name: /^Receipt for/ }).click();
      await billing.getByRole('row', { name: /^Refund, .*−\$12\.50$/ }).waitFor();
      await billing.getByRole('row', { name: /^Total \$32\.50$/ }).waitFor();
    },
  );

  it('whose response was lost is sent once on the next press, and the form keeps what was typed', async () => {
    const { page, payment, pickupId } = await openRefund();
    await page.route('**/api/admin/pickups/*/refund', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialogOf(page).getByLabel('Amount').fill('$45');
    await dialogOf(page).getByLabel('Reason').fill('A late pickup.');
    await submit(page).click();
    await dialogOf(page)
      .getByRole('alert')
      .getByText(/Trying again won't refund it twice/)
      .waitFor();
    await checkPage(page);
    expect(await dialogOf(page).getByLabel('Reason').inputValue()).toBe('A late pickup.');
    await page.unroute('**/api/admin/pickups/*/refund');
    await submit(page).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await payment.getByText('A late pickup.').waitFor();
    expect(await refundsOf(pickupId)).toMatchObject([{ amount: '45.00' }]);
  });

  it.runIf(isLong)('that failed, and a dispute, show in the payment', async () => {
    const { page, payment, pickupId } = await openRefund(desktop);
    await dialogOf(page).getByLabel('Reason').fill('Booked twice.');
    await submit(page).click();
    await payment.getByText('Refunded', { exact: true }).last().waitFor();
    expect(await payment.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    const { db } = openDatabase(stories.server.databaseUrl, { warn: () => {} });
    await db.updateTable('refunds').set({ status: 'failed' }).where('pickupId', '=', pickupId).execute();
    await db.updateTable('payment_history').set({ disputedAt: new Date() }).where('pickupId', '=', pickupId).execute();
    await db.destroy();
    await payment.getByText('Failed').waitFor();
    await payment.getByText('Disputed').waitFor();
    await checkPage(page);
  });
});
