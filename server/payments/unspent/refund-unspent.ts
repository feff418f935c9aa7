import { unspentHours } from '../../../contract/payments.ts';
import { centsOf } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { readCharge } from '../ledger/ledger.store.ts';
import { lockPayment } from '../payments.store.ts';
import { refundUnused } from '../refunds/refund-unused.ts';
import { listUnspentBy, listUnspentOf, type UnspentRow } from './unspent.store.ts';

const batchSize = 200;
const unspentForMs = unspentHours * 60 * 60 * 1000;

/** Returns when a payment that has bought nothing is refunded. Counts exact hours, even across a clock change. */
export function refundAtOf({ paidAt }: Pick<UnspentRow, 'paidAt'>): Date {
  return new Date(paidAt.getTime() + unspentForMs);
}

/**
 * Asks for refunds of payments that were made at least 24 hours ago and have bought nothing. Disputed payments are left
 * alone. Returns the payments that it refunds.
 */
export async function refundUnspent(services: Services): Promise<UnspentRow[]> {
  const paidBy = new Date(services.clock().getTime() - unspentForMs);
  const due = await listUnspentBy(services.db, paidBy, batchSize);
  const marked: UnspentRow[] = [];
  for (const payment of due) {
    // One failure must not stop the other refunds. The next run retries it.
    try {
      if (await markForRefund(services, payment)) marked.push(payment);
    } catch (error) {
      services.log.error({ err: error, paymentId: payment.id }, 'an unspent payment could not be refunded');
    }
  }
  return marked;
}

/** Refunds a customer's unspent payments, in the transaction that deletes the account. Returns the sum in cents. */
export async function refundUnspentOf(services: Services, trx: Db, customerId: string): Promise<number> {
  let cents = 0;
  for (const payment of await listUnspentOf(trx, customerId, batchSize)) {
    if (await markLocked(services, trx, payment)) cents += centsOf(payment.amount);
  }
  return cents;
}

/** Returns the amount that `refundUnspentOf` would refund now, in cents. */
export async function sumUnspentOf(db: Db, customerId: string): Promise<number> {
  const unspent = await listUnspentOf(db, customerId, batchSize);
  return unspent.reduce((cents, { amount }) => cents + centsOf(amount), 0);
}

async function markForRefund(services: Services, payment: UnspentRow): Promise<boolean> {
  return await inTransaction(services.db, (trx) => markLocked(services, trx, payment));
}

/** Marks a payment for a refund. Decides under the lock, because a booking may be spending the payment right now. */
async function markLocked(services: Services, trx: Db, { id, stripePaymentIntentId }: UnspentRow): Promise<boolean> {
  const payment = await lockPayment(trx, id);
  if (payment.status !== 'succeeded' || payment.pickupId || payment.subscriptionId) return false;
  if ((await readCharge(trx, stripePaymentIntentId)).isDisputed) return false;
  await refundUnused(services, trx, payment);
  return true;
}
