import { v7 as newId } from 'uuid';
import { dateKeyOf } from '../../../../contract/values/time/dates.ts';
import type { Db } from '../../../database/transaction.ts';
import { assignStops } from '../../../pickups/stops/assign-stops.ts';
import type { Services } from '../../../services.ts';
import { setEmptiedPlaces, setPlannedVisits } from '../../disposal/planned-visits.store.ts';
import { numberResolved, type StopPlace, setPlaces, setTimes, setWindows } from '../../places.store.ts';
import { type RouteTravel, refreshRoutes, saveRoute, setTravel } from '../../routing.store.ts';
import type { StopRow } from '../../stops.store.ts';
import { directionsOf } from '../../travel/directions-rules.ts';
import { milesOf } from '../../travel/travel-rules.ts';
import { pastOf } from '../plan/day-so-far.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { serviceSeconds } from '../plan/route-rules.ts';
import { mayReplaceWindow, windowAround } from './window-rules.ts';

type Timing = Pick<Services, 'settings' | 'clock'>;

/** Screens show times to the minute. */
const sameTimeMs = 60_000;

/**
 * Writes planned routes: the driver, place and arrival time of each stop, and one route per driver. With
 * `keepsWindows`, stops that stay with their driver keep their windows once the evening's reminder is due, as in a
 * refresh. Runs in the caller's transaction and under its lock of the day.
 */
export async function saveRoutePlans(
  services: Services,
  trx: Db,
  actorId: string,
  plans: readonly RoutePlan[],
  { keepsWindows = false } = {},
): Promise<void> {
  const pairs = plans.flatMap(({ driverId, open }) =>
    open.filter((stop) => stop.driverId !== driverId).map(({ id }) => ({ pickupId: id, driverId })),
  );
  await assignStops(services, trx, actorId, pairs);
  const routeIds: string[] = [];
  for (const plan of plans) routeIds.push(await savePlan(services, trx, plan, keepsWindows));
  await refreshRoutes(trx, routeIds, services.clock());
}

async function savePlan(services: Timing, trx: Db, plan: RoutePlan, keepsWindows: boolean): Promise<string> {
  const { driverId, date, resolved, open } = plan;
  const resolvedIds = resolved.map(({ id }) => id);
  const pickupIds = [...resolvedIds, ...open.map(({ id }) => id)];
  const route = { id: newId(), driverId, date, pickupIds, ...travelOf(plan) };
  const routeId = await saveRoute(trx, route, services.clock());
  await numberResolved(trx, routeId, resolvedIds);
  const places = currentTimesIfClose(open, placesOf(services, plan));
  await setPlaces(trx, routeId, places);
  await saveVisits(services, trx, plan, pickupIds);
  await saveWindows(services, trx, plan, places, keepsWindows);
  return routeId;
}

/** Returns the current times if all new ones are within a minute, so that planning again soon changes nothing. */
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
 * Writes a route whose order stays: its legs, miles, minutes and directions link, and the arrival times at its open
 * stops unless its date has passed. Returns true if the miles have changed. Runs in the caller's transaction and under
 * its lock of the day.
 */
export async function saveTravel(services: Timing, trx: Db, plan: RoutePlan): Promise<boolean> {
  const now = services.clock();
  if (plan.date >= dateKeyOf(now)) {
    const places = placesOf(services, plan);
    await setTimes(trx, places);
    await saveVisits(services, trx, plan, inRouteOrder([...plan.resolved, ...plan.open]));
    await saveWindows(services, trx, plan, places, true);
  }
  return await setTravel(trx, plan, travelOf(plan), now);
}

/**
 * Writes the windows that change. With `keepsWindows`, the windows of stops that stay with their driver stay once
 * customers rely on them.
 */
async function saveWindows(
  { clock }: Timing,
  trx: Db,
  { driverId, date, shift, open }: RoutePlan,
  places: readonly StopPlace[],
  keepsWindows: boolean,
): Promise<void> {
  const isFixed = keepsWindows && !mayReplaceWindow(date, clock());
  const changed = open.flatMap((stop, index) => {
    const pickupWindow = windowAround(places[index]?.estimatedArrival as Date, shift.start);
    const isKept = isFixed && stop.driverId === driverId && stop.pickupWindow !== null;
    return isKept || stop.pickupWindow === pickupWindow ? [] : [{ id: stop.id, pickupWindow }];
  });
  await setWindows(trx, changed);
}

/** Returns miles, minutes and legs of the whole day, and a directions link through the stops and visits ahead. */
function travelOf({ open, visits, legs, total, totalSeconds, truck }: RoutePlan): RouteTravel {
  const ahead = [...open.keys(), open.length].flatMap((gap) => [
    ...visits.filter(({ afterOpen }) => afterOpen === gap).map(({ site }) => site.address),
    ...open.slice(gap, gap + 1).map(({ address }) => address),
  ]);
  return {
    estimatedTime: Math.round(totalSeconds / 60),
    totalDistance: milesOf(total.meters).toFixed(2),
    googleMapsUrl: directionsOf(ahead),
    startLocation: truck.start?.text ?? null,
    endLocation: truck.end?.text ?? null,
    legs,
  };
}

/** Returns the open stops' places, numbered after the resolved stops, with the arrival at each. */
function placesOf({ settings }: Timing, { resolved, open, arrivals }: RoutePlan): StopPlace[] {
  return open.map((stop, index) => ({
    ...{ id: stop.id, isPinned: stop.isPinned, routeOrder: resolved.length + index + 1 },
    estimatedArrival: arrivals[index] as Date,
    estimatedDuration: Math.ceil(serviceSeconds(stop, settings.workTimes) / 60),
  }));
}

/** Writes the planned visits, and the places of the visits already made, within this order of all stops. */
async function saveVisits({ clock }: Timing, trx: Db, plan: RoutePlan, order: readonly string[]): Promise<void> {
  const { driverId, date, open, visits, emptied } = plan;
  const rankOf = new Map(order.map((id, index) => [id, index]));
  const planned = visits.map(({ site, afterOpen, bags, begins, leg }) => {
    const next = open[afterOpen];
    const afterStops = next ? (rankOf.get(next.id) ?? 0) : order.length;
    return {
      ...{ siteId: site.id, afterStops, bags, estimatedArrival: begins },
      ...{ legSeconds: leg?.seconds ?? null, legMeters: leg?.meters ?? null },
    };
  });
  await setPlannedVisits(trx, { driverId, date }, planned, clock());
  if (emptied.length === 0) return;
  let afterStops = 0;
  const places: { id: string; afterStops: number }[] = [];
  for (const { stop, visit } of pastOf(plan)) {
    if (stop) afterStops = Math.max(afterStops, (rankOf.get(stop.id) ?? 0) + 1);
    if (visit) places.push({ id: visit.id, afterStops });
  }
  await setEmptiedPlaces(trx, places);
}

/** Returns the IDs of stops in route order. */
function inRouteOrder(stops: readonly StopRow[]): string[] {
  const byPlace = (a: StopRow, b: StopRow) => (a.routeOrder ?? 0) - (b.routeOrder ?? 0) || (a.id < b.id ? -1 : 1);
  return stops.toSorted(byPlace).map(({ id }) => id);
}
