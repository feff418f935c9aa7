import type { z } from 'zod/mini';
import type { Route } from '../../contract/routing.ts';
import { centsOf, centsToText } from '../../contract/values/money.ts';
import { placeOf } from '../../contract/values/places.ts';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import { mapInTurns } from '../in-turns.ts';
import { undoUntilOf } from '../pickups/rules.ts';
import type { Services } from '../services.ts';
import { presentVisit } from './disposal/present-visit.ts';
import { listRouteVisits, type VisitRow } from './disposal/visits.store.ts';
import { type Leg, listLegs, listRoutesOf, listRoutes as listRows, type RouteWithDriver } from './routing.store.ts';
import { listStopsOf, type StopRow } from './stops.store.ts';
import { milesOf } from './travel/travel-rules.ts';

type RouteShape = z.input<typeof Route>;

const daysBack = 7;
const maxRoutes = 100;

/** Returns the routes of the last week, today and later, the latest day first, each with its stops in order. */
export async function listRoutes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<RouteShape[]> {
  const today = dateKeyOf(clock());
  const rows = await listRows(db, { since: addDays(today, -daysBack), today, limit: maxRoutes });
  const inOrder = rows.toSorted((a, b) => b.date.localeCompare(a.date) || (a.id < b.id ? 1 : -1));
  return await presentRoutes(db, inOrder);
}

/** Returns the routes of these drivers on a day, sorted by driver name. */
export async function presentRoutesOf(db: Db, driverIds: readonly string[], day: string): Promise<RouteShape[]> {
  return await presentRoutes(db, await listRoutesOf(db, driverIds, day));
}

async function presentRoutes(db: Db, routes: readonly RouteWithDriver[]): Promise<RouteShape[]> {
  const ids = routes.map((route) => route.id);
  const byRoute = Map.groupBy(await listStopsOf(db, ids), (stop) => stop.routeId);
  const visits = Map.groupBy(await listRouteVisits(db, ids), (visit) => visit.routeId);
  return await mapInTurns(routes, (route) => present(route, byRoute.get(route.id) ?? [], visits.get(route.id) ?? []));
}

function present(route: RouteWithDriver, stops: readonly StopRow[], visits: readonly VisitRow[]): RouteShape {
  const resolved = stops.filter((stop) => stop.status !== 'assigned').length;
  const cents = stops.reduce((sum, stop) => sum + centsOf(stop.amount), 0);
  const legs = new Map(((route.routeInstructions ?? []) as Leg[]).map((leg) => [leg.pickupId, leg]));
  const { id, driverId, driverName, date, status, totalDistance, estimatedTime, googleMapsUrl } = route;
  return {
    ...{ id, driverId, driverName, date, status, totalDistance, estimatedTime, googleMapsUrl },
    progress: stops.length === 0 ? 0 : Math.round((100 * resolved) / stops.length),
    totalStops: stops.length,
    estimatedRevenue: centsToText(cents),
    startedAt: route.startedAt?.toISOString() ?? null,
    completedAt: route.completedAt?.toISOString() ?? null,
    pickups: stops.map((stop) => presentStop(stop, legs.get(stop.id))),
    disposalVisits: visits.map(presentVisit),
  };
}

/** Presents a stop to the dispatcher. `leg` is the drive to the stop. */
export function presentStop(stop: StopRow, leg: Leg | undefined): RouteShape['pickups'][number] {
  const { id, address, bagCount, countedBags, status, amount, serviceType, specialInstructions } = stop;
  const { routeOrder, isPinned } = stop;
  return {
    ...{ id, address, bagCount, countedBags, status, amount, serviceType, specialInstructions, routeOrder, isPinned },
    customerName: [stop.firstName, stop.lastName].filter(Boolean).join(' ') || stop.username,
    estimatedArrival: stop.estimatedArrival?.toISOString() ?? null,
    place: placeOf(stop),
    milesFromPrevious: leg ? milesOf(leg.meters) : null,
    scheduledDate: stop.scheduledDate?.toISOString() ?? null,
    completedAt: stop.completedAt?.toISOString() ?? null,
    resolvedBy: stop.resolvedBy,
    undoUntil: undoUntilOf(stop),
  };
}

/** Returns the miles to each stop of these routes from the place before it, by pickup ID, where there is a leg. */
export async function readMilesFromPrevious(
  db: Db,
  routeIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(routeIds)].filter((id) => id !== null);
  const legs = await listLegs(db, ids);
  return new Map(legs.flatMap(({ pickupId, meters }) => (pickupId === null ? [] : [[pickupId, milesOf(meters)]])));
}
