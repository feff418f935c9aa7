import type { Db } from '../../database/transaction.ts';
import type { PickupChangeServices } from '../../services.ts';
import { clearDriver } from './store.ts';

/**
 * Returns open stops to pending, in the caller's transaction: all of a driver's, when the role or the account is taken away, or
 * the chosen ones. `actorId` is who did it; null for the service itself. Returns how many stops there were.
 */
export async function unassignStops(
  services: PickupChangeServices,
  trx: Db,
  which: { driverId: string } | { ids: readonly string[] },
  actorId: string | null,
): Promise<number> {
  const before = await clearDriver(trx, which);
  const isDriverGone = 'driverId' in which;
  await services.afterPickupChange(services, trx, { kind: 'unassigned', actorId, before, after: [], isDriverGone });
  return before.length;
}
