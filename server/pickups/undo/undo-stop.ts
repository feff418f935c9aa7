import { canMove } from '../../../contract/pickups.ts';
import { claimKeys } from '../../idempotency/claim-key.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { cannotUndo, refuseMove } from '../refusals.ts';
import { checkPressedAt, pressedByOurClock, undoProblemOf } from '../rules.ts';
import { requestHashOf, runStopActionOnce } from '../stops/run-stop-action-once.ts';
import { returnToDriver } from './return-to-driver.ts';

interface UndoPress {
  /** The key of the press that is undone. */
  pressKey?: string | undefined;
  /** When the driver pressed Undo, by the phone's clock. */
  pressedAt?: Date | undefined;
  /** When the phone sent the request, by its own clock. */
  sentAt?: Date | undefined;
  /** The phone's key for the Undo press (`runStopActionOnce`). */
  key?: string | undefined;
}

/**
 * Undoes a driver's press at their own stop, within two minutes of the press. Voids the key of that press, because the
 * phone may send the press again or for the first time after this. An assigned stop doesn't change. Throws 404 and 409.
 */
export async function undoStop(
  services: Services,
  driverId: string,
  pickupId: string,
  { pressKey, key, ...said }: UndoPress,
): Promise<PickupRow> {
  const now = services.clock();
  return await runStopActionOnce(services, { driverId, pickupId, what: 'undo', key }, async (trx, before) => {
    if (before.status !== 'assigned') {
      if (!canMove(before.status, 'undo')) throw refuseMove(before, 'assigned');
      const at = checkPressedAt(pressedByOurClock(said.pressedAt, said.sentAt, now), before.scheduledDay, now);
      const problem = undoProblemOf(before, driverId, at);
      if (problem) throw cannotUndo(problem);
    }
    if (pressKey) {
      const requestHash = requestHashOf('complete', pickupId);
      await claimKeys(trx, [{ userId: driverId, key: pressKey, requestHash, pickupId: before.id }]);
    }
    if (before.status === 'assigned') return before;
    return await returnToDriver(services, trx, before, { kind: 'undone', actorId: driverId });
  });
}
