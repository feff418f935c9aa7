import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { hasLiveSubscription } from './store.ts';

/** Whoever stops being a customer has no plan that goes on charging them: throws a 409 Refusal while they have one. */
export async function requireNoPlan(trx: Db, customerId: string): Promise<void> {
  if (!(await hasLiveSubscription(trx, customerId))) return;
  throw new Refusal(409, 'This customer has a plan. Please end it first.', { code: 'has_plan' });
}
