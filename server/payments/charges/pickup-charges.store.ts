import type { Db } from '../../database/transaction.ts';

/** The SQL of a customer's charges for one pickup. It uses the ledger's index by customer. */

export interface ChargeOfPickup {
  id: string;
  intentId: string;
  amount: string;
  card: string | null;
  disputedAt: Date | null;
  movedAt: Date;
}

/** Lists the charges for a pickup, oldest first. There are several only if a payment came too late and was refunded. */
export async function listChargesOfPickup(
  db: Db,
  { id, customerId }: { id: string; customerId: string },
): Promise<ChargeOfPickup[]> {
  return await db
    .selectFrom('payment_history')
    .select(['id', 'amount', 'card', 'disputedAt'])
    .select((eb) => [
      eb.ref('stripePaymentIntentId').$notNull().as('intentId'),
      eb.fn.coalesce('movedAt', 'createdAt').as('movedAt'),
    ])
    .where('customerId', '=', customerId)
    .where('pickupId', '=', id)
    .where('status', '=', 'succeeded')
    .where('stripePaymentIntentId', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
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
