import type { z } from 'zod/mini';
import type { moveRouteStop, Route } from '../../../contract/routing.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentRoutesOf } from '../list-routes.ts';
import type { StopRow } from '../stops.store.ts';
import { findRoute, type RouteWithDriver } from '../store.ts';
import { planInOrder } from './plan-routes.ts';
import { inOldOrder } from './plan-rules.ts';
import { planUnchanged } from './plan-unchanged.ts';
import { readDriverDays } from './read-day.ts';

type Move = z.output<(typeof moveRouteStop)['body']>;

/**
 * Puts a stop that is still to be done at another place of its route and pins it there, or lets it go; the others make
 * room. What is settled stays in front. Throws 404 (no such route), 409 (the stop is not in it any more, or is settled).
 */
export async function moveStop(
  services: Services,
  actorId: string,
  routeId: string,
  move: Move,
): Promise<z.input<typeof Route>> {
  const route = await findRoute(services.db, routeId);
  if (!route) throw new Refusal(404, 'Route not found');
  await planUnchanged(services, actorId, route.date, {
    read: (db) => readRoute(db, route, move.pickupId),
    plan: async ({ drivers: [driver] }) => (driver ? [await planInOrder(services, driver, moved(driver, move))] : []),
    alongside: (trx) =>
      recordChanges(services, trx, [
        {
          ...{ actorId, action: move.isPinned ? 'pinned' : 'unpinned', subject: 'pickup', subjectId: move.pickupId },
          details: { stop: String(move.position) },
        },
      ]),
  });
  const [changed] = await presentRoutesOf(services.db, [route.driverId], route.date);
  return changed as z.input<typeof Route>;
}

async function readRoute(db: Db, { id, driverId, date }: RouteWithDriver, pickupId: string) {
  const drivers = await readDriverDays(db, [driverId], date);
  const stop = drivers[0]?.open.find((open) => open.id === pickupId);
  if (stop?.routeId !== id) {
    throw new Refusal(409, 'This stop is not in the route any more.', { code: 'changed_meanwhile' });
  }
  return { drivers, pending: [] };
}

/** The open stops in their new order. A position counts the settled ones too, wherever the screen shows them. */
function moved({ settled, open }: { settled: readonly StopRow[]; open: readonly StopRow[] }, move: Move): StopRow[] {
  const others = inOldOrder([...settled, ...open]).filter(({ id }) => id !== move.pickupId);
  const isOpen = new Set(open);
  const place = others.slice(0, move.position - 1).filter((stop) => isOpen.has(stop)).length;
  const stop = open.find(({ id }) => id === move.pickupId) as StopRow;
  return others.filter((other) => isOpen.has(other)).toSpliced(place, 0, { ...stop, isPinned: move.isPinned });
}
