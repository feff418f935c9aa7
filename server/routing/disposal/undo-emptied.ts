import { undoSeconds } from '../../../contract/pickups.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import { cannotUndo } from '../../pickups/refusals.ts';
import { checkPressedAt, pressedByOurClock } from '../../pickups/rules.ts';
import type { Services } from '../../services.ts';
import { afterVisitChange, requireOwnVisit } from './own-visit.ts';
import { changeVisit, findVisit, type VisitRow } from './visits.store.ts';

/** When the driver pressed Undo, and when the phone sent it, both by the phone's clock. */
interface UndoPress {
  pressedAt?: Date | undefined;
  sentAt?: Date | undefined;
}

/**
 * Undoes 'Emptied' within two minutes of the press, like a completion. The visit becomes a planned one again, without
 * the weight and the photo of its ticket, until a job has planned the rest of the route. A visit that isn't emptied
 * stays as it is. Throws 404 (unknown or another driver's visit) and 409 (too late).
 */
export async function undoEmptied(
  services: Services,
  driverId: string,
  visitId: string,
  said: UndoPress,
): Promise<VisitRow> {
  const now = services.clock();
  return await inTransaction(services.db, async (trx) => {
    const visit = await requireOwnVisit(trx, driverId, visitId);
    const { date, emptiedAt, ticketKey: storageKey, siteName: site } = visit;
    if (emptiedAt === null) return visit;
    const at = checkPressedAt(pressedByOurClock(said.pressedAt, said.sentAt, now), date, now);
    if (at.getTime() - emptiedAt.getTime() >= undoSeconds * 1000) throw cannotUndo('too_late');
    await changeVisit(trx, visitId, { emptiedAt: null, tons: null, ticketKey: null });
    if (storageKey !== null) await services.jobs.enqueue(trx, 'delete-unused-photo', { storageKey });
    await afterVisitChange(services, trx, visit);
    const line = { actorId: driverId, action: 'emptied_undone', subject: 'user', subjectId: driverId } as const;
    await recordChanges(services, trx, [{ ...line, details: { site } }]);
    return (await findVisit(trx, visitId)) ?? visit;
  });
}
