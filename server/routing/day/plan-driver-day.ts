import type { Services } from '../../services.ts';
import { planRoutes } from './plan-routes.ts';
import { planUnchanged } from './plan-unchanged.ts';
import { readDriverDays } from './read-day.ts';

/** Puts what a driver has on a day in order; nothing when there is nothing to be done. */
export async function planDriverDay(services: Services, actorId: string, driverId: string, day: string): Promise<void> {
  await planUnchanged(services, actorId, day, {
    read: async (db) => ({ drivers: await readDriverDays(db, [driverId], day), pending: [] }),
    plan: (facts) => planRoutes(services, { ...facts, isTouched: () => true }),
  });
}
