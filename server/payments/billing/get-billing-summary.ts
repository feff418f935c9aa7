import type { BillingSummary } from '../../../contract/payments.ts';
import type { Services } from '../../services.ts';
import { listRefusedOf } from '../refunds/refunds.store.ts';
import { countCompletedOneTime, sumSpent } from './billing.store.ts';

/**
 * Counts a customer's completed one-time pickups, sums their charges less refunds (decimal text), and lists the refunds
 * that were refused.
 */
export async function getBillingSummary({ db }: Pick<Services, 'db'>, customerId: string): Promise<BillingSummary> {
  const [completedOneTime, totalSpent, refused] = await Promise.all([
    countCompletedOneTime(db, customerId),
    sumSpent(db, customerId),
    listRefusedOf(db, customerId),
  ]);
  return { completedOneTime, totalSpent, delayedRefunds: refused.map(({ id, amount }) => ({ id, amount })) };
}
