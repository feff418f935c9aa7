import { v7 as newId } from 'uuid';
import { dateKeyOf } from '../../contract/dates.ts';
import type { Db } from '../database/transaction.ts';
import { assignStops } from '../pickups/assign-stops.ts';
import type { Services } from '../services.ts';
import type { PlannedRoute } from './plan-routes.ts';
import { arrivals, departure, milesOf, serviceSeconds } from './plan-rules.ts';
import { numberSettled, type StopPlace, setPlaces, setTimes } from './stops.store.ts';
import { refreshRoutes, saveRoute } from './store.ts';

type Timing = Pick<Services, 'settings' | 'clock'>;

/** As many as an external directions link takes beside its destination. */
const mostWaypoints = 9;

/**
 * Writes planned routes: who takes which stop, each stop's place and time, and a route a driver, in the caller's
 * transaction and under its lock of the day.
 */
export async function applyPlan(
  services: Services,
  trx: Db,
  actorId: string,
  day: string,
  planned: readonly PlannedRoute[],
): Promise<void> {
  const pairs = planned.flatMap(({ driverId, open }) =>
    open.filter((stop) => stop.driverId !== driverId).map(({ id }) => ({ pickupId: id, driverId })),
  );
  await assignStops(services, trx, actorId, pairs);
  const routeIds: string[] = [];
  for (const route of planned) routeIds.push(await applyRoute(services, trx, day, route));
  await refreshRoutes(trx, routeIds, services.clock());
}

/** Writes when the driver reaches the open stops of a route whose order stays as it is. */
export async function setArrivals(services: Timing, db: Db, day: string, route: PlannedRoute): Promise<void> {
  await setTimes(db, placesOf(services, day, route));
}

async function applyRoute(services: Timing, trx: Db, day: string, route: PlannedRoute): Promise<string> {
  const { driverId, settled, open, legs } = route;
  const stops = [...settled, ...open];
  const atStops = sumOf(stops.map((stop) => serviceSeconds(stop, services.settings.workTimes)));
  const routeId = await saveRoute(
    trx,
    {
      id: newId(),
      driverId,
      date: day,
      pickupIds: stops.map(({ id }) => id),
      estimatedTime: Math.round((sumOf(legs.map((leg) => leg.seconds)) + atStops) / 60),
      totalDistance: milesOf(sumOf(legs.map((leg) => leg.meters))).toFixed(2),
      googleMapsUrl: directionsOf(open.map(({ address }) => address)),
      legs,
    },
    services.clock(),
  );
  await numberSettled(
    trx,
    routeId,
    settled.map(({ id }) => id),
  );
  await setPlaces(trx, routeId, placesOf(services, day, route));
  return routeId;
}

/** The open stops' places: after what is settled, each when the driver gets there. */
function placesOf({ settings, clock }: Timing, day: string, { settled, open, legs }: PlannedRoute): StopPlace[] {
  const now = clock();
  const ways = new Map(legs.map((leg) => [leg.pickupId, leg.seconds]));
  const services = open.map((stop) => serviceSeconds(stop, settings.workTimes));
  const due = arrivals(
    departure(day, dateKeyOf(now), now, settings.workTimes),
    open.map(({ id }) => ways.get(id) ?? 0),
    services,
  );
  return open.map(({ id, isPinned }, index) => ({
    ...{ id, isPinned, routeOrder: settled.length + index + 1 },
    estimatedArrival: due[index] as Date,
    estimatedDuration: Math.ceil((services[index] ?? 0) / 60),
  }));
}

/** Directions through the first stops of a route at an external map. */
function directionsOf(addresses: readonly string[]): string {
  const shown = addresses.slice(0, mostWaypoints + 1);
  const query = new URLSearchParams({ api: '1', travelmode: 'driving', destination: shown.at(-1) ?? '' });
  if (shown.length > 1) query.set('waypoints', shown.slice(0, -1).join('|'));
  return `https://www.google.com/maps/dir/?${query}`;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
