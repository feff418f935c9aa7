import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerCustomer, type SignedInUser } from '../support/accounts/signed-in.ts';
import { checkPage, expectNoSidewaysScroll, openToast, phone } from '../support/browser/browser.ts';
import { refusedRequests, setUpStories } from '../support/browser/story.ts';
import { isLong } from '../support/effort.ts';

/** Error messages of the booking wizard and its payment dialog (PAY-2), after which the customer can continue. */

const stories = setUpStories({ expectedErrors: refusedRequests });

const setUp = '**/api/create-payment-intent';
const confirm = '**/api/confirm-test-payment';
const book = '**/api/pickups';

let count = 0;
async function openDashboard(prepare: (page: Page) => Promise<void> = async () => {}) {
  const customer = await registerCustomer(stories.server.url, `payer-${++count}`);
  const { page } = await stories.visitAs(customer, phone);
  await prepare(page);
  await page.goto('/dashboard');
  return { page, customer };
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const continueToPayment = (page: Page) => dialogOf(page).getByRole('button', { name: 'Continue to Payment' }).click();

/** Opens the wizard's last step with the default choices. */
async function openConfirmStep(prepare?: (page: Page) => Promise<void>) {
  const visitor = await openDashboard(prepare);
  await visitor.page.getByRole('button', { name: 'Book Pickup' }).first().click();
  for (let step = 1; step < 3; step++)
    await dialogOf(visitor.page).getByRole('button', { name: 'Next', exact: true }).click();
  return visitor;
}

async function openCardForm() {
  const visitor = await openConfirmStep();
  await continueToPayment(visitor.page);
  await dialogOf(visitor.page).getByRole('button', { name: 'Successful', exact: true }).click();
  return visitor;
}

const pay = (page: Page) => dialogOf(page).getByRole('button', { name: 'Pay $30.00' }).click();

async function expectErrorToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = openToast(page);
  await toast.getByText(title, { exact: true }).waitFor();
  if (description) await toast.getByText(description, { exact: true }).waitFor();
  expect(await toast.getAttribute('class')).toContain('bg-brick');
}

/** Expects the message in place and as a toast. The toast announces it, so the text in place isn't an alert. */
async function expectFailure(page: Page, message: string): Promise<void> {
  await dialogOf(page).getByText(message, { exact: true }).waitFor();
  await expectErrorToast(page, message);
  expect(await dialogOf(page).getByRole('alert').count()).toBe(0);
  await checkPage(page);
}

async function expectBookedOnce(page: Page, customer: SignedInUser): Promise<void> {
  await openToast(page).getByText('Pickup Booked!', { exact: true }).waitFor();
  expect((await customer.call('GET', '/api/pickups')).body).toMatchObject([{ paymentStatus: 'paid', amount: '30.00' }]);
}

it('shows why a payment cannot be set up (BOOK-11), and sets it up on a later try', async () => {
  const { page } = await openConfirmStep();
  await page.route(setUp, (route) => route.fulfill({ status: 500, json: { message: 'The wheels came off.' } }));
  await continueToPayment(page);
  await expectErrorToast(page, 'Error', 'Payment setup failed: 500 {"message":"The wheels came off."}');
  await expectNoSidewaysScroll(page);
  await page.unroute(setUp);

  await page.route(setUp, (route) =>
    route.fulfill({ json: { clientSecret: '', paymentIntentId: '', testMode: true } }),
  );
  await continueToPayment(page);
  await expectErrorToast(page, 'Error', 'Payment setup failed - no client secret received');
  await page.unroute(setUp);

  await page.route(setUp, (route) => route.abort());
  await continueToPayment(page);
  await expectErrorToast(page, 'Failed to create booking. Please try again.');
  await page.unroute(setUp);

  await continueToPayment(page);
  await dialogOf(page).getByLabel('Card number').waitFor();
});

describe('the payment dialog', () => {
  it('shows why a payment failed, and charges once', async () => {
    const { page, customer } = await openCardForm();
    const expiry = dialogOf(page).getByLabel('Expiry');
    await expiry.fill('01/20');
    await pay(page);
    const passed = 'This expiration date has passed. Please check it, or use another card.';
    await dialogOf(page).getByText(passed, { exact: true }).waitFor();
    await expectErrorToast(page, 'Payment failed', passed);
    await expiry.fill('12/34');

    const open = { id: 'pi_1', status: 'requires_payment_method', last_payment_error: null };
    await page.route(confirm, (route) => route.fulfill({ json: { success: false, paymentIntent: open } }));
    await pay(page);
    await expectFailure(page, 'Payment failed');
    await page.unroute(confirm);

    // The server charges the card, but its response is lost.
    await page.route(confirm, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' });
    });
    await pay(page);
    await expectFailure(page, 'Payment processing failed');
    await page.unroute(confirm);

    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await expectBookedOnce(page, customer);
  });

  it.runIf(isLong)('returns to the card form when the server has no payment', async () => {
    const { page } = await openCardForm();
    const paid = { id: 'pi_1', status: 'succeeded', last_payment_error: null };
    await page.route(confirm, (route) => route.fulfill({ json: { success: true, paymentIntent: paid } }));
    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    // The confirmation above was faked, so the server has no payment.
    await expectFailure(page, 'Payment was not completed successfully');
    await dialogOf(page).getByLabel('Card number').waitFor();
  });

  it.runIf(isLong)('books a paid draft on the next try if booking failed', async () => {
    const { page, customer } = await openCardForm();
    await page.route(book, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { message: 'Something went wrong.' } })
        : route.fallback(),
    );
    await pay(page);
    await expectFailure(page, 'There was an issue finalizing your booking.');
    await page.unroute(book);
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await expectBookedOnce(page, customer);
  });

  it.runIf(isLong)('shows no card form when the provider is not initialized', async () => {
    const { page } = await openConfirmStep(async (window) => {
      await window.route('**/dashboard', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace('"testMode":true', '"testMode":false') });
      });
    });
    await continueToPayment(page);
    await expectFailure(page, 'Stripe not properly initialized');
    expect(await dialogOf(page).getByLabel('Card number').count()).toBe(0);
    await dialogOf(page).getByRole('button', { name: 'Back to booking' }).click();
    await dialogOf(page).getByRole('button', { name: 'Continue to Payment' }).waitFor();
  });
});
