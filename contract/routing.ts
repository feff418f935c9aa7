import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PickupStatus, ServiceType } from './pickups.ts';
import { DisposalVisit } from './routing/disposal.ts';
import { Place } from './values/places.ts';
import { DateKeyText, Id, IdParams, Money, Timestamp } from './values/shapes.ts';

const ClusterAddress = z.object({
  ...{ customerId: Id, username: z.string(), name: z.string(), address: z.string(), bagCount: z.int() },
  /** The pickup at the address. Its fields decide which moves the dispatcher is offered. */
  pickup: z.optional(
    z.object({
      id: Id,
      status: PickupStatus,
      serviceType: ServiceType,
      amount: Money,
      scheduledDate: z.nullable(Timestamp),
    }),
  ),
});

/** Nearby pickups of one day that have no route: at most a day's work for one driver. */
export const AddressCluster = z.object({
  id: z.string(),
  /** ZIP code and neighborhood, such as "19147 Bella Vista". */
  name: z.string(),
  status: z.string(),
  /** The New York date of its pickups. */
  date: z.string(),
  totalCustomers: z.int(),
  estimatedRevenue: Money,
  /** The time for its stops, including driving. */
  estimatedMinutes: z.int(),
  addresses: z.array(ClusterAddress),
});
export type AddressCluster = z.output<typeof AddressCluster>;

/** A stop of a route as the dispatcher sees it. */
export const RouteStop = z.object({
  id: Id,
  address: z.string(),
  bagCount: z.int(),
  /** The driver's count; null when it equals `bagCount`. */
  countedBags: z.optional(z.nullable(z.int())),
  status: PickupStatus,
  customerName: z.nullable(z.string()),
  amount: Money,
  serviceType: ServiceType,
  specialInstructions: z.nullable(z.string()),
  routeOrder: z.nullable(z.int()),
  estimatedArrival: z.nullable(Timestamp),
  isPinned: z.boolean(),
  /** Null until the address is geocoded. */
  place: z.nullable(Place),
  /** Miles from the stop before it; null for the first stop of a route without a configured start. */
  milesFromPrevious: z.nullable(z.number()),
  /** These four fields are as in `Pickup`. They decide which moves the dispatcher is offered. */
  scheduledDate: z.optional(z.nullable(Timestamp)),
  completedAt: z.optional(z.nullable(Timestamp)),
  resolvedBy: z.optional(z.nullable(Id)),
  undoUntil: z.optional(z.nullable(Timestamp)),
});
export type RouteStop = z.output<typeof RouteStop>;

export const Route = z.object({
  id: Id,
  driverId: Id,
  driverName: z.string(),
  date: z.string(),
  /** pending → active (first completion) → completed */
  status: z.string(),
  /** The percentage of its stops that are resolved. */
  progress: z.number(),
  totalStops: z.int(),
  estimatedRevenue: Money,
  /** Miles. */
  totalDistance: z.nullable(Money),
  /** Minutes, including driving. */
  estimatedTime: z.nullable(z.int()),
  googleMapsUrl: z.nullable(z.string()),
  startedAt: z.nullable(Timestamp),
  completedAt: z.nullable(Timestamp),
  pickups: z.array(RouteStop),
  /** The truck's disposal visits, in order; empty without a site. */
  disposalVisits: z.array(DisposalVisit),
});
export type Route = z.output<typeof Route>;

/** By how much a driver's day is too long and the truck too full. */
const Overload = z.object({
  overMinutes: z.int(),
  overBags: z.int(),
  /** Why the truck is too full or isn't empty at the end of the day; null if neither. */
  bagsReason: z.nullable(z.string()),
});

export const OptimizedRoutes = z.object({
  type: z.string(),
  date: z.string(),
  totalStops: z.int(),
  routes: z.array(Route),
  totalMiles: z.number(),
  totalMinutes: z.int(),
  /** Compared to the previous order; 0 if that was already the best one found. */
  savedMiles: z.number(),
  savedMinutes: z.int(),
  /** Stops that fit into no driver's shift and stay unassigned. */
  unassigned: z.array(z.object({ id: Id, address: z.string(), reason: z.string() })),
  /** Drivers whose day ends after their shift or whose truck is too full, with the excess minutes and bags. */
  overloads: z.array(z.extend(Overload, { driverId: Id, driverName: z.string() })),
  /** Whether these routes were already being planned when the request came, so that it got the result of that run. */
  isShared: z.optional(z.boolean()),
});
export type OptimizedRoutes = z.output<typeof OptimizedRoutes>;

export const listAddressClusters = endpoint('GET', '/api/admin/address-clusters', 'admin', {
  response: z.array(AddressCluster),
  errors: [],
});

export const listRoutes = endpoint('GET', '/api/admin/routes', 'admin', { response: z.array(Route), errors: [] });

/**
 * The body of both Optimize buttons. Without a date: today, or the next date with open stops of the type when today has
 * none.
 */
const OptimizeBody = z.optional(
  z.object({
    /** The date to plan, today or later. 422 when it has no open stop of the type. */
    date: z.optional(DateKeyText),
    /**
     * Lets open stops of the type move to another driver, unless they are pinned or their driver has begun the route.
     * Without this, assigned stops keep their driver.
     */
    includeAssigned: z.optional(z.boolean()),
  }),
);

export const optimizeSubscriptionRoute = endpoint('POST', '/api/admin/optimize-subscription-route', 'admin', {
  body: OptimizeBody,
  response: OptimizedRoutes,
  errors: [400, 409, 422],
});

export const optimizePackageRoute = endpoint('POST', '/api/admin/optimize-package-route', 'admin', {
  body: OptimizeBody,
  response: OptimizedRoutes,
  errors: [400, 409, 422],
});

export const optimizeClusterRoute = endpoint('POST', '/api/admin/optimize-cluster-route', 'admin', {
  body: z.object({
    clusterId: z
      .string({ error: 'Please choose a cluster' })
      .check(z.minLength(1, 'Please choose a cluster'), z.maxLength(255)),
    driverId: z.uuid({ error: 'Please choose a driver' }),
  }),
  response: z.object({
    totalStops: z.int(),
    cluster: AddressCluster,
    /** Null if the area fits into the driver's day. */
    overload: z.optional(z.nullable(Overload)),
  }),
  errors: [400, 404, 409, 422],
});

/** Moves a stop to another position of its route and, by default, pins it. Optimizing keeps pinned stops in place. */
export const moveRouteStop = endpoint('POST', '/api/admin/routes/:id/move-stop', 'admin', {
  params: IdParams,
  body: z.object({
    pickupId: z.uuid({ error: 'Please choose a stop' }),
    /** Counted from 1 among all stops of the route, like `routeOrder`. */
    position: z.int({ error: 'Please choose a position' }).check(z.minimum(1, 'Please choose a position')),
    isPinned: z._default(z.boolean(), true),
  }),
  response: Route,
  errors: [400, 404, 409],
});
