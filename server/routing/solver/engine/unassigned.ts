import type { UnassignedReason } from '../day-problem.ts';
import { placePinned } from './first-routes.ts';
import type { Routes } from './routes/routes.ts';

/** Returns the stops that fit into no route, with the reason. `routes` must be empty, and are used as a draft. */
export function findHopeless(routes: Routes): Map<number, UnassignedReason> {
  const { data } = routes;
  const reasons = new Map<number, UnassignedReason>();
  for (let stop = 0; stop < data.stops; stop++) {
    const reason = reasonAlone(routes, stop);
    if (reason) reasons.set(stop, reason);
    if (reason) data.position[stop] = -1;
  }
  if (!data.hasPositions) return reasons;
  placePinned(routes);
  for (let stop = 0; stop < data.stops; stop++) {
    if ((data.position[stop] as number) >= 0 && (routes.vehicleOf[stop] as number) < 0) reasons.set(stop, 'pinned');
  }
  return reasons;
}

/** Returns why no vehicle could serve the stop if it were the only one; undefined if one could. */
function reasonAlone(routes: Routes, stop: number): UnassignedReason | undefined {
  const { data } = routes;
  let reason: UnassignedReason = 'too-large';
  for (let vehicle = 0; vehicle < data.vehicles; vehicle++) {
    const pin = data.pin[stop] as number;
    if ((pin >= 0 && pin !== vehicle) || !canCarry(routes, stop, vehicle)) continue;
    if (reason === 'too-large') reason = 'out-of-hours';
    if (!isInTime(routes, stop, vehicle)) continue;
    if (data.sites === 0 || hasOpenSite(routes, stop, vehicle)) return undefined;
    reason = 'sites-closed';
  }
  return reason;
}

function canCarry({ data }: Routes, stop: number, vehicle: number): boolean {
  const load = data.load[stop] as number;
  return (
    load <= (data.capacity[vehicle] as number) &&
    load <= (data.dayLoad[vehicle] as number) &&
    (data.maxStops[vehicle] as number) >= 1
  );
}

function isInTime(routes: Routes, stop: number, vehicle: number): boolean {
  return !routes.data.isTimed || drives(routes, vehicle, [stop]);
}

function hasOpenSite(routes: Routes, stop: number, vehicle: number): boolean {
  const { data } = routes;
  if (!data.isTimed) return true;
  const isFull =
    (data.loadAtStart[vehicle] as number) + (data.load[stop] as number) > (data.capacity[vehicle] as number);
  const sites = Array.from({ length: data.sites }, (_, site) => data.firstSite + site);
  return sites.some((last) => {
    if (!isFull) return drives(routes, vehicle, [stop, last]);
    return sites.some((first) => drives(routes, vehicle, [first, stop, last]));
  });
}

/** Returns true if a vehicle that has nothing else to do can visit these points in time. */
function drives(routes: Routes, vehicle: number, points: readonly number[]): boolean {
  const { data, times } = routes;
  let at = data.startPoint[vehicle] as number;
  times.leave(vehicle, routes.startOf(vehicle));
  for (const point of points) {
    times.go(data.from[at * data.points + point] as number, point);
    at = point;
  }
  const cost = data.from[at * data.points + (data.endPoint[vehicle] as number)] as number;
  return times.arrivesAt(routes.endOf(vehicle), cost);
}
