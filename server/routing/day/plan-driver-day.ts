import type { Services } from '../../services.ts';
import { planRoutes } from './plan-routes.ts';
import { readDriverDays } from './read-day.ts';
import { saveRoutePlans } from './save-route-plans.ts';
import { writeIfUnchanged } from './write-if-unchanged.ts';

/** Puts one driver's open stops of a day in order. Does nothing without open stops. */
export async function planDriverDay(services: Services, actorId: string, driverId: string, day: string): Promise<void> {
  await writeIfUnchanged(services, day, {
    read: async (db) => ({ drivers: await readDriverDays(db, [driverId], day), pending: [] }),
    plan: (stops) => planRoutes(services, stops, () => true),
    write: (trx, plans) => saveRoutePlans(services, trx, actorId, day, plans),
  });
}
