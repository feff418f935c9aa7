import { canMove, isOpenStatus } from '../../../contract/pickups.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { lockPickup } from '../pickups.store.ts';
import { cannotUndo, refuseMove } from '../refusals.ts';
import { undoProblemOf } from '../rules.ts';
import { returnToDriver } from './return-to-driver.ts';

/**
 * Undoes a completion, issue or incomplete that the same dispatcher pressed up to two minutes ago. The pickup returns
 * to its driver, or to pending when the driver is no longer active. An open pickup doesn't change: the request is a
 * repeat. Throws 404 and 409.
 */
export async function undoPickup(services: Services, actorId: string, pickupId: string): Promise<AdminPickupRow> {
  await inTransaction(services.db, async (trx) => {
    const before = await lockPickup(trx, pickupId);
    if (!before) throw new Refusal(404, 'Pickup not found');
    if (isOpenStatus(before.status)) return;
    if (!canMove(before.status, 'undo')) throw refuseMove(before, 'assigned');
    const problem = undoProblemOf(before, actorId, services.clock());
    if (problem) throw cannotUndo(problem);
    await returnToDriver(services, trx, before, { kind: 'undone', actorId });
  });
  return await requireAdminPickup(services.db, pickupId);
}
