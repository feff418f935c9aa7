import { pickupMoves } from '../../../contract/pickups.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { refundCancelledPickup } from '../../payments/refunds/refund-cancelled-pickup.ts';
import { Refusal } from '../../refusal.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { updatePlanAfterPickup } from '../../subscriptions/occurrences/update-plan-after-pickup.ts';
import { describeDay, refuseMove, requireAdminPickup } from '../change-status.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { enqueueDayCounts } from '../stops/enqueue-day-counts.ts';
import { lockPickup, setCancelled } from '../store.ts';

const reason = 'Cancelled by dispatch';

/**
 * Takes a pickup off the service: a soft cancel that keeps the row and gives back what was paid, once (PICKUP-14).
 * Again changes nothing. Throws 404, and 409 for what is completed.
 */
export async function cancelPickup(services: Services, actorId: string, pickupId: string): Promise<AdminPickupRow> {
  await inTransaction(services.db, async (trx) => {
    const before = await lockPickup(trx, pickupId);
    if (!before) throw new Refusal(404, 'Pickup not found');
    if (before.status === 'cancelled') return;
    const { from } = pickupMoves.cancel;
    const cancelled = await setCancelled(trx, pickupId, from, reason, services.clock());
    if (!cancelled) throw refuseMove(before, 'cancelled');
    const intentId = cancelled.stripePaymentIntentId;
    const refund = intentId === null ? null : await refundCancelledPickup(services, trx, intentId);
    await updatePlanAfterPickup(services, trx, cancelled, 'changed');
    await updateRoutes(services, trx, [before]);
    await enqueueDayCounts(services, trx, [before]);
    const details = refund === null ? {} : { refund: `$${refund}` };
    await recordChanges(services, trx, [
      { actorId, action: 'cancelled', subject: 'pickup', subjectId: pickupId, details },
    ]);
    await enqueueNotices(services, trx, cancelled, refund);
  });
  return await requireAdminPickup(services.db, pickupId);
}

async function enqueueNotices(services: Services, trx: Db, pickup: PickupRow, refund: string | null): Promise<void> {
  const day = describeDay(pickup);
  const notices = [
    {
      userId: pickup.customerId,
      title: 'Pickup cancelled',
      message: `Your pickup of ${day} was cancelled.${refund === null ? '' : ` You get $${refund} back.`}`,
      actionUrl: refund === null ? '/pickup-history' : '/billing',
    },
    {
      userId: pickup.driverId,
      title: 'Stop cancelled',
      message: `${pickup.address} on ${day} was cancelled.`,
      actionUrl: '/driver',
    },
  ];
  for (const { userId, ...notice } of notices) {
    if (userId) await services.jobs.enqueue(trx, 'notify-person', { userId, type: 'pickup_cancelled', ...notice });
  }
}
