import type { BillingSummary } from '../../../contract/payments.ts';
import type { Services } from '../../services.ts';
import { countCompletedOneTime, sumSpent } from './store.ts';

/** How many one-time pickups of a customer are completed, and what they have spent in total, less refunds. */
export async function getBillingSummary({ db }: Pick<Services, 'db'>, customerId: string): Promise<BillingSummary> {
  const [completedOneTime, totalSpent] = await Promise.all([
    countCompletedOneTime(db, customerId),
    sumSpent(db, customerId),
  ]);
  return { completedOneTime, totalSpent };
}
