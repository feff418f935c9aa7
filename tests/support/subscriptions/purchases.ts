import { randomUUID } from 'node:crypto';
import { intentIdOfSecret, testCards } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import type { Json, SignedInUser } from '../accounts/signed-in.ts';

/** Purchases by a customer of a running server, made through the API instead of the screens. */

/** The customer's default address. */
export const home = '1127 S 9th St, Philadelphia, PA 19147';

/** Returns New York's date `daysAhead` days from today. */
export const day = (daysAhead: number): string => addDays(dateKeyOf(new Date()), daysAhead);

interface Order {
  daysAhead?: number;
  address?: string;
  specialInstructions?: string | null;
  card?: keyof typeof testCards;
  paymentIntentId?: string;
}

function draftOf({ daysAhead = 1, address = home, specialInstructions = null }: Order) {
  return { address, bagCount: 8, scheduledDate: instantOf(day(daysAhead), '09:00').toISOString(), specialInstructions };
}

/** Books 8 bags ($45.00) without paying, or with an earlier payment. Returns the pickup. */
export async function bookPickup(customer: SignedInUser, order: Order = {}): Promise<Json> {
  const payment = order.paymentIntentId && { paymentIntentId: order.paymentIntentId };
  return await customer.send('POST', '/api/pickups', { ...draftOf(order), amount: '45.00', ...payment });
}

/** Opens the payment of a booking of 8 bags ($45.00). Returns the response of create-payment-intent. */
export async function openBooking(customer: SignedInUser, order: Order = {}): Promise<Json> {
  const booking = { ...draftOf(order), draftKey: randomUUID() };
  return await customer.send('POST', '/api/create-payment-intent', { amount: '45.00', booking });
}

/** Books 8 bags and pays with a test card. Returns the pickup, unless the card was declined. */
export async function bookPaid(customer: SignedInUser, order: Order = {}): Promise<Json> {
  const { clientSecret } = await openBooking(customer, order);
  await payWithTestCard(customer, clientSecret, order.card);
  const { address, scheduledDate } = draftOf(order);
  const pickups: Json[] = await customer.send('GET', '/api/pickups');
  return pickups.find((pickup) => pickup.address === address && pickup.scheduledDate === scheduledDate);
}

/** Subscribes and pays with a test card. Returns the subscription. */
export async function buyPlan(customer: SignedInUser, order: object = { packageType: 'clean-carry' }): Promise<Json> {
  const { clientSecret } = await customer.send('POST', '/api/create-subscription', order);
  await payWithTestCard(customer, clientSecret);
  return await customer.send('GET', '/api/subscription');
}

/** Pays an open intent of test mode. The call succeeds even if the card is declined. */
export async function payWithTestCard(
  customer: SignedInUser,
  clientSecret: string,
  card: keyof typeof testCards = 'successful',
): Promise<void> {
  const { paymentMethodId } = testCards[card];
  const paymentIntentId = intentIdOfSecret(clientSecret);
  await customer.send('POST', '/api/confirm-test-payment', { paymentIntentId, paymentMethodId });
}
