import { type UnspentPayment, unspentHours } from '../../../contract/payments.ts';
import { momentText } from '../../pickups/pickup-words.ts';

/** Returns true while a booking can use the payment. Its amount doesn't say what was meant to be bought with it. */
export function canPayForPickup({ refundAt }: Pick<UnspentPayment, 'refundAt'>, now: Date): boolean {
  return new Date(refundAt) > now;
}

/** Returns what happens to a payment that has bought nothing yet (PAY-62), in New York time. */
export function unspentText(payment: Pick<UnspentPayment, 'refundAt'>, now: Date): string {
  if (!canPayForPickup(payment, now)) return "It wasn't used, so we're refunding it now.";
  const when = momentText(new Date(payment.refundAt), now);
  return `It hasn't been used yet. Book a pickup at this price by ${when}, or we'll refund it then, ${unspentHours} hours after you paid.`;
}
