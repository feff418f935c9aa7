import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { hasLiveSubscription } from './store.ts';

/**
 * Throws 409 `has_plan` while a customer has a live plan, which would keep charging an account that is no longer a
 * customer's.
 */
export async function requireNoPlan(trx: Db, customerId: string): Promise<void> {
  if (!(await hasLiveSubscription(trx, customerId))) return;
  throw new Refusal(409, 'This customer has a plan. Please cancel it first.', { code: 'has_plan' });
}
