import type { z } from 'zod/mini';
import { addDays, dateKeyOf } from '../../contract/dates.ts';
import { centsToText, textToCents } from '../../contract/money.ts';
import type { Route } from '../../contract/routing.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { listRoutes as listRows, listStopsOf, type RouteWithDriver, type StopRow } from './store.ts';

type RouteShape = z.input<typeof Route>;

const daysBack = 7;
const mostRoutes = 100;

/** The routes of the last week, of today and of the days to come, each with its stops in order. */
export async function listRoutes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<RouteShape[]> {
  return await presentRoutes(db, await listRows(db, addDays(dateKeyOf(clock()), -daysBack), mostRoutes));
}

export async function presentRoutes(db: Db, routes: readonly RouteWithDriver[]): Promise<RouteShape[]> {
  const stops = await listStopsOf(
    db,
    routes.map((route) => route.id),
  );
  const byRoute = Map.groupBy(stops, (stop) => stop.routeId);
  return routes.map((route) => present(route, byRoute.get(route.id) ?? []));
}

function present(route: RouteWithDriver, stops: readonly StopRow[]): RouteShape {
  const done = stops.filter((stop) => stop.status === 'completed').length;
  const cents = stops.reduce((sum, stop) => sum + (textToCents(stop.amount) ?? 0), 0);
  return {
    id: route.id,
    driverName: route.driverName,
    date: route.date,
    status: stops.length > 0 && done === stops.length ? 'completed' : done > 0 ? 'active' : route.status,
    progress: stops.length === 0 ? 0 : Math.round((100 * done) / stops.length),
    totalStops: stops.length,
    estimatedRevenue: centsToText(cents),
    pickups: stops.map(({ id, address, bagCount, status }) => ({ id, address, bagCount, status })),
  };
}
