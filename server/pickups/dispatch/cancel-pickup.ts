import { pickupMoves } from '../../../contract/pickups.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { MoveEmail, NoticesLater } from '../changes/pickup-change.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { lockPickup, setCancelled } from '../pickups.store.ts';
import { refuseMove } from '../refusals.ts';

/**
 * Cancels a pickup: the row stays, and the payment is refunded once. Cancelling again changes nothing. Throws 404, and
 * 409 for a completed pickup.
 */
export async function cancelPickup(services: Services, actorId: string, pickupId: string): Promise<AdminPickupRow> {
  await inTransaction(services.db, async (trx) => {
    const before = await lockPickup(trx, pickupId);
    if (!before) throw new Refusal(404, 'Pickup not found');
    if (before.status === 'cancelled') return;
    await cancelLocked(services, trx, before, { actorId, reason: 'Cancelled by dispatch' });
  });
  return await requireAdminPickup(services.db, pickupId);
}

/**
 * Cancels a pickup that the caller has locked. Refunds `refundCents` of the payment, or all that is left if undefined.
 * Throws 409 for a completed pickup.
 */
export async function cancelLocked(
  services: Services,
  trx: Db,
  before: PickupRow,
  {
    actorId,
    reason,
    ...rest
  }: {
    actorId: string;
    reason: string;
    refundCents?: number;
    email?: MoveEmail;
    notices?: NoticesLater;
  },
): Promise<PickupRow> {
  const cancelled = await setCancelled(trx, before.id, pickupMoves.cancel.from, reason, services.clock());
  if (!cancelled) throw refuseMove(before, 'cancelled');
  const change = { kind: 'cancelled', actorId, before: [before], after: [cancelled] } as const;
  await services.afterPickupChange(services, trx, { ...change, ...rest });
  return cancelled;
}
