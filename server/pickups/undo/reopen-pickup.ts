import { canMove, isOpenStatus } from '../../../contract/pickups.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { lockPickup } from '../pickups.store.ts';
import { cannotReopen, refuseMove } from '../refusals.ts';
import { isReopenable } from '../rules.ts';
import { returnToDriver } from './return-to-driver.ts';

/**
 * Reopens a pickup that was completed today, whoever completed it. It returns to its driver, or to pending when the
 * driver is no longer active. An open pickup doesn't change: the request is a repeat. Throws 404, and 409 (another
 * status, or a later day).
 */
export async function reopenPickup(
  services: Services,
  actorId: string,
  pickupId: string,
  reason: string,
): Promise<AdminPickupRow> {
  await inTransaction(services.db, async (trx) => {
    const before = await lockPickup(trx, pickupId);
    if (!before) throw new Refusal(404, 'Pickup not found');
    if (isOpenStatus(before.status)) return;
    if (!canMove(before.status, 'reopen')) throw refuseMove(before, 'assigned');
    if (!isReopenable(before, services.clock())) throw cannotReopen();
    await returnToDriver(services, trx, before, { kind: 'reopened', actorId, reason });
  });
  return await requireAdminPickup(services.db, pickupId);
}
