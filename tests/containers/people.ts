import { randomUUID } from 'node:crypto';
import { testCards } from '../../contract/payments.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { registrationForm } from '../support/accounts/people.ts';
import type { Json } from '../support/accounts/signed-in.ts';
import { day } from '../support/subscriptions/purchases.ts';
import { call, siteUrl } from './visitor.ts';

export interface SignedIn {
  token: string;
  id: string;
}

/** Registers a customer. */
export async function registerCustomer(): Promise<SignedIn> {
  const { token, user } = await call('POST', '/api/auth/register', { body: registrationForm() });
  return { token, id: user.id };
}

export async function signIn(username: string, password: string): Promise<SignedIn> {
  const { token, user } = await call('POST', '/api/auth/login', { body: { username, password } });
  return { token, id: user.id };
}

/** Books a pickup and pays it with a test card, as the screens do. Returns the pickup. */
export async function bookAndPay({ token }: SignedIn, mark: string): Promise<Json> {
  const booking = {
    address: '1127 S 9th St, Philadelphia, PA 19147',
    bagCount: 4,
    scheduledDate: instantOf(day(3), '09:00').toISOString(),
    specialInstructions: mark,
    draftKey: randomUUID(),
  };
  const body = { amount: '30.00', booking };
  const { paymentIntentId } = await call('POST', '/api/create-payment-intent', { token, body });
  const { paymentMethodId } = testCards.successful;
  await call('POST', '/api/confirm-test-payment', { token, body: { paymentIntentId, paymentMethodId } });
  const pickups: Json[] = await call('GET', '/api/pickups', { token });
  const booked = pickups.find((pickup) => pickup.specialInstructions === mark);
  if (!booked) throw new Error('the paid pickup is not in the list of the customer');
  return booked;
}

/** Returns the ids of all pickups of a customer. */
export async function listPickupIds({ token }: SignedIn): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined = '/api/pickups?limit=500';
  while (next) {
    const response: Response = await fetch(`${siteUrl}${next}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`the list of pickups returned ${response.status}`);
    const pickups = (await response.json()) as { id: string }[];
    ids.push(...pickups.map(({ id }) => id));
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return ids;
}
