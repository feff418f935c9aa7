import { unspentHours } from '../../../contract/payments.ts';
import type { Db } from '../../database/transaction.ts';
import { findRefundOfUnused, type RefundOfUnused } from './store.ts';

/** Reads the refund of a payment that bought nothing, by its ledger row; undefined when the bank returned it. */
export const readUnusedRefund: (db: Db, lineId: string) => Promise<RefundOfUnused | undefined> = findRefundOfUnused;

/** Returns why a payment was refunded automatically, for the notice and the email. The text follows "Your payment". */
export function whyRefunded(payment: {
  readonly bookingId: string | null;
  readonly subscriptionOrderId: string | null;
}) {
  const wasOrdered = payment.bookingId !== null || payment.subscriptionOrderId !== null;
  return wasOrdered ? "couldn't be used for what you ordered" : `wasn't used for a pickup within ${unspentHours} hours`;
}
