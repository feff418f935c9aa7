import { randomUUID } from 'node:crypto';
import { testCards } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import type { ApiResponse, TestApp } from '../app.ts';

/**
 * Returns a booking with only the required fields (API-20): 8 bags, `daysAhead` days after the services' current date
 * in New York.
 */
export function bookingBody(t: TestApp, daysAhead = 0): Record<string, unknown> {
  const day = addDays(dateKeyOf(t.services.clock()), daysAhead);
  return {
    address: '1127 S 9th St, Philadelphia, PA 19147',
    bagCount: 8,
    amount: '45.00',
    serviceType: 'same-day',
    scheduledDate: instantOf(day, '09:00').toISOString(),
    specialInstructions: null,
    status: 'pending',
  };
}

/** Books without paying. */
export async function bookUnpaid(
  t: TestApp,
  token: string,
  change: Record<string, unknown> = {},
): Promise<ApiResponse['body']> {
  const { status, body } = await t.call('POST', '/api/pickups', {
    token,
    body: { ...bookingBody(t), ...change },
    headers: { 'idempotency-key': randomUUID() },
  });
  if (status !== 201) throw new Error(`could not book: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Opens a payment as the first version of the app does. Returns the intent's id. */
export async function openPayment(
  t: TestApp,
  token: string,
  amount = '45.00',
  more: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await t.call('POST', '/api/create-payment-intent', { token, body: { amount, ...more } });
  if (status !== 200) throw new Error(`could not open a payment: ${status} ${JSON.stringify(body)}`);
  return body.clientSecret.split('_secret')[0];
}

/** Pays an intent with a test card. Returns the response of confirm-test-payment. */
export async function pay(
  t: TestApp,
  token: string,
  paymentIntentId: string,
  card: keyof typeof testCards = 'successful',
): Promise<ApiResponse> {
  const { paymentMethodId } = testCards[card];
  return await t.call('POST', '/api/confirm-test-payment', { token, body: { paymentIntentId, paymentMethodId } });
}
