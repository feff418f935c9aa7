import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { createClusterRoute } from './create-cluster-route.ts';
import { listClusters } from './list-clusters.ts';
import { listRoutes } from './list-routes.ts';
import { moveStop } from './move-stop.ts';
import { optimizeRoutes } from './optimize-routes.ts';

/** Planning is work: a connection may stand still for longer meanwhile than it otherwise may (server/http/app.ts). */
const planningMs = 120_000;

function whilePlanning<T>({ raw }: FastifyRequest, plan: () => Promise<T>): Promise<T> {
  // A test may come without a wire.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(planningMs);
  return plan();
}

export function routingRoutes(services: Services) {
  return {
    listAddressClusters: async () => (await listClusters(services)).map((cluster) => cluster.shape),
    listRoutes: async () => await listRoutes(services),
    optimizeSubscriptionRoute: async ({ actor, request }) =>
      await whilePlanning(request, () => optimizeRoutes(services, actor.id, 'subscription')),
    optimizePackageRoute: async ({ actor, request }) =>
      await whilePlanning(request, () => optimizeRoutes(services, actor.id, 'package')),
    moveRouteStop: async ({ actor, params, body, request }) =>
      await whilePlanning(request, () => moveStop(services, actor.id, params.id, body)),
    optimizeClusterRoute: async ({ actor, body, request }) =>
      await whilePlanning(request, () => createClusterRoute(services, actor.id, body)),
  } satisfies Partial<Handlers>;
}
