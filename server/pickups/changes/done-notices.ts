import { undoSeconds } from '../../../contract/pickups.ts';
import type { Db } from '../../database/transaction.ts';
import { notifyPerson } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { findPickup } from '../store.ts';
import { noticeOfCompleted } from './describe-notices.ts';

/** Enqueues the customers' notices of completed pickups for when the press can't be undone any more. */
export async function enqueueDoneNotices(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  completed: readonly PickupRow[],
): Promise<void> {
  const now = clock().getTime();
  const waits = Map.groupBy(completed, ({ resolvedAt }) => {
    const sinceMs = now - (resolvedAt?.getTime() ?? now);
    return Math.max(0, Math.ceil(undoSeconds - sinceMs / 1000));
  });
  for (const [afterSeconds, pickups] of waits) {
    const payloads = pickups.map(({ id, completedAt }) => ({
      pickupId: id,
      completedAt: (completedAt ?? new Date(now)).toISOString(),
    }));
    await jobs.enqueueAll(trx, 'notify-completed', payloads, { afterSeconds });
  }
}

/** Notifies the customer of a completion, unless it was undone meanwhile. The notification's id is the job's. */
export async function notifyCompleted(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  jobId: string,
  { pickupId, completedAt }: { pickupId: string; completedAt: string },
): Promise<void> {
  const pickup = await findPickup(services.db, pickupId);
  if (pickup?.status !== 'completed' || pickup.completedAt?.toISOString() !== completedAt) return;
  await notifyPerson(services, jobId, noticeOfCompleted(pickup));
}
