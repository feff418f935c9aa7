import type { Db } from '../../database/transaction.ts';
import { listRefundsOfIntent } from '../refunds/store.ts';
import { type ChargeOfPickup, listChargesOfPickup, listMadeRefunds } from './pickup-charges.store.ts';

export interface RefundOfCharge {
  amount: string;
  at: Date;
  isPending: boolean;
  /** The bank returned it to us. */
  hasFailed: boolean;
  /** A pending one was refused, and is tried again. */
  isDelayed: boolean;
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

async function readRefunds(db: Db, { intentId }: ChargeOfPickup): Promise<RefundOfCharge[]> {
  const ours = await listRefundsOfIntent(db, intentId);
  const sent = new Set(ours.filter(({ status }) => status === 'sent').map((refund) => refund.providerRefundId));
  const made = (await listMadeRefunds(db, intentId)).map(({ providerRefundId, ...refund }) => {
    return { ...refund, isPending: sent.has(providerRefundId), isDelayed: false };
  });
  const open = ours.filter(({ status }) => status === 'asked' || status === 'refused');
  const pending = open.map(({ amount, createdAt: at, status }) => {
    return { amount, at, isPending: true, hasFailed: false, isDelayed: status === 'refused' };
  });
  return [...made, ...pending];
}
