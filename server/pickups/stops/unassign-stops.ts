import type { Db } from '../../database/transaction.ts';
import type { PickupChangeServices } from '../../services.ts';
import { clearDriver } from './stops.store.ts';

/**
 * Unassigns open stops in the caller's transaction: all stops of a driver who loses the role or the account, or the
 * chosen ones. `actorId` is the person who did it; null for the service itself. Returns the number of stops.
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
