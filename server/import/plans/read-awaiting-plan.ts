import type { AwaitingPlan } from '../../../contract/import.ts';
import type { Services } from '../../services.ts';
import { findAwaiting } from './plans.store.ts';

/** Returns the imported plan that a customer hasn't consented to, or null if there is none. */
export async function readAwaitingPlan({ db }: Pick<Services, 'db'>, customerId: string): Promise<AwaitingPlan | null> {
  const plan = await findAwaiting(db, customerId);
  if (!plan) return null;
  const { packageType, preferredDay, preferredTime, address, startDate } = plan;
  return { packageType, preferredDay, preferredTime, address, startDate };
}
