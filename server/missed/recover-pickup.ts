import { movedTypeOf } from '../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, instantOf, pickedDateTime } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { rescheduleStops } from '../pickups/stops/reschedule-stops.ts';
import { readShifts } from '../routing/shifts/read-shifts.ts';
import type { Services } from '../services.ts';
import { pinFirst } from './missed.store.ts';

/** Days to try. A plan has at most two stops a week, so the second day is free unless a dispatcher filled it. */
const daysTried = 7;

const apology = "We're sorry we missed you.";

/**
 * Reschedules a missed pickup, which the caller has locked, to tomorrow, or to the next day that its plan leaves free.
 * Pins the pickup to the first place of that day, and removes a driver who is off that day. Derives the type of a
 * one-time pickup again. Returns undefined and changes nothing when the plan allows no day, for example because it has
 * ended.
 */
export async function recoverPickup(
  services: Services,
  trx: Db,
  actorId: string,
  pickup: PickupRow,
): Promise<PickupRow | undefined> {
  const now = services.clock();
  for (let ahead = 1; ahead <= daysTried; ahead++) {
    const day = addDays(dateKeyOf(now), ahead);
    const driverId = await driverOn(services, trx, pickup, day);
    const to = instantOf(day, pickedDateTime);
    const serviceType = movedTypeOf(pickup.serviceType, to, now);
    const move = { pickupId: pickup.id, to, driverId, serviceType };
    const { after } = await rescheduleStops(services, trx, actorId, { moves: [move], reason: apology });
    const [moved] = after;
    if (!moved) continue;
    await pinFirst(trx, moved.id);
    if (moved.driverId) {
      await services.jobs.enqueue(trx, 'put-first', { pickupId: moved.id, driverId: moved.driverId, day });
    }
    return moved;
  }
  return undefined;
}

/** Returns the pickup's driver, unless the driver is off that day. */
async function driverOn({ settings }: Services, trx: Db, { driverId }: PickupRow, day: string): Promise<string | null> {
  if (driverId === null) return null;
  const shift = (await readShifts(trx, settings, [driverId], day)).get(driverId);
  return shift?.isOff ? null : driverId;
}
