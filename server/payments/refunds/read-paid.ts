import { centsOf } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { readCharge } from '../ledger/store.ts';
import { findPaymentOfIntent, lockPayment, type PaymentRow } from '../store.ts';
import { sumOpen } from './store.ts';

export interface Paid {
  readonly paidCents: number;
  /** The amount that was or will be refunded, including refunds that aren't made yet. */
  readonly refundedCents: number;
  readonly isDisputed: boolean;
}

/**
 * Returns how much an intent paid and how much of that was or will be refunded; null when it isn't one of our payments.
 * With `lock`, nobody else can request a refund of it until the transaction ends.
 */
export async function readPaid(db: Db, intentId: string, lock?: 'lock'): Promise<Paid | null> {
  const known = await findPaymentOfIntent(db, intentId);
  if (!known) return null;
  return await readPaidBy(db, lock ? await lockPayment(db, known.id) : known);
}

/** Returns how much a payment that the caller has read paid, and how much of that was or will be refunded. */
async function readPaidBy(db: Db, payment: PaymentRow): Promise<Paid> {
  const intentId = payment.stripePaymentIntentId ?? '';
  const { refunded, isDisputed } = await readCharge(db, intentId);
  const paidCents = centsOf(payment.amount);
  if (payment.status !== 'succeeded') return { paidCents, refundedCents: paidCents, isDisputed };
  return { paidCents, refundedCents: centsOf(refunded) + centsOf(await sumOpen(db, intentId)), isDisputed };
}
