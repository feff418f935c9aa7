import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { timetableOf, visitReachDays, visitsAround } from '../rules.ts';
import { findSubscription } from '../subscriptions.store.ts';
import { readMovedVisits } from './moved-visits.ts';
import { listStopsBetween } from './occurrences.store.ts';

/**
 * Returns the visits around a plan's stop (`visitsAround`), which limit where it may move; undefined for a pickup
 * without a plan.
 */
export async function readVisitsAround(
  db: Db,
  { id, subscriptionId, occurrenceDate: occurrence }: PickupRow,
): Promise<{ after: DateKey | null; before: DateKey; taken: DateKey[] } | undefined> {
  const subscription = subscriptionId ? await findSubscription(db, subscriptionId) : undefined;
  if (!subscription || !occurrence) return undefined;
  const [from, to] = [addDays(occurrence, -visitReachDays), addDays(occurrence, visitReachDays)];
  const stops = await listStopsBetween(db, subscription.id, from, to);
  const moved = await readMovedVisits(db, { subscriptionIds: [subscription.id], from, to });
  return visitsAround({ id, occurrence }, timetableOf(subscription), [...stops, ...moved]);
}
