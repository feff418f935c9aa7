import { unspentHours } from '../../../contract/payments.ts';
import type { Db } from '../../database/transaction.ts';
import { findRefundOfUnused, type RefundOfUnused } from './store.ts';

/** Reads a refund of a payment that bought nothing, by its row of the ledger; undefined when the bank has returned it. */
export const readUnusedRefund: (db: Db, lineId: string) => Promise<RefundOfUnused | undefined> = findRefundOfUnused;

/** Why a payment was refunded automatically, for the notice and the email. */
export function whyRefunded(payment: {
  readonly bookingId: string | null;
  readonly subscriptionOrderId: string | null;
}) {
  const wasOrdered = payment.bookingId !== null || payment.subscriptionOrderId !== null;
  return wasOrdered ? "couldn't be used for what you ordered" : `wasn't used for a pickup within ${unspentHours} hours`;
}
