import type { z } from 'zod/mini';
import type { moveRouteStop, Route } from '../../../contract/routing.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentRoutesOf } from '../list-routes.ts';
import { findRoute, type RouteWithDriver } from '../routing.store.ts';
import type { StopRow } from '../stops.store.ts';
import { toRoutePlan } from './plan/route-plan.ts';
import { inOldOrder } from './plan/route-rules.ts';
import type { DayStops, DriverDay } from './read/day.ts';
import { readDayStops } from './read/read-day.ts';
import { replanDay } from './replan-day.ts';
import { saveRoutePlans } from './write/save-route-plans.ts';

type Move = z.output<(typeof moveRouteStop)['body']>;

/**
 * Moves an open stop to another position in its route, counted from 1, and pins or unpins it there; the other stops
 * make room. Resolved stops stay in front. Throws 404 (no such route), 409 (the stop has left the route or is resolved,
 * or the day keeps changing).
 */
export async function moveStop(
  services: Services,
  actorId: string,
  routeId: string,
  move: Move,
): Promise<z.input<typeof Route>> {
  const route = await findRoute(services.db, routeId);
  if (!route) throw new Refusal(404, 'Route not found');
  await replanDay(services, {
    read: (db) => readRoute(db, services.settings, route, move.pickupId),
    plan: (day) => ({ plans: day.drivers.map((driver) => toRoutePlan(day, driver, moved(driver, move))) }),
    write: async (trx, { plans }) => {
      await saveRoutePlans(services, trx, actorId, plans, { keepsWindows: true });
      await recordChanges(services, trx, [
        {
          ...{ actorId, action: move.isPinned ? 'pinned' : 'unpinned', subject: 'pickup', subjectId: move.pickupId },
          details: { stop: String(move.position) },
        },
      ]);
    },
  });
  const [changed] = await presentRoutesOf(services.db, [route.driverId], route.date);
  return changed as z.input<typeof Route>;
}

async function readRoute(
  db: Db,
  settings: Services['settings'],
  { id, driverId, date }: RouteWithDriver,
  pickupId: string,
): Promise<DayStops> {
  const day = await readDayStops(db, settings, { date, driverIds: [driverId] });
  const stop = day.drivers[0]?.open.find((open) => open.id === pickupId);
  if (stop?.routeId !== id) {
    throw new Refusal(409, 'This stop is no longer in the route.', { code: 'changed_meanwhile' });
  }
  return day;
}

/** Returns the open stops in their new order. A position also counts the resolved stops listed before it. */
function moved({ resolved, open }: DriverDay, move: Move): StopRow[] {
  const others = inOldOrder([...resolved, ...open]).filter(({ id }) => id !== move.pickupId);
  const isOpen = new Set(open);
  const place = others.slice(0, move.position - 1).filter((stop) => isOpen.has(stop)).length;
  const stop = open.find(({ id }) => id === move.pickupId) as StopRow;
  return others.filter((other) => isOpen.has(other)).toSpliced(place, 0, { ...stop, isPinned: move.isPinned });
}
