import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { findSubscription } from '../subscriptions.store.ts';
import { creditsOfVisits } from './credit-rules.ts';
import { readPlanFacts } from './read-plan-facts.ts';

/**
 * Returns the credit in cents that a plan would get for visits that aren't made; 0 while the plan's billing month isn't
 * known.
 */
export async function expectCredit(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  subscriptionId: string,
  days: readonly DateKey[],
): Promise<number> {
  const [from] = days;
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription?.currentPeriodEnd || from === undefined) return 0;
  const { written, billing } = await readPlanFacts(services, db, subscription, { from, until: addDays(from, 1) });
  return creditsOfVisits(days, written, billing).reduce((sum, cents) => sum + cents, 0);
}
