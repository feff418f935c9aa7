import { centsOf, centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { listRefunds } from '../refunds/store.ts';
import { findPaymentOfIntent } from '../store.ts';
import { type ChargeOfPickup, listChargesOfPickup, listRefundsOfIntent } from './pickup-charges.store.ts';

export interface RefundOfCharge {
  amount: string;
  at: Date;
  isPending: boolean;
  hasFailed: boolean;
}

export interface PickupCharge extends ChargeOfPickup {
  /** Oldest first, then the pending ones. */
  refunds: RefundOfCharge[];
}

/** Returns a customer's charges for a pickup, oldest first, each with its past and pending refunds. */
export async function readPickupCharges(db: Db, pickup: { id: string; customerId: string }): Promise<PickupCharge[]> {
  const charges: PickupCharge[] = [];
  for (const charge of await listChargesOfPickup(db, pickup)) {
    charges.push({ ...charge, refunds: await readRefunds(db, charge) });
  }
  return charges;
}

async function readRefunds(db: Db, { intentId, amount }: ChargeOfPickup): Promise<RefundOfCharge[]> {
  const made = (await listRefundsOfIntent(db, intentId)).map((refund) => ({ ...refund, isPending: false }));
  const payment = await findPaymentOfIntent(db, intentId);
  if (!payment) return made;
  const requested = (await listRefunds(db, payment.id)).filter(({ status }) => status === 'requested');
  const pending = requested.map((refund) => ({ amount: refund.amount, at: refund.createdAt }));
  // `refund_pending` means a full refund, so the part that no refund covers yet is pending too.
  const sent = made.filter(({ hasFailed }) => !hasFailed);
  const restCents = centsOf(amount) - [...sent, ...pending].reduce((sum, one) => sum + centsOf(one.amount), 0);
  if (payment.status === 'refund_pending' && restCents > 0) {
    pending.push({ amount: centsToText(restCents), at: payment.updatedAt });
  }
  return [...made, ...pending.map((refund) => ({ ...refund, isPending: true, hasFailed: false }))];
}
