import type { BillingSummary } from '../../../contract/payments.ts';
import type { Services } from '../../services.ts';
import { countCompletedOneTime, sumSpent } from './store.ts';

/** What a customer has bought so far: completed one-time pickups, and the money spent on everything, less refunds. */
export async function getBillingSummary({ db }: Pick<Services, 'db'>, customerId: string): Promise<BillingSummary> {
  const [completedOneTime, totalSpent] = await Promise.all([
    countCompletedOneTime(db, customerId),
    sumSpent(db, customerId),
  ]);
  return { completedOneTime, totalSpent };
}
