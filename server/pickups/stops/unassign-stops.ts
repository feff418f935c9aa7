import type { Db } from '../../database/transaction.ts';
import type { PickupChangeServices } from '../../services.ts';
import { clearDriver } from './store.ts';

/**
 * Returns a driver's open stops to pending, in the transaction that takes the role or the account away. `actorId` is who took
 * it; null for the service itself. Returns how many stops there were.
 */
export async function unassignStops(
  services: PickupChangeServices,
  trx: Db,
  driverId: string,
  actorId: string | null,
): Promise<number> {
  const before = await clearDriver(trx, driverId);
  await services.afterPickupChange(services, trx, { kind: 'unassigned', actorId, before, after: [] });
  return before.length;
}
