import type { Db } from '../../database/transaction.ts';

/** The SQL of what a customer paid for one pickup. It reads through the index of the customer's ledger. */

export interface ChargeOfPickup {
  id: string;
  intentId: string;
  amount: string;
  card: string | null;
  disputedAt: Date | null;
  movedAt: Date;
}

/** The charges for a pickup, oldest first. There is more than one only when a payment came too late and was refunded. */
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

/** The refunds of an intent that the provider made, oldest first; also those that the bank returned. */
export async function listRefundsOfIntent(
  db: Db,
  intentId: string,
): Promise<{ amount: string; at: Date; hasFailed: boolean }[]> {
  const rows = await db
    .selectFrom('payment_history')
    .select('status')
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
