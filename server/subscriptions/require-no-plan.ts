import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { hasLiveSubscription } from './subscriptions.store.ts';

/**
 * Throws 409 `has_plan` if a customer has a live plan. Call it before the account is deactivated or gets another role,
 * because the plan would keep charging it.
 */
export async function requireNoPlan(trx: Db, customerId: string): Promise<void> {
  if (!(await hasLiveSubscription(trx, customerId))) return;
  throw new Refusal(409, 'This customer has a plan. Please cancel it first.', { code: 'has_plan' });
}
