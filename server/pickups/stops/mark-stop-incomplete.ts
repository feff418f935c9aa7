import type { IncompleteReason } from '../../../contract/drivers.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { notDue, noteMissing, refuseMove } from '../refusals.ts';
import { addedNote, checkPressedAt, pressedByOurClock, wasPressedBeforeItsDay } from '../rules.ts';
import { runStopActionOnce } from './run-stop-action-once.ts';
import { changeOwnStop } from './stops.store.ts';

interface Incomplete {
  reason: IncompleteReason;
  note?: string | null | undefined;
  /** True if a photo is waiting on the phone and arrives later. */
  photoFollows?: boolean | undefined;
  /** When the driver pressed, by the phone's clock. */
  pressedAt?: Date | undefined;
  /** When the phone sent the request, by its own clock. */
  sentAt?: Date | undefined;
  /** The phone's key for this press (`runStopActionOnce`). */
  key?: string | undefined;
}

/**
 * Marks a driver's own due stop as incomplete. If the driver has already marked it, nothing changes and the first
 * reason stays (`saveStopNote` changes a note). A repeat with the same key changes nothing either, even if the stop is
 * open again.
 *
 * If a dispatcher has marked the stop first, the driver's note is added, and the driver's reason if the dispatcher gave
 * none. Nobody is notified twice.
 *
 * Throws 400 (no note, or no photo when `INCOMPLETE_PHOTO` requires one), 404, and 409 (the stop's status, or a press
 * from before the stop's day: the driver hasn't been there on that day).
 */
export async function markStopIncomplete(
  services: Services,
  driverId: string,
  pickupId: string,
  { reason, note, photoFollows = false, key, ...said }: Incomplete,
): Promise<PickupRow> {
  if (reason === 'other' && !note) throw noteMissing();
  const now = services.clock();
  const pressedAt = pressedByOurClock(said.pressedAt, said.sentAt, now);
  const action = { driverId, pickupId, what: 'incomplete', key } as const;
  return await runStopActionOnce(services, action, async (trx, before) => {
    if (before.status === 'incomplete' && before.settledAt !== null) return before;
    if (before.status !== 'assigned' && before.status !== 'incomplete') throw refuseMove(before, 'incomplete');
    const { scheduledDay } = before;
    if (services.settings.incompletePhoto === 'required' && !photoFollows) requirePhoto(before);
    if (scheduledDay !== null && wasPressedBeforeItsDay(said, scheduledDay, now)) throw notDue(scheduledDay);
    const at = checkPressedAt(pressedAt, scheduledDay, now);
    const after = await changeOwnStop(trx, pickupId, {
      status: 'incomplete',
      incompleteReason: before.incompleteReason ?? reason,
      ...(note && { driverNotes: before.status === 'incomplete' ? addedNote(before.driverNotes, note) : note }),
      settledAt: at,
      problemAt: now,
      resolvedBy: driverId,
      resolvedAt: at,
      updatedAt: now,
    });
    // Both kinds refresh the route, because the driver continues from this stop.
    const kind = before.status === 'assigned' ? 'incomplete' : 'reason-added';
    const saved = after.incompleteReason ?? reason;
    await services.afterPickupChange(services, trx, { kind, actorId: driverId, after: [after], reason: saved, note });
    return after;
  });
}

/**
 * Throws 400 for a stop without a photo. The phone sends photos in a separate queue, so a photo may arrive after the
 * press. `photoFollows` is enough then (decision 049).
 */
function requirePhoto({ beforePhotoUrl, afterPhotoUrl }: PickupRow): void {
  if (beforePhotoUrl !== null || afterPhotoUrl !== null) return;
  const message = 'Please take a photo of what you found.';
  throw new Refusal(400, message, { code: 'photo_required', errors: { photo: message } });
}
