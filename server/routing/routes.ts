import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { createClusterRoute } from './create-cluster-route.ts';
import { listClusters } from './list-clusters.ts';
import { listRoutes } from './list-routes.ts';
import { moveStop } from './move-stop.ts';
import { optimizeRoutes } from './optimize-routes.ts';

export function routingRoutes(services: Services) {
  return {
    listAddressClusters: async () => (await listClusters(services)).map((cluster) => cluster.shape),
    listRoutes: async () => await listRoutes(services),
    optimizeSubscriptionRoute: async ({ actor }) => await optimizeRoutes(services, actor.id, 'subscription'),
    optimizePackageRoute: async ({ actor }) => await optimizeRoutes(services, actor.id, 'package'),
    moveRouteStop: async ({ actor, params, body }) => await moveStop(services, actor.id, params.id, body),
    optimizeClusterRoute: async ({ actor, body }) => await createClusterRoute(services, actor.id, body),
  } satisfies Partial<Handlers>;
}
