import { canMove, isOpenStatus } from '../../../contract/pickups.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { cannotUndo, refuseMove } from '../refusals.ts';
import { undoProblemOf } from '../rules.ts';
import { lockPickup } from '../store.ts';
import { returnToDriver } from './return-to-driver.ts';

/**
 * Undoes what the same dispatcher has pressed: a completion, an issue or an incomplete, for two minutes. An open pickup is a
 * repeat and stays as it is; it is pending when its driver was no longer active. Throws 404 and 409.
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
