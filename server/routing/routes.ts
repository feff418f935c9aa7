import type { Handlers } from '../http/adapter.ts';
import { withLongTimeout } from '../http/long-timeout.ts';
import { phoneTimesOf } from '../http/phone-times.ts';
import type { Services } from '../services.ts';
import { createClusterRoute } from './areas/create-cluster-route.ts';
import { listClusters } from './areas/list-clusters.ts';
import { getDayBoard } from './board/get-day-board.ts';
import { moveBoardStops } from './board/move-board-stops.ts';
import { setDriverDay } from './board/set-driver-day.ts';
import { clearDriverDay, setDriverShift } from './board/set-driver-shift.ts';
import { undoBulkAction } from './board/undo-bulk-action.ts';
import { moveStop } from './day/move-stop.ts';
import { optimizeOnce } from './day/optimize-once.ts';
import { addSite, changeSite, listDisposalSites, removeSite } from './disposal/manage-sites.ts';
import { presentVisit } from './disposal/present-visit.ts';
import { recordEmptied } from './disposal/record-emptied.ts';
import { undoEmptied } from './disposal/undo-emptied.ts';
import { listRoutes } from './list-routes.ts';
import { getTruck, removeTruck, setTruck } from './trucks/set-truck.ts';

export function routingRoutes(services: Services) {
  const optimize = optimizeOnce(services);
  return {
    listAddressClusters: async () => (await listClusters(services)).shapes,
    listRoutes: async () => await listRoutes(services),
    optimizeSubscriptionRoute: async ({ actor, body, request }) =>
      await withLongTimeout(request, () => optimize(actor.id, 'subscription', body)),
    optimizePackageRoute: async ({ actor, body, request }) =>
      await withLongTimeout(request, () => optimize(actor.id, 'package', body)),
    moveRouteStop: async ({ actor, params, body, request }) =>
      await withLongTimeout(request, () => moveStop(services, actor.id, params.id, body)),
    optimizeClusterRoute: async ({ actor, body, request }) =>
      await withLongTimeout(request, () => createClusterRoute(services, actor.id, body)),
    getDayBoard: async ({ actor, query }) => await getDayBoard(services, actor.id, query.date),
    moveBoardStops: async ({ actor, body, request }) => {
      return await withLongTimeout(request, () => moveBoardStops(services, actor.id, body));
    },
    undoBulkAction: async ({ actor, body, request }) =>
      await withLongTimeout(request, () => undoBulkAction(services, actor.id, body.actionId)),
    setDriverShift: async ({ actor, params, body }) => await setDriverShift(services, actor.id, params.id, body),
    setDriverDay: async ({ actor, params, body, request }) =>
      await withLongTimeout(request, () => setDriverDay(services, actor.id, params, body)),
    clearDriverDay: async ({ actor, params }) => await clearDriverDay(services, actor.id, params.id, params.date),
    listDisposalSites: async () => await listDisposalSites(services),
    addDisposalSite: async ({ actor, body }) => await addSite(services, actor.id, body),
    changeDisposalSite: async ({ actor, params, body }) => await changeSite(services, actor.id, params.id, body),
    removeDisposalSite: async ({ actor, params }) => await removeSite(services, actor.id, params.id),
    getDriverTruck: async ({ params }) => await getTruck(services, params.id),
    setDriverTruck: async ({ actor, params, body }) => await setTruck(services, actor.id, params.id, body),
    removeDriverTruck: async ({ actor, params }) => await removeTruck(services, actor.id, params.id),
    recordEmptied: async ({ actor, params, body }) => {
      const { siteId, tons } = body;
      const said = { visitId: params.id, siteId, tons, ...phoneTimesOf(body) };
      return presentVisit(await recordEmptied(services, actor.id, said));
    },
    undoEmptied: async ({ actor, params, query }) =>
      presentVisit(await undoEmptied(services, actor.id, params.id, phoneTimesOf(query))),
  } satisfies Partial<Handlers>;
}
