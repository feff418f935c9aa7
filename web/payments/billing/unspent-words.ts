import { type UnspentPayment, unspentHours } from '../../../contract/payments.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { bagTiers } from '../../../contract/values/prices.ts';
import { momentText } from '../../pickups/pickup-words.ts';

/** Returns true if the payment can pay for a pickup: its amount is the price of a bag tier. */
export function canPayForPickup({ amount }: Pick<UnspentPayment, 'amount'>): boolean {
  return bagTiers.some(({ priceCents }) => priceCents === textToCents(amount));
}

/** Returns what happens to a payment that has bought nothing yet (PAY-62), in New York time. */
export function unspentText(payment: Pick<UnspentPayment, 'amount' | 'refundAt'>, now: Date): string {
  const refundAt = new Date(payment.refundAt);
  if (refundAt <= now) return "It wasn't used, so we're refunding it now.";
  const when = momentText(refundAt, now);
  return canPayForPickup(payment)
    ? `It hasn't been used yet. Book a pickup at this price by ${when}, or we'll refund it then.`
    : `It can't be used for a plan or a pickup. We'll refund it ${when}, ${unspentHours} hours after you paid.`;
}
