import type { AdminPickup } from '../../contract/pickups.ts';
import type { Route, RouteStop } from '../../contract/routing.ts';
import { placeOf } from '../../contract/values/places.ts';

/** The stops of one driver's day, from the two lists that tell of them: the pickups, and the plan where there is one. */

/** A stop that is still to be done. */
export interface OpenStop {
  readonly id: string;
  /** As the driver sees it, so that both mean the same stop. */
  readonly number: number;
  readonly address: string;
  readonly customer: string | null;
  readonly bagCount: number;
  readonly amount: string;
  readonly serviceType: RouteStop['serviceType'];
  readonly specialInstructions: string | null;
  readonly estimatedArrival: string | null;
  readonly isUnpaid: boolean;
  readonly isPinned: boolean;
  /** Whether the plan has a place for it. */
  readonly isPlanned: boolean;
  readonly place: RouteStop['place'];
}

const isOpen = ({ status }: RouteStop) => status === 'assigned';

/** What is behind the driver, done or not, in the order of the plan. */
export function resolvedStopsOf(route: Route | undefined): RouteStop[] {
  return route?.pickups.filter((stop) => !isOpen(stop)) ?? [];
}

/** What is still to be done, in the order of the drive: planned stops first, then those that came later. */
export function openStopsOf(pickups: readonly AdminPickup[], route: Route | undefined): OpenStop[] {
  const known = new Map(pickups.map((pickup) => [pickup.id, pickup]));
  const planned = new Set(route?.pickups.map(({ id }) => id));
  const facts = [
    ...(route?.pickups.filter(isOpen) ?? []).map((stop) => ({
      ...stop,
      customer: stop.customerName,
      isUnpaid: known.get(stop.id)?.paymentStatus === 'pending',
      isPlanned: true,
    })),
    ...pickups
      .filter(({ id }) => !planned.has(id))
      .map((pickup) => ({
        ...pickup,
        customer: pickup.customerUsername,
        isUnpaid: pickup.paymentStatus === 'pending',
        isPlanned: false,
        place: placeOf(pickup),
      })),
  ].toSorted(inDrivingOrder);
  // A stop that came later is numbered on from the last one, though that may be done.
  let last = facts.some(({ routeOrder }) => routeOrder !== null) ? 0 : (route?.pickups.at(-1)?.routeOrder ?? 0);
  return facts.map((stop) => {
    last = stop.routeOrder ?? last + 1;
    return { ...stop, number: last };
  });
}

/** Planned stops by their place, then the others in the order they were booked. */
function inDrivingOrder(one: Ordered, other: Ordered): number {
  const byPlace = (one.routeOrder ?? Number.MAX_SAFE_INTEGER) - (other.routeOrder ?? Number.MAX_SAFE_INTEGER);
  return byPlace || (one.id < other.id ? -1 : 1);
}

type Ordered = { readonly id: string; readonly routeOrder: number | null };

/** A place in a route, as the server counts it, for a stop that is to come after `openBefore` others still to be done. */
export function positionOf(route: Route, pickupId: string, openBefore: number): number {
  const others = route.pickups.filter(({ id }) => id !== pickupId);
  const next = others.filter(isOpen)[openBefore];
  return (next ? others.indexOf(next) : others.length) + 1;
}

/** The route with a stop at another place, as it will be once the server has agreed: what is behind stays in front. */
export function withMoved(route: Route, pickupId: string, openBefore: number, isPinned: boolean): Route {
  const open = route.pickups.filter(isOpen);
  const stop = open.find(({ id }) => id === pickupId);
  if (!stop) return route;
  const order = open.filter((other) => other !== stop).toSpliced(openBefore, 0, { ...stop, isPinned });
  // The time belongs to the place until the server has worked out the new ones.
  const times = open.map(({ estimatedArrival }) => estimatedArrival);
  const resolved = resolvedStopsOf(route);
  const pickups = [
    ...resolved,
    ...order.map((moved, index) => ({ ...moved, estimatedArrival: times[index] ?? null, milesFromPrevious: null })),
  ].map((moved, index) => ({ ...moved, routeOrder: index + 1 }));
  return { ...route, pickups };
}
