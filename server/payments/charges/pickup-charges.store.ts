import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/** The SQL of a customer's charges for one pickup. It uses the ledger's index by customer. */

export interface ChargeOfPickup {
  id: string;
  intentId: string;
  amount: string;
  card: string | null;
  disputedAt: Date | null;
  movedAt: Date;
  /** Whether the charge is for something added to the pickup. */
  isAddition: boolean;
}

/**
 * Lists the charges for a pickup, oldest first. Beside the one that pays for it, there are additions, and payments that
 * came too late and were refunded.
 */
export async function listChargesOfPickup(
  db: Db,
  { id, customerId }: { id: string; customerId: string },
): Promise<ChargeOfPickup[]> {
  return await db
    .selectFrom('payment_history as charge')
    .leftJoin('payments', 'payments.stripePaymentIntentId', 'charge.stripePaymentIntentId')
    .select(['charge.id', 'charge.amount', 'charge.card', 'charge.disputedAt'])
    .select((eb) => [
      eb.ref('charge.stripePaymentIntentId').$notNull().as('intentId'),
      eb.fn.coalesce('charge.movedAt', 'charge.createdAt').as('movedAt'),
      sql<boolean>`coalesce(payments."purpose" = 'addition', false)`.as('isAddition'),
    ])
    .where('charge.customerId', '=', customerId)
    .where('charge.pickupId', '=', id)
    .where('charge.status', '=', 'succeeded')
    .where('charge.stripePaymentIntentId', 'is not', null)
    .orderBy('charge.createdAt')
    .orderBy('charge.id')
    .execute();
}

/** Lists the refunds that the provider made of an intent, oldest first, including those that the bank returned. */
export async function listMadeRefunds(
  db: Db,
  intentId: string,
): Promise<{ providerRefundId: string | null; amount: string; at: Date; hasFailed: boolean }[]> {
  const rows = await db
    .selectFrom('payment_history')
    .select(['status', 'providerRefundId'])
    .select((eb) => [
      eb.fn.coalesce('refundAmount', 'amount').as('amount'),
      eb.fn.coalesce('movedAt', 'createdAt').as('at'),
    ])
    .where('stripePaymentIntentId', '=', intentId)
    .where('status', 'in', ['refunded', 'refund_failed'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, hasFailed: status === 'refund_failed' }));
}
