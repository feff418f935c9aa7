import { type UnspentPayment, unspentHours } from '../../../contract/payments.ts';
import { dateKeyOf, formatWallTime } from '../../../contract/values/dates.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { bagTiers } from '../../../contract/values/prices.ts';
import { dayText } from '../../pickups/pickup-words.ts';

/** Whether a pickup can be booked with it: its amount is the price of a bag tier. */
export function canPayForPickup({ amount }: Pick<UnspentPayment, 'amount'>): boolean {
  return bagTiers.some(({ priceCents }) => priceCents === textToCents(amount));
}

/** What becomes of a payment that has bought nothing yet (PAY-62), in New York's time. */
export function unspentText(payment: Pick<UnspentPayment, 'amount' | 'refundAt'>, now: Date): string {
  const refundAt = new Date(payment.refundAt);
  if (refundAt <= now) return 'It bought nothing, so we’re refunding it now.';
  const when = momentText(refundAt, now);
  return canPayForPickup(payment)
    ? `It hasn’t bought anything yet. Book a pickup at this price by ${when}, or we’ll refund it then.`
    : `It can’t be used for a plan or a pickup. We’ll refund it ${when}, ${unspentHours} hours after you paid.`;
}

/** "today at 10:14 AM", "tomorrow at 10:14 AM", "Thu, Nov 26 at 10:14 AM" */
export function momentText(instant: Date, now: Date): string {
  const day = dayText(dateKeyOf(instant), dateKeyOf(now)).replace(/^To/, 'to');
  return `${day} at ${formatWallTime(instant)}`;
}
