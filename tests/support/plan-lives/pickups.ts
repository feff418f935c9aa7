import { randomUUID } from 'node:crypto';
import { bankTestCards } from '../../../contract/payments.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { priceOfBags } from '../../../contract/values/prices.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { goodCard } from './calendar.ts';
import { type Life, nowOf } from './life-facts.ts';

/** One-time pickups within a life, paid with cards whose bank does something later. */

export const payingCards = { successful: { paymentMethodId: goodCard }, ...bankTestCards } as const;
export type PayingCard = keyof typeof payingCards;
export const payingCardNames = Object.keys(payingCards) as PayingCard[];

/** Books a pickup some days ahead and pays it. Throws when that is refused. */
export async function bookPickup(
  life: Life,
  { card, bagCount = 4, daysAhead = 3 }: { card: PayingCard; bagCount?: number; daysAhead?: number },
): Promise<void> {
  const { world, customer } = life;
  const { token } = customer;
  const scheduledDate = instantOf(addDays(dateKeyOf(nowOf(life)), daysAhead), '09:00').toISOString();
  const booking = { address: '1127 S 9th St', bagCount, scheduledDate, draftKey: randomUUID() };
  const body = { amount: centsToText(priceOfBags(bagCount) ?? 0), booking };
  const opened = await world.call('POST', '/api/create-payment-intent', { token, body });
  if (opened.status !== 200) throw new Error(`could not book: ${opened.status} ${JSON.stringify(opened.body)}`);
  const { clientSecret, paymentIntentId } = opened.body;
  await world.provider.pay(world.call, token, clientSecret, payingCards[card].paymentMethodId);
  const paid = await world.call('POST', '/api/confirm-payment', { token, body: { paymentIntentId } });
  if (paid.status !== 200) throw new Error(`could not pay: ${paid.status} ${JSON.stringify(paid.body)}`);
  life.trail.push(`booked ${bagCount} bags with the card ${card}`);
}
