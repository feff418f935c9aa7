import { centsOf } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { readCharge } from '../ledger/ledger.store.ts';
import { listPaymentsOfPickup, type PaymentRow } from '../payments.store.ts';
import { sumOpen } from './refunds.store.ts';

/** One charge of a pickup. */
export interface PaidCharge {
  readonly payment: PaymentRow;
  readonly intentId: string;
  readonly paidCents: number;
  /** The amount that was refunded. */
  readonly refundedCents: number;
  /** The amount that neither was refunded nor will be. */
  readonly leftCents: number;
  readonly isDisputed: boolean;
}

/** What all charges of a pickup add up to. */
export interface Paid {
  readonly paidCents: number;
  /** The amount that was or will be refunded, including refunds that aren't made yet. */
  readonly refundedCents: number;
  /** Whether the cardholder disputes one of them. */
  readonly isDisputed: boolean;
}

/**
 * Returns the charges of a pickup, newest first. With `lock`, nobody else can request a refund of them until the
 * transaction ends.
 */
export async function readPaidCharges(db: Db, pickupId: string, lock?: 'lock'): Promise<PaidCharge[]> {
  const charges: PaidCharge[] = [];
  for (const payment of await listPaymentsOfPickup(db, pickupId, lock)) {
    const intentId = payment.stripePaymentIntentId ?? '';
    const { refunded, isDisputed } = await readCharge(db, intentId);
    const paidCents = centsOf(payment.amount);
    const refundedCents = centsOf(refunded);
    const unrefundedCents = paidCents - refundedCents - centsOf(await sumOpen(db, intentId));
    const leftCents = payment.status === 'succeeded' ? Math.max(0, unrefundedCents) : 0;
    charges.push({ payment, intentId, paidCents, refundedCents, leftCents, isDisputed });
  }
  return charges;
}

/** Returns how much was paid for a pickup, and how much of that was or will be refunded; null if nothing was paid. */
export async function readPaid(db: Db, pickupId: string, lock?: 'lock'): Promise<Paid | null> {
  const charges = await readPaidCharges(db, pickupId, lock);
  if (charges.length === 0) return null;
  const paidCents = sumOf(charges, 'paidCents');
  const refundedCents = paidCents - sumOf(charges, 'leftCents');
  return { paidCents, refundedCents, isDisputed: charges.some(({ isDisputed }) => isDisputed) };
}

/** Adds up an amount of the charges. */
export function sumOf(charges: readonly PaidCharge[], amount: 'paidCents' | 'refundedCents' | 'leftCents'): number {
  return charges.reduce((sum, charge) => sum + charge[amount], 0);
}

/** Returns whether every charge of a pickup is refunded. */
export async function isAllRefunded(db: Db, pickupId: string): Promise<boolean> {
  return (await listPaymentsOfPickup(db, pickupId)).every(({ status }) => status === 'refunded');
}
