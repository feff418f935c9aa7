import { v7 as newId } from 'uuid';
import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { rescheduleStops } from '../../pickups/stops/reschedule-stops.ts';
import type { PickupChangeServices } from '../../services.ts';
import { findVisitMove } from './visit-moves.store.ts';

/**
 * Moves a new stop to the day that closed days have moved its visit to, and notifies its customer and driver. If that
 * day isn't after today, or the plan no longer allows it, the stop stays on its service day and the dispatchers are
 * notified. Returns the moved stop, or else the unchanged one.
 */
export async function applyVisitMove(
  services: PickupChangeServices,
  trx: Db,
  stop: PickupRow,
  occurrence: DateKey,
): Promise<PickupRow> {
  const move = stop.subscriptionId ? await findVisitMove(trx, stop.subscriptionId, occurrence) : undefined;
  if (!move || move.toDay === occurrence) return stop;
  const { toDay, reason, actorId } = move;
  const hasPassed = toDay <= dateKeyOf(services.clock());
  const change = { reason, email: { changeId: newId(), afterSeconds: 0 } };
  const moves = [{ pickupId: stop.id, to: visitTimeOf(toDay) }];
  const { after, refused } = hasPassed
    ? { after: [], refused: new Map([[stop.id, 'That day has passed.']]) }
    : await rescheduleStops(services, trx, actorId, { ...change, moves });
  const [moved] = after;
  if (moved) return moved;
  await services.messages.notifyAdmins(services, trx, [
    {
      title: 'A visit stays on its day',
      message: `The visit at ${stop.address} stays on ${formatDateKey(occurrence)} and not on ${formatDateKey(toDay)}. ${refused.get(stop.id) ?? ''}`,
      type: 'visit_not_moved',
      actionUrl: '/admin',
    },
  ]);
  return stop;
}
