import { formatDateKey } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { Refusal } from '../../refusal.ts';
import { lockSubscription } from '../store.ts';
import { hasStopOn } from './store.ts';

/**
 * Throws 409 when a plan's stop may not move to the day: its plan does not run, or another of its stops is there already. A
 * pickup without a plan may go anywhere. Called in the transaction that moves it, which holds the stop's lock.
 */
export async function requireFreeDay(trx: Db, pickup: PickupRow, day: string): Promise<void> {
  const subscription = pickup.subscriptionId ? await lockSubscription(trx, pickup.subscriptionId) : undefined;
  if (!subscription) return;
  if (subscription.status !== 'active') throw new Refusal(409, `This subscription is ${subscription.status}.`);
  if (await hasStopOn(trx, subscription.id, day, pickup.id)) {
    throw new Refusal(409, `This subscription already has a pickup on ${formatDateKey(day)}.`);
  }
}
