import { checkBookingDay, lastClosedDay, pickedDate, serviceTypeOf } from '../../contract/values/time/booking-dates.ts';
import { limitUnpaid } from '../booking/limit-unpaid.ts';
import { storedTerms } from '../pickups/change-terms.ts';
import { findOwnPickup } from '../pickups/find-pickup.ts';
import { makePickup } from '../pickups/make-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findReturnTrip } from './missed.store.ts';
import { offersReturnTrip, readFacts, returnTripAmount } from './read-state.ts';

interface Trip {
  customerId: string;
  pickupId: string;
  /** The New York day that the customer chose. */
  day: string;
  ip: string | undefined;
}

/**
 * Books the return trip of a customer's pickup, unpaid: the same bags, address and instructions, at the price of the
 * smallest tier. After its cut-off, the trip is held until it is paid. Returns an existing trip. Throws 400 (the day),
 * 404, 409 `no_return_trip`, and 429 (too many unpaid pickups).
 */
export async function bookReturnTrip(
  services: Services,
  { customerId, pickupId, day, ip }: Trip,
): Promise<{ pickup: PickupRow; isNew: boolean }> {
  const { db, clock, settings } = services;
  const booked = await findReturnTrip(db, await findOwnPickup(db, customerId, pickupId));
  if (booked) return { pickup: booked, isNew: false };
  const checked = checkBookingDay(day, clock(), settings.sameDayCutoff ?? null);
  if (!checked.ok) throw new Refusal(400, checked.message, { errors: { scheduledDate: checked.message } });

  return await limitUnpaid(services, { customerId, ip }, async (trx, requireRoom) => {
    await requireRoom();
    const missed = await findOwnPickup(trx, customerId, pickupId, 'lock');
    const facts = await readFacts(services, trx, missed);
    if (facts.returnTrip) return { pickup: facts.returnTrip, isNew: false };
    if (!offersReturnTrip(facts, missed)) throw noReturnTrip();
    return { pickup: await makeTrip(services, trx, missed, day), isNew: true };
  });
}

function noReturnTrip(): Refusal {
  const message = 'A return trip can no longer be booked for this pickup. You can book a new pickup.';
  return new Refusal(409, message, { code: 'no_return_trip' });
}

async function makeTrip(
  services: Services,
  trx: Services['db'],
  { id, customerId, address, bagCount, specialInstructions }: PickupRow,
  day: string,
): Promise<PickupRow> {
  const now = services.clock();
  const scheduledDate = new Date(pickedDate(day));
  const isClosed = day <= lastClosedDay(now, services.settings.changeCutoff);
  return await makePickup(services, trx, {
    ...{ customerId, address, bagCount, specialInstructions, scheduledDate },
    ...{ amount: returnTripAmount, serviceType: serviceTypeOf(scheduledDate, now), returnOf: id },
    ...storedTerms(services.settings),
    ...{ paidByIntentId: null, bookingId: null, heldAt: isClosed ? now : null },
  });
}
