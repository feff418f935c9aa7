import type { BillingSummary } from '../../../contract/payments.ts';
import type { Services } from '../../services.ts';
import { countCompletedOneTime, sumSpent } from './store.ts';

/** Counts a customer's completed one-time pickups and sums their charges less refunds (decimal text). */
export async function getBillingSummary({ db }: Pick<Services, 'db'>, customerId: string): Promise<BillingSummary> {
  const [completedOneTime, totalSpent] = await Promise.all([
    countCompletedOneTime(db, customerId),
    sumSpent(db, customerId),
  ]);
  return { completedOneTime, totalSpent };
}
