import type { Db } from '../../database/transaction.ts';
import { listRefundsOfIntent } from '../refunds/refunds.store.ts';
import { isSettledByStaff } from '../refunds/rules.ts';
import { type ChargeOfPickup, listChargesOfPickup, listMadeRefunds } from './pickup-charges.store.ts';

export interface RefundOfCharge {
  amount: string;
  at: Date;
  isPending: boolean;
  /** The bank returned it to us. */
  hasFailed: boolean;
  /** A pending one was refused, and is tried again. */
  isDelayed: boolean;
  /** It was refused, and staff settled it another way. */
  isSettled: boolean;
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

async function readRefunds(db: Db, { intentId, disputedAt }: ChargeOfPickup): Promise<RefundOfCharge[]> {
  const ours = await listRefundsOfIntent(db, intentId);
  const sent = new Set(ours.filter(({ status }) => status === 'sent').map((refund) => refund.providerRefundId));
  const made = (await listMadeRefunds(db, intentId)).map(({ providerRefundId, ...refund }) => {
    return { ...refund, isPending: sent.has(providerRefundId), isDelayed: false, isSettled: false };
  });
  const others = ours.flatMap(({ amount, createdAt, updatedAt, status, ...refund }) => {
    const shown = { amount, at: createdAt, isPending: true, hasFailed: false, isDelayed: false, isSettled: false };
    if (isSettledByStaff(refund)) return [{ ...shown, at: updatedAt, isPending: false, isSettled: true }];
    // While the charge is disputed, its refund waits and isn't promised.
    if (disputedAt !== null || (status !== 'asked' && status !== 'refused')) return [];
    return [{ ...shown, isDelayed: refund.refusedAt !== null }];
  });
  return [...made, ...others];
}
