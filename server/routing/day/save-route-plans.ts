import { v7 as newId } from 'uuid';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { assignStops } from '../../pickups/stops/assign-stops.ts';
import type { Services } from '../../services.ts';
import { numberResolved, type StopPlace, setPlaces, setTimes, setWindows } from '../places.store.ts';
import type { StopRow } from '../stops.store.ts';
import { type RouteTravel, refreshRoutes, saveRoute, setTravel } from '../store.ts';
import { directionsOf } from '../travel/directions-rules.ts';
import { milesOf } from '../travel/travel-rules.ts';
import type { RoutePlan } from './route-plan.ts';
import { arrivals, departure, isVisited, lastVisited, serviceSeconds } from './route-rules.ts';
import { mayReplaceWindow, windowAround } from './window-rules.ts';

type Timing = Pick<Services, 'settings' | 'clock'>;

/** Screens show times to the minute. */
const sameTimeMs = 60_000;

/**
 * Writes planned routes: who takes each stop, its place and arrival time, and one route per driver. With `keepsWindows`, stops
 * that stay with their driver keep the windows that they have on the day itself, as in a refresh. Runs in the caller's
 * transaction and under its lock of the day.
 */
export async function saveRoutePlans(
  services: Services,
  trx: Db,
  actorId: string,
  day: string,
  plans: readonly RoutePlan[],
  { keepsWindows = false } = {},
): Promise<void> {
  const pairs = plans.flatMap(({ driverId, open }) =>
    open.filter((stop) => stop.driverId !== driverId).map(({ id }) => ({ pickupId: id, driverId })),
  );
  await assignStops(services, trx, actorId, pairs);
  const routeIds: string[] = [];
  for (const plan of plans) routeIds.push(await savePlan(services, trx, day, plan, keepsWindows));
  await refreshRoutes(trx, routeIds, services.clock());
}

async function savePlan(
  services: Timing,
  trx: Db,
  day: string,
  plan: RoutePlan,
  keepsWindows: boolean,
): Promise<string> {
  const { driverId, resolved, open } = plan;
  const resolvedIds = resolved.map(({ id }) => id);
  const pickupIds = [...resolvedIds, ...open.map(({ id }) => id)];
  const route = { id: newId(), driverId, date: day, pickupIds, ...travelOf(services, plan) };
  const routeId = await saveRoute(trx, route, services.clock());
  await numberResolved(trx, routeId, resolvedIds);
  const places = currentTimesIfClose(open, placesOf(services, day, plan));
  await setPlaces(trx, routeId, places);
  const kept = keepsWindows ? keptWindows(services, day, plan) : new Set<string>();
  await setWindows(
    trx,
    windowsOf(plan, places).filter(({ id }) => !kept.has(id)),
  );
  return routeId;
}

/** Returns the current times if all new ones are within a minute, so that planning again a moment later changes nothing. */
function currentTimesIfClose(open: readonly StopRow[], places: readonly StopPlace[]): readonly StopPlace[] {
  const current = open.map(({ estimatedArrival }) => estimatedArrival?.getTime() ?? Number.NaN);
  const isSame = places.every(
    ({ estimatedArrival }, index) =>
      Math.abs((current[index] as number) - estimatedArrival.getTime()) < sameTimeMs &&
      (index === 0 || (current[index] as number) >= (current[index - 1] as number)),
  );
  return isSame
    ? places.map((place, index) => ({ ...place, estimatedArrival: new Date(current[index] as number) }))
    : places;
}

/**
 * Writes a route whose order stays: its legs, miles, minutes and directions link, and the arrival times at its open stops unless
 * its date has passed. Returns whether the miles have changed. Runs in the caller's transaction and under its lock of the day.
 */
export async function saveTravel(services: Timing, trx: Db, day: string, plan: RoutePlan): Promise<boolean> {
  const now = services.clock();
  const today = dateKeyOf(now);
  if (day >= today) {
    const places = placesOf(services, day, plan);
    await setTimes(trx, places);
    const kept = keptWindows(services, day, plan);
    await setWindows(
      trx,
      windowsOf(plan, places).filter(({ id }) => !kept.has(id)),
    );
  }
  return await setTravel(trx, { driverId: plan.driverId, date: day }, travelOf(services, plan), now);
}

/** The driver's own stops whose window stays: the customer goes by it. */
function keptWindows({ clock }: Timing, day: string, { driverId, open }: RoutePlan): ReadonlySet<string> {
  if (mayReplaceWindow(day, clock())) return new Set();
  return new Set(open.filter((stop) => stop.driverId === driverId && stop.pickupWindow !== null).map(({ id }) => id));
}

/** The promised window of each stop that has another one now. */
function windowsOf({ shift, open }: RoutePlan, places: readonly StopPlace[]): { id: string; pickupWindow: string }[] {
  const current = new Map(open.map(({ id, pickupWindow }) => [id, pickupWindow]));
  return places
    .map(({ id, estimatedArrival }) => ({ id, pickupWindow: windowAround(estimatedArrival, shift.start) }))
    .filter(({ id, pickupWindow }) => current.get(id) !== pickupWindow);
}

/** Miles, minutes and legs of the whole day, and a directions link through the open stops. */
function travelOf({ settings }: Timing, { resolved, open, legs, total }: RoutePlan): RouteTravel {
  const stops = [...resolved.filter(isVisited), ...open];
  const atStops = stops.reduce((sum, stop) => sum + serviceSeconds(stop, settings.workTimes), 0);
  return {
    estimatedTime: Math.round((total.seconds + atStops) / 60),
    totalDistance: milesOf(total.meters).toFixed(2),
    googleMapsUrl: directionsOf(open.map(({ address }) => address)),
    legs,
  };
}

/** The open stops' places, after the resolved ones, with the driver's arrival at each. */
function placesOf({ settings, clock }: Timing, day: string, { shift, resolved, open, legs }: RoutePlan): StopPlace[] {
  const now = clock();
  const drives = new Map(legs.map((leg) => [leg.pickupId, leg.seconds]));
  const services = open.map((stop) => serviceSeconds(stop, settings.workTimes));
  const due = arrivals(
    departure({ day, isUnderWay: lastVisited(resolved) !== undefined }, dateKeyOf(now), now, {
      startTime: shift.start,
    }),
    open.map(({ id }) => drives.get(id) ?? 0),
    services,
  );
  return open.map(({ id, isPinned }, index) => ({
    ...{ id, isPinned, routeOrder: resolved.length + index + 1 },
    estimatedArrival: due[index] as Date,
    estimatedDuration: Math.ceil((services[index] ?? 0) / 60),
  }));
}
