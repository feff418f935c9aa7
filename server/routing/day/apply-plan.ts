import { v7 as newId } from 'uuid';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { assignStops } from '../../pickups/stops/assign-stops.ts';
import type { Services } from '../../services.ts';
import { numberSettled, type StopPlace, type StopRow, setPlaces, setTimes } from '../stops.store.ts';
import { refreshRoutes, saveRoute, setTravel, type Travel } from '../store.ts';
import { directionsOf } from '../travel/directions-rules.ts';
import type { PlannedRoute } from './plan-routes.ts';
import { arrivals, departure, isVisited, lastVisited, milesOf, serviceSeconds } from './plan-rules.ts';

type Timing = Pick<Services, 'settings' | 'clock'>;

/** Screens show times to the minute. */
const sameTimeMs = 60_000;

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

/**
 * Writes what a route is by now whose order stays as it is: its ways, miles, minutes and link, and when the driver reaches the
 * stops ahead. A day that is over keeps its times. In the caller's transaction and under its lock of the day; answers whether
 * the miles are others than before.
 */
export async function applyTravel(services: Timing, trx: Db, day: string, route: PlannedRoute): Promise<boolean> {
  const now = services.clock();
  if (day >= dateKeyOf(now)) await setTimes(trx, placesOf(services, day, route));
  return await setTravel(trx, { driverId: route.driverId, date: day }, travelOf(services, route), now);
}

async function applyRoute(services: Timing, trx: Db, day: string, route: PlannedRoute): Promise<string> {
  const { driverId, settled, open } = route;
  const routeId = await saveRoute(
    trx,
    {
      id: newId(),
      driverId,
      date: day,
      pickupIds: [...settled, ...open].map(({ id }) => id),
      ...travelOf(services, route),
    },
    services.clock(),
  );
  await numberSettled(
    trx,
    routeId,
    settled.map(({ id }) => id),
  );
  await setPlaces(trx, routeId, asTold(open, placesOf(services, day, route)));
  return routeId;
}

/** The times that stand already where the new ones are nearly the same: pressing again, a moment later, changes nothing. */
function asTold(open: readonly StopRow[], places: readonly StopPlace[]): readonly StopPlace[] {
  const told = open.map(({ estimatedArrival }) => estimatedArrival?.getTime() ?? Number.NaN);
  const isSame = places.every(
    ({ estimatedArrival }, index) =>
      Math.abs((told[index] as number) - estimatedArrival.getTime()) < sameTimeMs &&
      (index === 0 || (told[index] as number) >= (told[index - 1] as number)),
  );
  return isSame
    ? places.map((place, index) => ({ ...place, estimatedArrival: new Date(told[index] as number) }))
    : places;
}

/** The whole day's ways and what they come to with the work at the stops, and the way through what is ahead. */
function travelOf({ settings }: Timing, { settled, open, legs, total }: PlannedRoute): Travel {
  const stops = [...settled.filter(isVisited), ...open];
  const atStops = stops.reduce((sum, stop) => sum + serviceSeconds(stop, settings.workTimes), 0);
  return {
    estimatedTime: Math.round((total.seconds + atStops) / 60),
    totalDistance: milesOf(total.meters).toFixed(2),
    googleMapsUrl: directionsOf(open.map(({ address }) => address)),
    legs,
  };
}

/** The open stops' places: after what is settled, each when the driver gets there. */
function placesOf({ settings, clock }: Timing, day: string, { settled, open, legs }: PlannedRoute): StopPlace[] {
  const now = clock();
  const ways = new Map(legs.map((leg) => [leg.pickupId, leg.seconds]));
  const services = open.map((stop) => serviceSeconds(stop, settings.workTimes));
  const due = arrivals(
    departure({ day, isUnderWay: lastVisited(settled) !== undefined }, dateKeyOf(now), now, settings.workTimes),
    open.map(({ id }) => ways.get(id) ?? 0),
    services,
  );
  return open.map(({ id, isPinned }, index) => ({
    ...{ id, isPinned, routeOrder: settled.length + index + 1 },
    estimatedArrival: due[index] as Date,
    estimatedDuration: Math.ceil((services[index] ?? 0) / 60),
  }));
}
