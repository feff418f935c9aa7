import { dateKeyOf } from '../../contract/dates.ts';
import type { Services } from '../services.ts';
import { setArrivals } from './apply-plan.ts';
import { planInOrder } from './plan-routes.ts';
import { inOldOrder } from './plan-rules.ts';
import { readDriverDays } from './read-day.ts';

/**
 * Reckons anew when a driver reaches the stops ahead, from the last one settled and from now on: as the route is worked off,
 * the times roll forward. A day that is over, or has not begun, keeps its times.
 */
export async function refreshArrivals(
  services: Services,
  { driverId, day }: { driverId: string; day: string },
): Promise<void> {
  if (day !== dateKeyOf(services.clock())) return;
  const [driver] = await readDriverDays(services.db, [driverId], day);
  const open = inOldOrder(driver?.open ?? []).filter(({ routeId }) => routeId !== null);
  if (!driver || open.length === 0) return;
  await setArrivals(services, services.db, day, await planInOrder(services, { ...driver, open }, open));
}
