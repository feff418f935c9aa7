import { pickupMoves } from '../../../contract/pickups.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow } from '../pickup-row.ts';
import { refuseMove } from '../refusals.ts';
import { lockPickup, setCancelled } from '../store.ts';

const reason = 'Cancelled by dispatch';

/**
 * Cancels a pickup: the row stays, and what was paid is refunded once. Cancelling again changes nothing. Throws 404, and 409
 * for a completed pickup.
 */
export async function cancelPickup(services: Services, actorId: string, pickupId: string): Promise<AdminPickupRow> {
  await inTransaction(services.db, async (trx) => {
    const before = await lockPickup(trx, pickupId);
    if (!before) throw new Refusal(404, 'Pickup not found');
    if (before.status === 'cancelled') return;
    const { from } = pickupMoves.cancel;
    const cancelled = await setCancelled(trx, pickupId, from, reason, services.clock());
    if (!cancelled) throw refuseMove(before, 'cancelled');
    const change = { kind: 'cancelled', actorId, before: [before], after: [cancelled] } as const;
    await services.afterPickupChange(services, trx, change);
  });
  return await requireAdminPickup(services.db, pickupId);
}
