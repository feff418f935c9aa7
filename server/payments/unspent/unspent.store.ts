import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';
import type { PaymentRow } from '../payments.store.ts';

/** The SQL of payments that were made without a draft or a pickup and have bought nothing yet. */

export interface UnspentRow {
  id: string;
  stripePaymentIntentId: string;
  amount: string;
  /** When the provider charged the card. */
  paidAt: Date;
}

const paidAt = sql<Date>`coalesce(charge."movedAt", charge."createdAt")`;

/** Disputed charges are left out, because the bank decides on them. */
function selectUnspent(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('payment_history as charge', (join) =>
      join
        .onRef('charge.stripePaymentIntentId', '=', 'payments.stripePaymentIntentId')
        .on('charge.status', '=', 'succeeded'),
    )
    .select(['payments.id', 'payments.amount', paidAt.as('paidAt')])
    .select(sql<string>`payments."stripePaymentIntentId"`.as('stripePaymentIntentId'))
    .where('payments.status', '=', 'succeeded')
    .where('payments.pickupId', 'is', null)
    .where('payments.subscriptionId', 'is', null)
    .where('charge.disputedAt', 'is', null)
    .orderBy(paidAt);
}

/** Lists unspent payments made at `paidBy` or earlier, oldest first. */
export async function listUnspentBy(db: Db, paidBy: Date, limit: number): Promise<UnspentRow[]> {
  return await selectUnspent(db).where(paidAt, '<=', paidBy).limit(limit).execute();
}

export async function listUnspentOf(db: Db, customerId: string, limit: number): Promise<UnspentRow[]> {
  return await selectUnspent(db).where('payments.customerId', '=', customerId).limit(limit).execute();
}

/** Finds the payment of an intent if it has bought nothing yet. */
export async function findUnspent(db: Db, intentId: string): Promise<UnspentRow | undefined> {
  return await selectUnspent(db).where('payments.stripePaymentIntentId', '=', intentId).executeTakeFirst();
}

export interface RefundOfUnused {
  amount: string;
  paidAt: Date;
  card: string | null;
  purpose: PaymentRow['purpose'];
  bookingId: string | null;
}

/** Finds the refund of a payment that bought nothing, by its ledger row; undefined when the bank returned it. */
export async function findRefundOfUnused(db: Db, lineId: string): Promise<RefundOfUnused | undefined> {
  return await db
    .selectFrom('payment_history as refund')
    .innerJoin('payment_history as charge', (join) =>
      join
        .onRef('charge.stripePaymentIntentId', '=', 'refund.stripePaymentIntentId')
        .on('charge.status', '=', 'succeeded'),
    )
    .innerJoin('payments', 'payments.stripePaymentIntentId', 'refund.stripePaymentIntentId')
    .select(['charge.card', 'payments.purpose', 'payments.bookingId'])
    .select(paidAt.as('paidAt'))
    .select(sql<string>`coalesce(refund."refundAmount", refund."amount")`.as('amount'))
    .where('refund.id', '=', lineId)
    .where('refund.status', '=', 'refunded')
    .executeTakeFirst();
}
