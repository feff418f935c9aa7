import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { changeRefund, type RefundRow } from './refunds.store.ts';
import { nextTryOf } from './rules.ts';

/**
 * Marks a locked refund as refused: by the provider, or by the bank, which returned it. Plans its next try. Notifies
 * the admins the first time; from then on it is listed under Needs attention until it is made or settled.
 */
export async function refuseRefund(
  services: WritesMessages,
  trx: Db,
  refund: RefundRow,
  { refusal, providerRefundId = null }: { refusal: string; providerRefundId?: string | null },
): Promise<void> {
  const now = services.clock();
  const tries = refund.tries + 1;
  const refusedAt = refund.refusedAt ?? now;
  const nextTryAt = nextTryOf({ tries, refusedAt, now });
  await changeRefund(trx, refund.id, {
    ...{ status: 'refused', tries, refusal, refusedAt, nextTryAt, updatedAt: now },
    ...(providerRefundId !== null && { providerRefundId }),
  });
  if (refund.refusedAt !== null) return;
  const { customerId, pickupId, intentId, amount } = refund;
  await notifyOfCharge(
    services,
    trx,
    { customerId, pickupId, intentId },
    {
      title: 'A refund failed',
      message: (whose) => `$${amount} ${whose} wasn't refunded. ${refusal} We'll keep trying for 14 days.`,
      type: 'refund_failed',
    },
  );
}
