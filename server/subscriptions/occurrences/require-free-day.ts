import { isAfterEnd } from '../../../contract/values/plan/schedule.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { Refusal } from '../../refusal.ts';
import { timetableOf } from '../rules.ts';
import { lockSubscription } from '../subscriptions.store.ts';
import { hasStopOn } from './occurrences.store.ts';
import { hasVisitMovedTo } from './visit-moves.store.ts';

/**
 * Throws 409 if a plan's stop can't move to the day: the plan isn't active, ends before the day (`ends_before`), or has
 * another stop or moved visit on it (`day_taken`). A dispatcher may move a stop into a hold; customers aren't offered
 * held days. A pickup without a plan can move to any day. Call it in the transaction that moves the stop and has locked
 * it.
 */
export async function requireFreeDay(trx: Db, pickup: PickupRow, day: string): Promise<void> {
  const subscription = pickup.subscriptionId ? await lockSubscription(trx, pickup.subscriptionId) : undefined;
  if (!subscription) return;
  if (subscription.status !== 'active') throw new Refusal(409, `This subscription is ${subscription.status}.`);
  // A stop that keeps its day, as in an undo, may already be after the plan's end.
  if (day !== pickup.scheduledDay && isAfterEnd(timetableOf(subscription), day)) {
    throw new Refusal(409, `This subscription ends before ${formatDateKey(day)}.`, { code: 'ends_before' });
  }
  const { id, occurrenceDate: except } = pickup;
  const isTaken =
    (await hasStopOn(trx, subscription.id, day, id)) ||
    (await hasVisitMovedTo(trx, { subscriptionId: subscription.id, day, except }));
  if (isTaken) {
    throw new Refusal(409, `This subscription already has a pickup on ${formatDateKey(day)}.`, { code: 'day_taken' });
  }
}
