import { instantOf } from '../../../contract/values/time/dates.ts';
import type { Person } from '../accounts/people.ts';
import type { ApiResponse, TestApp } from '../app.ts';
import { bookingBody, openPayment, pay } from './bookings.ts';

/** Actions of customers on their booked pickups. */

/** Books 8 bags ($45.00) for tomorrow and pays. Returns the pickup. */
export async function bookPaidPickup(
  t: TestApp,
  customer: Person,
  change: Record<string, unknown> = {},
): Promise<ApiResponse['body']> {
  const paymentIntentId = await openPayment(t, customer.token);
  await pay(t, customer.token, paymentIntentId);
  const body = { ...bookingBody(t, 1), paymentIntentId, ...change };
  const booked = await t.call('POST', '/api/pickups', { token: customer.token, body });
  if (booked.status !== 201) throw new Error(`could not book: ${booked.status} ${JSON.stringify(booked.body)}`);
  return booked.body;
}

export async function optionsOf(t: TestApp, { token }: Pick<Person, 'token'>, id: string): Promise<ApiResponse> {
  return await t.call('GET', `/api/pickups/${id}/change-options`, { token });
}

export async function moveTo(t: TestApp, { token }: Pick<Person, 'token'>, id: string, newDate: string) {
  return await t.call('POST', `/api/pickups/${id}/move`, { token, body: { newDate } });
}

export async function cancelFor(t: TestApp, { token }: Pick<Person, 'token'>, id: string, expectedRefund: string) {
  return await t.call('POST', `/api/pickups/${id}/cancel`, { token, body: { expectedRefund } });
}

/** Sets the clock to a New York wall time plus this many milliseconds. */
export function setClock(t: TestApp, day: string, wallTime: string, laterMs = 0): void {
  t.setNow(new Date(instantOf(day, wallTime).getTime() + laterMs));
}
