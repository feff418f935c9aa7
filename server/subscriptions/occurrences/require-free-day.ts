import { isAfterEnd } from '../../../contract/values/plan/schedule.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { Refusal } from '../../refusal.ts';
import { timetableOf } from '../rules.ts';
import { lockSubscription } from '../store.ts';
import { hasStopOn } from './store.ts';
import { hasVisitMovedTo } from './visit-moves.store.ts';

/**
 * Throws 409 when a plan's stop can't move to the day: the plan isn't active or has ended by then, or another of its
 * stops is on that day. A dispatcher may move a stop into a hold; the days of a customer's move leave held ones out. A pickup
 * without a plan can move to any day. Called in the transaction that moves it, which holds the stop's lock.
 */
export async function requireFreeDay(trx: Db, pickup: PickupRow, day: string): Promise<void> {
  const subscription = pickup.subscriptionId ? await lockSubscription(trx, pickup.subscriptionId) : undefined;
  if (!subscription) return;
  if (subscription.status !== 'active') throw new Refusal(409, `This subscription is ${subscription.status}.`);
  // A stop that stays where it is, as one that is undone, may be there already.
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
