import { describe, expect, it } from 'vitest';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { checkPage, expectToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { payWithTestCard } from '../support/subscriptions/purchases.ts';

/** A customer changes to another plan, undoes the change, and moves the pickups to another day. */

const stories = setUpStories({ expectedErrors: refusedRequests });

describe('a plan', () => {
  it('is changed with its dates and its price confirmed, by keyboard, and the change is undone', async () => {
    const customer = await registerCustomer(stories.server.url, 'plan-changer');
    const { body } = await customer.call('POST', '/api/create-subscription', {
      packageType: 'basic',
      preferredDay: 'friday',
    });
    await payWithTestCard(customer, body.clientSecret);
    const plan = async () => (await customer.call('GET', '/api/subscription')).body;
    // The month's end is known once the provider has reported it.
    await expect.poll(async () => (await plan()).currentPeriodEnd, { timeout: 20_000 }).not.toBeNull();
    const { page } = await stories.visitAs(customer, phone);
    await page.goto('/plan');
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).last().focus();
      await page.keyboard.press('Enter');
    };
    const dialog = page.getByRole('dialog');

    await press('Change plan, day or time');
    expect(await dialog.getByRole('button', { name: 'Review change' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: /^Basic Package/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await dialog.getByRole('radio', { name: /^Heavy Duty/ }).isChecked()).toBe(true);
    await checkPage(page);
    await press('Review change');
    await dialog.getByText(/^Heavy Duty starts on .*: \$75\.00 a month, every Monday and Thursday\.$/).waitFor();
    await dialog.getByText(/^First pickups: /).waitFor();
    await checkPage(page);
    await press('Confirm change');
    await expectToast(page, 'Plan Changed');
    expect(await plan()).toMatchObject({ packageType: 'basic', pendingPackageType: 'heavy-duty' });

    await press('Undo change');
    await page
      .getByRole('alertdialog')
      .getByText(/^Heavy Duty won't start on /)
      .waitFor();
    await press('Undo change');
    await expectToast(page, 'Change Undone');
    expect(await plan()).toMatchObject({ pendingPackageType: null, pickupDays: ['friday'] });

    await press('Change plan, day or time');
    await dialog.getByRole('radio', { name: 'Tuesday' }).check();
    await press('Review change');
    await dialog.getByText('Pickups move to Tuesday.').waitFor();
    await press('Confirm change');
    await expect.poll(async () => (await plan()).pickupDays).toEqual(['tuesday']);
    await page.getByText(/Every Tuesday/).waitFor();
  });
});
