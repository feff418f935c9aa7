import { type PickupStatus, statusLabels } from '../../../contract/pickups.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { runStopActionOnce } from './run-stop-action-once.ts';
import { changeOwnStop } from './stops.store.ts';

/** The statuses in which a driver can add a note to a stop and count its bags. */
export const notableStatuses: readonly PickupStatus[] = ['assigned', 'completed', 'incomplete'];

/**
 * Saves the driver's note on their own stop whose day has come. An empty note removes it. Repeating the same note
 * changes nothing, and a note sent again with its key (`runStopActionOnce`) doesn't replace a later note. The change is
 * recorded in the audit trail, and nobody is notified. Throws 404 and 409.
 */
export async function saveStopNote(
  services: Services,
  driverId: string,
  pickupId: string,
  note: string,
  key?: string,
): Promise<PickupRow> {
  const driverNotes = note || null;
  return await runStopActionOnce(services, { driverId, pickupId, what: 'note', key }, async (trx, before) => {
    if (!notableStatuses.includes(before.status)) {
      const is = statusLabels[before.status].toLowerCase();
      throw new Refusal(409, `This stop is ${is} and takes no note.`, { code: 'wrong_status' });
    }
    if (before.driverNotes === driverNotes) return before;
    const after = await changeOwnStop(trx, pickupId, { driverNotes, updatedAt: services.clock() });
    const line = { actorId: driverId, action: 'noted', subject: 'pickup', subjectId: pickupId } as const;
    await recordChanges(services, trx, [{ ...line, details: note ? { note } : {} }]);
    return after;
  });
}
