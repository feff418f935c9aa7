import type { AdminPickup } from '../../contract/pickups.ts';
import type { Route, RouteStop } from '../../contract/routing.ts';
import { placeOf } from '../../contract/values/places.ts';
import type { MovablePickup } from '../pickups/moves/open-move.ts';

/** The stops of one driver's day, combined from the pickups and the route, if the day is planned. */

export interface OpenStop {
  readonly id: string;
  readonly number: number;
  readonly address: string;
  readonly customerName: string | null;
  readonly customerUsername: string | null;
  readonly bagCount: number;
  readonly countedBags?: number | null | undefined;
  readonly amount: string;
  readonly serviceType: RouteStop['serviceType'];
  readonly specialInstructions: string | null;
  readonly estimatedArrival: string | null;
  /** The promised window of two hours; null until the day is planned. */
  readonly pickupWindow: string | null;
  readonly isUnpaid: boolean;
  readonly isPinned: boolean;
  readonly isPlanned: boolean;
  readonly place: RouteStop['place'];
  /** The pickup as the move actions need it. */
  readonly pickup: MovablePickup;
}

const isOpen = ({ status }: RouteStop) => status === 'assigned';

/** Returns a planned stop as the move actions need it. */
export function movableStop(stop: RouteStop, { driverId }: Pick<Route, 'driverId'>): MovablePickup {
  return { ...stop, driverId, scheduledDate: stop.scheduledDate ?? null };
}

export function resolvedStopsOf(route: Route | undefined): RouteStop[] {
  return route?.pickups.filter((stop) => !isOpen(stop)) ?? [];
}

/** Returns the open stops in driving order: planned stops first, then stops assigned later. */
export function openStopsOf(pickups: readonly AdminPickup[], route: Route | undefined): OpenStop[] {
  const known = new Map(pickups.map((pickup) => [pickup.id, pickup]));
  const planned = new Set(route?.pickups.map(({ id }) => id));
  const facts = [
    ...(route ? route.pickups.filter(isOpen).map((stop) => ({ stop, route })) : []).map(({ stop, route: planned }) => ({
      ...stop,
      pickup: known.get(stop.id) ?? movableStop(stop, planned),
      customerUsername: known.get(stop.id)?.customerUsername ?? stop.customerName,
      isUnpaid: known.get(stop.id)?.paymentStatus === 'pending',
      pickupWindow: known.get(stop.id)?.pickupWindow ?? null,
      isPlanned: true,
    })),
    ...pickups
      .filter(({ id }) => !planned.has(id))
      .map((pickup) => ({
        ...pickup,
        pickup,
        isUnpaid: pickup.paymentStatus === 'pending',
        isPlanned: false,
        place: placeOf(pickup),
      })),
  ].toSorted(inDrivingOrder);
  // Stops assigned later continue the numbering, even after a resolved stop.
  let last = facts.some(({ routeOrder }) => routeOrder !== null) ? 0 : (route?.pickups.at(-1)?.routeOrder ?? 0);
  return facts.map((stop) => {
    last = stop.routeOrder ?? last + 1;
    return { ...stop, number: last };
  });
}

/** Sorts planned stops by position, then the others in the order they were booked. */
function inDrivingOrder(one: Ordered, other: Ordered): number {
  const byPlace = (one.routeOrder ?? Number.MAX_SAFE_INTEGER) - (other.routeOrder ?? Number.MAX_SAFE_INTEGER);
  return byPlace || (one.id < other.id ? -1 : 1);
}

type Ordered = { readonly id: string; readonly routeOrder: number | null };

/** Returns the server's position for a stop after `openBefore` open stops: from 1, with resolved stops counted. */
export function positionOf(route: Route, pickupId: string, openBefore: number): number {
  const others = route.pickups.filter(({ id }) => id !== pickupId);
  const next = others.filter(isOpen)[openBefore];
  return (next ? others.indexOf(next) : others.length) + 1;
}

/** Returns the route after a move, as the server will return it. Resolved stops stay at the front. */
export function withMoved(route: Route, pickupId: string, openBefore: number, isPinned: boolean): Route {
  const open = route.pickups.filter(isOpen);
  const stop = open.find(({ id }) => id === pickupId);
  if (!stop) return route;
  const order = open.filter((other) => other !== stop).toSpliced(openBefore, 0, { ...stop, isPinned });
  // Arrival times stay with the positions until the server returns new ones.
  const times = open.map(({ estimatedArrival }) => estimatedArrival);
  const resolved = resolvedStopsOf(route);
  const pickups = [
    ...resolved,
    ...order.map((moved, index) => ({ ...moved, estimatedArrival: times[index] ?? null, milesFromPrevious: null })),
  ].map((moved, index) => ({ ...moved, routeOrder: index + 1 }));
  return { ...route, pickups };
}
