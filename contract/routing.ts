import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Money } from './shapes.ts';

const ClusterAddress = z.object({
  customerId: Id,
  username: z.string(),
  address: z.string(),
  bagCount: z.int(),
});

export const AddressCluster = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  totalCustomers: z.int(),
  estimatedRevenue: Money,
  addresses: z.array(ClusterAddress),
});

export const Route = z.object({
  id: Id,
  driverName: z.string(),
  date: z.string(),
  status: z.string(),
  progress: z.number(),
  totalStops: z.int(),
  estimatedRevenue: Money,
  pickups: z.array(z.object({ id: Id, address: z.string(), bagCount: z.int(), status: z.string() })),
});

const OptimizedRoutes = z.object({
  type: z.string(),
  date: z.string(),
  totalStops: z.int(),
  routes: z.array(Route),
});

export const listAddressClusters = endpoint({
  method: 'GET',
  path: '/api/admin/address-clusters',
  access: 'admin',
  response: z.array(AddressCluster),
  errors: [],
});

export const listRoutes = endpoint({
  method: 'GET',
  path: '/api/admin/routes',
  access: 'admin',
  response: z.array(Route),
  errors: [],
});

export const optimizeSubscriptionRoute = endpoint({
  method: 'POST',
  path: '/api/admin/optimize-subscription-route',
  access: 'admin',
  response: OptimizedRoutes,
  errors: [422],
});

export const optimizePackageRoute = endpoint({
  method: 'POST',
  path: '/api/admin/optimize-package-route',
  access: 'admin',
  response: OptimizedRoutes,
  errors: [422],
});

export const optimizeClusterRoute = endpoint({
  method: 'POST',
  path: '/api/admin/optimize-cluster-route',
  access: 'admin',
  body: z.object({
    clusterId: z
      .string({ error: 'Please choose a cluster' })
      .check(z.minLength(1, 'Please choose a cluster'), z.maxLength(255)),
    driverId: z.uuid({ error: 'Please choose a driver' }),
  }),
  response: z.object({ totalStops: z.int(), cluster: AddressCluster }),
  errors: [400, 404, 409, 422],
});
