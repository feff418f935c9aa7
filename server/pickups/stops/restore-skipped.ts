import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { NoticesLater } from '../changes/pickup-change.ts';
import { skippedByDispatch } from '../rules.ts';
import { listActiveOf, lockPickups, setRestored } from './stops.store.ts';

/**
 * Reopens a plan's stop that a dispatcher has skipped, in the caller's transaction. The stop is pending when its driver
 * is no longer active. Returns false when the stop isn't skipped, or its plan doesn't allow it anymore.
 */
export async function restoreSkipped(
  services: Services,
  trx: Db,
  { actorId, notices }: { actorId: string; notices: NoticesLater | undefined },
  stop: { id: string; driverId: string | null },
): Promise<boolean> {
  const [before] = await lockPickups(trx, [stop.id]);
  if (before?.cancellationReason !== skippedByDispatch || !before.scheduledDay) return false;
  try {
    await services.requireFreeDay(trx, before, before.scheduledDay);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
  const [driverId = null] = stop.driverId === null ? [] : await listActiveOf(trx, [stop.driverId]);
  const after = await setRestored(trx, stop.id, { driverId, now: services.clock() });
  if (!after) return false;
  await services.afterPickupChange(services, trx, {
    kind: 'undone',
    actorId,
    before: [before],
    after: [after],
    notices,
  });
  return true;
}
