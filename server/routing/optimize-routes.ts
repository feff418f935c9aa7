import { dateKeyOf } from '../../contract/dates.ts';
import { inTransaction } from '../database/transaction.ts';
import { assignWithin } from '../pickups/assign-pickup.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { presentRoutes } from './list-routes.ts';
import { planDay } from './plan-day.ts';
import { shareOut } from './rules.ts';
import { findNextDay, listPending, listRoutes, lockDay, type RouteType, readLoads } from './store.ts';

/**
 * Plans the open stops of a type, today's or those of the next day that has any (DECISIONS, Routes): pending ones go to the
 * drivers evenly, assigned ones keep theirs, and each driver's whole day is put in order. One transaction under a lock of the
 * day, so two presses at once do no harm, and pressing again changes nothing. Throws 422 without a stop or a driver.
 */
export async function optimizeRoutes(services: Services, actorId: string, type: RouteType) {
  const { db } = services;
  const day = await findNextDay(db, type, dateKeyOf(services.clock()));
  if (!day) throw new Refusal(422, `There are no ${type} stops to plan.`, { code: 'nothing_to_plan' });
  const planned = await inTransaction(db, async (trx) => {
    await lockDay(trx, day);
    const loads = await readLoads(trx, day);
    if (loads.size === 0) throw new Refusal(422, 'There is no active driver to plan for.', { code: 'no_driver' });
    const pending = await listPending(trx, type, day);
    const shares = shareOut(pending, loads);
    for (const [pickupId, driverId] of [...shares].sort()) {
      await assignWithin(services, trx, actorId, pickupId, driverId);
    }
    const ids: string[] = [];
    for (const driverId of loads.keys()) {
      const route = await planDay(services, trx, driverId, day);
      if (route) ids.push(route.id);
    }
    return ids;
  });
  const rows = (await listRoutes(db, day, mostRoutes)).filter((route) => planned.includes(route.id));
  const routes = await presentRoutes(db, rows);
  return { type, date: day, totalStops: routes.reduce((sum, route) => sum + route.totalStops, 0), routes };
}

const mostRoutes = 1_000;
