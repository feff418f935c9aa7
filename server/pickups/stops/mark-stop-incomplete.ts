import { type IncompleteReason, incompleteReasonLabels } from '../../../contract/drivers.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { updatePlanAfterPickup } from '../../subscriptions/occurrences/update-plan-after-pickup.ts';
import { describeDay, refuseMove } from '../change-status.ts';
import type { PickupRow } from '../pickup-row.ts';
import { checkPressedAt, pressedByOurClock, wasPressedBeforeItsDay } from '../rules.ts';
import { notDue } from './require-own-stop.ts';
import { runStopActionOnce } from './run-stop-action-once.ts';
import { changeOwnStop } from './store.ts';

interface Undone {
  reason: IncompleteReason;
  note?: string | null | undefined;
  /** When the driver pressed, and when the phone sent that, both by the phone's clock. */
  pressedAt?: Date | undefined;
  sentAt?: Date | undefined;
  /** The phone's key of it (runStopActionOnce). */
  key?: string | undefined;
}

/** What the customer reads: why, in plain words. The driver's note is the dispatcher's. */
const sentences: Record<IncompleteReason, (day: string) => string> = {
  'not-out': (day) => `We found nothing out at your pickup of ${day}.`,
  'no-access': (day) => `We could not reach your bags on ${day}: there was no access.`,
  'extra-items': (day) => `There was more out than booked at your pickup of ${day}, so we left it for now.`,
  other: (day) => `Your pickup of ${day} could not be completed.`,
};

/**
 * A driver could not do an own stop that is due. While it is incomplete, marking it again changes nothing, whatever the words: the
 * first ones stand (a note is changed by saveStopNote). With the same key it changes nothing after that either. Where the dispatcher
 * was quicker to mark it, the driver's reason is added and nobody told twice. What was pressed before the stop was moved to its day is
 * refused: nobody has been there on that day. Throws 400 (no note), 404, 409.
 */
export async function markStopIncomplete(
  services: Services,
  driverId: string,
  pickupId: string,
  { reason, note, key, ...said }: Undone,
): Promise<PickupRow> {
  if (reason === 'other' && !note) {
    const message = 'Please say in a note what happened.';
    throw new Refusal(400, message, { errors: { note: message } });
  }
  const now = services.clock();
  const pressedAt = pressedByOurClock(said.pressedAt, said.sentAt, now);
  return await runStopActionOnce(services, { driverId, pickupId, what: 'incomplete', key }, async (trx, before) => {
    if (before.status === 'incomplete' && before.incompleteReason) return before;
    if (before.status !== 'assigned' && before.status !== 'incomplete') throw refuseMove(before, 'incomplete');
    const { scheduledDay } = before;
    if (scheduledDay !== null && wasPressedBeforeItsDay(said, scheduledDay, now)) throw notDue(scheduledDay);
    const after = await changeOwnStop(trx, pickupId, {
      status: 'incomplete',
      incompleteReason: reason,
      ...(note && { driverNotes: note }),
      settledAt: checkPressedAt(pressedAt, scheduledDay, now),
      updatedAt: now,
    });
    const details = { reason: incompleteReasonLabels[reason], ...(note && { note }) };
    const line = { actorId: driverId, action: 'incomplete', subject: 'pickup', subjectId: pickupId } as const;
    await recordChanges(services, trx, [{ ...line, details }]);
    if (before.status === 'assigned') await tellAround(services, trx, after, reason);
    // Also where the dispatcher was quicker: the route goes on from where the driver has been.
    await updateRoutes(services, trx, [after]);
    return after;
  });
}

/** The plan that the stop belongs to goes on, and the customer hears why. */
async function tellAround(services: Services, trx: Db, stop: PickupRow, reason: IncompleteReason): Promise<void> {
  await updatePlanAfterPickup(services, trx, stop, 'changed');
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: stop.customerId,
    title: 'Pickup not completed',
    type: 'pickup_incomplete',
    message: `${sentences[reason](describeDay(stop))} We will find a new date.`,
    actionUrl: '/pickup-history',
  });
}
