import { v7 as newId } from 'uuid';
import { isOpenStatus } from '../../../contract/pickups.ts';
import { type ChangeFacts, whyNoMove } from '../../../contract/values/change-policy.ts';
import { checkBookingDay, movedTypeOf, pickedDate } from '../../../contract/values/time/booking-dates.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { inTransaction } from '../../database/transaction.ts';
import { changeDate } from '../../pickups/dispatch/reschedule-pickup.ts';
import { findOwnPickup } from '../../pickups/find-pickup.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { Refusal } from '../../refusal.ts';
import { readChangeFacts } from '../../routing/read-change-facts.ts';
import type { Services } from '../../services.ts';
import { readOpenDays } from './read-change-options.ts';

/**
 * Moves a customer's own pickup to another day. The price stays the same. The type of a one-time pickup is derived
 * again. Repeating the move changes nothing. Throws 400 (the date), 404, and 409: `cannot_change` (too late, or
 * resolved), `day_closed`, or what `requireFreeDay` throws.
 */
export async function moveBooking(
  services: Services,
  { customerId, pickupId, newDate }: { customerId: string; pickupId: string; newDate: DateKey },
): Promise<PickupRow> {
  const now = services.clock();
  const check = checkBookingDay(newDate, now, null);
  if (!check.ok) throw new Refusal(400, check.message, { errors: { newDate: check.message } });
  return await inTransaction(services.db, async (trx) => {
    const before = await findOwnPickup(trx, customerId, pickupId, 'lock');
    const facts = await readChangeFacts(services, trx, before);
    if (isOpenStatus(before.status) && before.scheduledDay === newDate) return before;
    const reason = whyNoMove(facts);
    if (reason !== null) throw new Refusal(409, reason, { code: 'cannot_change' });
    // Also locks the plan, whose visits limit the possible days.
    await services.requireFreeDay(trx, before, newDate);
    const days = await readOpenDays(trx, before, facts);
    if (!days.includes(newDate)) throw dayClosed(newDate, facts);
    const to = new Date(pickedDate(newDate));
    const email = { changeId: newId(), afterSeconds: 0 };
    const serviceType = movedTypeOf(before.serviceType, to, now);
    return await changeDate(services, trx, before, { actorId: customerId, to, reason: null, serviceType, email });
  });
}

function dayClosed(day: DateKey, { isPlanStop }: ChangeFacts): Refusal {
  const message = isPlanStop
    ? "This visit can only move to a day between your plan's visits before and after it."
    : `It's too late to choose ${formatDateKey(day)}. Please choose a later day.`;
  return new Refusal(409, message, { code: 'day_closed' });
}
