import type { z } from 'zod/mini';
import type { UnspentPayment } from '../../../contract/payments.ts';
import type { Services } from '../../services.ts';
import { refundAtOf } from './refund-unspent.ts';
import { listUnspentOf } from './unspent.store.ts';

const mostListed = 20;

/** Lists a customer's payments that have bought nothing yet, with the time of their refund, oldest first. */
export async function listUnspentPayments(
  { db }: Pick<Services, 'db'>,
  customerId: string,
): Promise<z.input<typeof UnspentPayment>[]> {
  return (await listUnspentOf(db, customerId, mostListed)).map((row) => ({
    paymentIntentId: row.stripePaymentIntentId,
    amount: row.amount,
    paidAt: row.paidAt.toISOString(),
    refundAt: refundAtOf(row).toISOString(),
  }));
}
