import type { Db } from '../../database/transaction.ts';
import { findLatestSubscription } from '../subscriptions.store.ts';
import { countStops, listOpenStops } from './occurrences.store.ts';

export interface PlanStops {
  stops: number;
  openStops: { id: string; day: string; isAssigned: boolean }[];
}

/** Returns the stops of a customer's latest subscription; undefined for a customer who never had one. */
export async function findPlanStops(db: Db, customerId: string): Promise<PlanStops | undefined> {
  const subscription = await findLatestSubscription(db, customerId);
  if (!subscription) return undefined;
  const open = await listOpenStops(db, subscription.id);
  return {
    stops: await countStops(db, subscription.id),
    openStops: open.map(({ id, occurrenceDate: day, status }) => ({ id, day, isAssigned: status === 'assigned' })),
  };
}
