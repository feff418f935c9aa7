import { makeCustomer, type Person } from '../accounts/people.ts';
import type { ApiResponse, TestApp } from '../app.ts';
import { pay } from '../pickups/bookings.ts';

/** Opens the payment of a plan, as the subscribe screen does. Returns the response of create-subscription. */
export async function openPlan(t: TestApp, token: string, body: Record<string, unknown> = {}): Promise<ApiResponse> {
  return await t.call('POST', '/api/create-subscription', { token, body: { packageType: 'clean-carry', ...body } });
}

export const intentOf = ({ body }: ApiResponse): string => body.clientSecret.split('_secret')[0];

/** Subscribes and pays. Returns the customer's subscription. */
export async function subscribe(
  t: TestApp,
  token: string,
  body: Record<string, unknown> = {},
): Promise<ApiResponse['body']> {
  const opened = await openPlan(t, token, body);
  if (opened.status !== 200) throw new Error(`could not subscribe: ${opened.status} ${JSON.stringify(opened.body)}`);
  const paid = await pay(t, token, intentOf(opened));
  if (!paid.body.success) throw new Error(`could not pay the plan: ${JSON.stringify(paid.body)}`);
  const { body: subscription } = await t.call('GET', '/api/subscription', { token });
  return subscription;
}

/** Makes a customer with a running plan. */
export async function makeSubscriber(
  t: TestApp,
  body: Record<string, unknown> = {},
): Promise<Person & { subscriptionId: string }> {
  const customer = await makeCustomer(t);
  const { id } = await subscribe(t, customer.token, body);
  return { ...customer, subscriptionId: id };
}

/** Returns the rows of a subscription's stops, by date. */
export async function stopsOf(t: TestApp, subscriptionId: string) {
  return await t.db
    .selectFrom('pickups')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('occurrenceDate')
    .orderBy('createdAt')
    .execute();
}
