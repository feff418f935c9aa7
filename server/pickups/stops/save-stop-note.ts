import { statusLabels } from '../../../contract/pickups.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { runStopActionOnce } from './run-stop-action-once.ts';
import { changeOwnStop } from './store.ts';

/** What a driver can still say something about. */
const notable = ['assigned', 'completed', 'incomplete'];

/**
 * Keeps the driver's note on an own stop whose day has come; an empty one takes it away. The same note again changes nothing, and
 * one that is sent again with its key (runStopActionOnce) does not replace what was written since. Throws 404, 409.
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
    if (!notable.includes(before.status)) {
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
