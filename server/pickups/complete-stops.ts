import { dateKeyOf } from '../../contract/dates.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { leaveNotice } from './move-pickup.ts';
import type { PickupRow } from './pickup-row.ts';
import { completeStops as completeOwnStops, findCompletedIds } from './store.ts';

export interface CompletedStops {
  /** The stops that this call completed. */
  completed: PickupRow[];
  /** What names no stop of this driver that is due, or done already. */
  ignoredIds: string[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Completes a driver's stops in one transaction (DECISIONS, Pickups): only the caller's own assigned ones that are not in
 * the future. A phone may send the same stops twice; the second time completes nothing and ignores nothing.
 */
export async function completeStops(
  services: Services,
  driverId: string,
  pickupIds: readonly string[],
): Promise<CompletedStops> {
  const ids = [...new Set(pickupIds.map((id) => id.toLowerCase()).filter((id) => uuid.test(id)))];
  const now = services.clock();
  const { completed, doneIds } = await inTransaction(services.db, async (trx) => {
    if (ids.length === 0) return { completed: [], doneIds: [] };
    const completed = await completeOwnStops(trx, { driverId, ids, today: dateKeyOf(now), now });
    for (const pickup of completed) await leaveNotice(services, trx, pickup, 'complete');
    return { completed, doneIds: await findCompletedIds(trx, driverId, ids) };
  });
  const done = new Set(doneIds);
  return { completed, ignoredIds: [...new Set(pickupIds)].filter((id) => !done.has(id.toLowerCase())) };
}
