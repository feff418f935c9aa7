import { statusLabels } from '../../../contract/pickups.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { notDue } from '../refusals.ts';
import { wasPressedBeforeItsDay } from '../rules.ts';
import { runStopActionOnce } from './run-stop-action-once.ts';
import { notableStatuses } from './save-stop-note.ts';
import { changeOwnStop } from './stops.store.ts';

interface Count {
  /** Null means as many as were booked. */
  bags: number | null;
  /** When the driver pressed, by the phone's clock. */
  pressedAt?: Date | undefined;
  /** When the phone sent the request, by its own clock. */
  sentAt?: Date | undefined;
  /** The phone's key for this press (`runStopActionOnce`). */
  key?: string | undefined;
}

/**
 * Saves how many bags the driver counted at their own stop whose day has come. The booking and its price don't change.
 * Repeating the same count changes nothing, and a count sent again with its key doesn't replace a later count.
 *
 * Throws 404 and 409 (the stop's status, a day that hasn't come, or a press from before the stop's day).
 */
export async function countBags(
  services: Services,
  driverId: string,
  pickupId: string,
  { bags, key, ...said }: Count,
): Promise<PickupRow> {
  return await runStopActionOnce(services, { driverId, pickupId, what: 'bags', key }, async (trx, before) => {
    if (!notableStatuses.includes(before.status)) {
      const is = statusLabels[before.status].toLowerCase();
      throw new Refusal(409, `This stop is ${is}, and its bags can't be counted.`, { code: 'wrong_status' });
    }
    const now = services.clock();
    const { scheduledDay, bagCount } = before;
    if (scheduledDay !== null && wasPressedBeforeItsDay(said, scheduledDay, now)) throw notDue(scheduledDay);
    const countedBags = bags === bagCount ? null : bags;
    if (before.countedBags === countedBags) return before;
    const after = await changeOwnStop(trx, pickupId, { countedBags, updatedAt: now });
    await services.afterPickupChange(services, trx, { kind: 'bags-counted', actorId: driverId, after: [after] });
    return after;
  });
}
