import type { Routes } from './routes/routes.ts';
import type { Tour } from './savings.ts';

/** Puts the stops with required positions into their routes before all others, in the order of the positions. */
export function placePinned(routes: Routes): void {
  const { position, pin, stops } = routes.data;
  const pinned = Array.from({ length: stops }, (_, stop) => stop).filter((stop) => (position[stop] as number) >= 0);
  pinned.sort((a, b) => (position[a] as number) - (position[b] as number));
  const lastOf = new Map<number, number>();
  for (const stop of pinned) {
    const vehicle = pin[stop] as number;
    const behind = lastOf.get(vehicle) ?? routes.startOf(vehicle);
    if (appendPinned(routes, stop, vehicle, behind)) lastOf.set(vehicle, stop);
  }
}

/**
 * Appends a pinned stop to a route, with visits to sites if it needs them. Returns false, and leaves the stop out, if
 * the vehicle can't serve it there.
 */
function appendPinned(routes: Routes, stop: number, vehicle: number, behind: number): boolean {
  const { data } = routes;
  if ((data.load[stop] as number) > (routes.room[vehicle] as number)) return false;
  const load = (routes.loadBehind[behind] as number) + (data.load[stop] as number);
  if (data.sites === 0 || load <= (data.capacity[vehicle] as number)) return appendAt(routes, stop, vehicle, behind);
  return tryVisits(routes, vehicle, behind, (visit) => appendAt(routes, stop, vehicle, visit));
}

function appendAt(routes: Routes, stop: number, vehicle: number, behind: number): boolean {
  const needsVisit = routes.data.sites > 0 && routes.next[behind] === routes.endOf(vehicle);
  routes.insert(stop, vehicle, behind);
  const fits = needsVisit ? tryVisits(routes, vehicle, stop, () => routes.refresh(vehicle)) : routes.refresh(vehicle);
  if (fits) return true;
  routes.remove(stop);
  routes.refresh(vehicle);
  return false;
}

/**
 * Inserts a visit after a node, to the first site with which `succeeds` returns true. Returns false, without a visit,
 * if there is no such site.
 */
function tryVisits(routes: Routes, vehicle: number, behind: number, succeeds: (visit: number) => boolean): boolean {
  for (let site = 0; site < routes.data.sites; site++) {
    const visit = routes.insertVisit(site, vehicle, behind);
    if (succeeds(visit)) return true;
    routes.removeVisit(visit);
  }
  routes.refresh(vehicle);
  return false;
}

/** Loads savings tours. `numberOf` maps the stops of the tours to their numbers in the routes. */
export function startWithTours(routes: Routes, tours: readonly Tour[], numberOf: Int32Array): void {
  for (const tour of tours) {
    let behind = routes.startOf(tour.vehicle);
    for (const stop of tour.stops) {
      const number = numberOf[stop] as number;
      routes.insert(number, tour.vehicle, behind);
      behind = number;
    }
    routes.refresh(tour.vehicle);
  }
}
