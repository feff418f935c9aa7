import { describe, expect, it } from 'vitest';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { checkPage, expectToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { bookPaid } from '../support/subscriptions/purchases.ts';

/**
 * A customer moves a paid pickup and then cancels it. The exact refund is shown first, and another tab shows outdated
 * data.
 */

const stories = setUpStories({ expectedErrors: refusedRequests });

describe('a booked pickup', () => {
  it('is moved in three presses and cancelled in two, and an outdated tab says what happened', async () => {
    const customer = await registerCustomer(stories.server.url, 'mover');
    const { id } = await bookPaid(customer, { daysAhead: 5 });
    const { page } = await stories.visitAs(customer, phone);
    await page.goto(`/pickup-history/${id}`);
    const press = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true }).click();

    await press('Move');
    await page.getByRole('radio').first().check();
    await checkPage(page);
    await press(/^Move to /);
    await expectToast(page, 'Pickup Moved');

    const behind = await page.context().newPage();
    await behind.goto(`/pickup-history/${id}`);
    await press('Move', behind);
    await behind.getByRole('radio').last().check();

    await press('Cancel pickup');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('You get back').waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Cancel pickup' }).click();
    await expectToast(page, 'Pickup Cancelled');
    await expect.poll(() => page.getByRole('button', { name: 'Move' }).count()).toBe(0);

    await press(/^Move to /, behind);
    await behind.getByRole('alert').getByText('This pickup is cancelled.').waitFor();
    await behind.getByRole('button', { name: 'Close' }).last().waitFor();

    await page.goto('/pickup-history');
    await page.getByRole('button', { name: 'Cancelled', exact: true }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Cancelled' });
    await card.getByRole('link', { name: /^Book again/ }).waitFor();
  });
});
