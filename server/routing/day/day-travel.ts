import { placeOf } from '../../../contract/values/places.ts';
import type { Services } from '../../services.ts';
import type { StopRow } from '../stops.store.ts';
import type { Leg } from '../store.ts';
import { type TravelCosts, travelCosts } from '../travel/travel-costs.ts';
import type { TravelPlace } from '../travel/travel-rules.ts';
import type { DayStops } from './read-day.ts';
import { lastVisited } from './route-rules.ts';

/** The services that computing a route plan needs. */
export type PlanningServices = Pick<Services, 'roads' | 'settings' | 'log'>;

/** Travel times and distances between all places of a day: its stops, and where routes start and end. */
export interface DayTravel {
  readonly costs: TravelCosts;
  /** The row of each stop in the matrix, by stop id. */
  readonly placeOfStop: ReadonlyMap<string, number>;
  /** The rows of the configured start and end of every route; null where none is configured. */
  readonly start: number | null;
  readonly end: number | null;
}

/** The driving time and distance of one or more legs. */
export interface Drive {
  readonly seconds: number;
  readonly meters: number;
}

/** Computes the travel times and distances between all stops of a day, with or without a road service. */
export async function readTravel(services: PlanningServices, { drivers, pending }: DayStops): Promise<DayTravel> {
  const stops = [...drivers.flatMap(({ resolved, open }) => [...resolved, ...open]), ...pending];
  const places = placesOf(stops);
  const placeOfStop = new Map(stops.map((stop, index) => [stop.id, index]));
  const { routeStart, routeEnd } = services.settings;
  const start = routeStart ? places.push(routeStart) - 1 : null;
  const end = routeEnd ? places.push(routeEnd) - 1 : null;
  return { costs: await travelCosts(services, places), placeOfStop, start, end };
}

/** A stop whose address has no coordinates counts as being in the middle of the others, so it still gets a route. */
function placesOf(stops: readonly StopRow[]): TravelPlace[] {
  const known = stops.map(placeOf);
  const found = known.filter((place) => place !== null);
  const middle = {
    latitude: found.reduce((sum, place) => sum + place.latitude, 0) / Math.max(1, found.length),
    longitude: found.reduce((sum, place) => sum + place.longitude, 0) / Math.max(1, found.length),
    precision: 'area' as const,
  };
  return stops.map(({ address }, index) => ({ ...(known[index] ?? middle), address }));
}

/** Where the driver is: at the stop resolved last, else at the configured start; null if neither is known. */
export function currentPlace({ placeOfStop, start }: DayTravel, resolved: readonly StopRow[]): number | null {
  const last = lastVisited(resolved);
  return last ? (placeOfStop.get(last.id) as number) : start;
}

/** The leg to each stop from the one before it. Without a `start` the first stop has no leg. */
export function legsTo(travel: DayTravel, start: number | null, stops: readonly StopRow[]): Leg[] {
  const legs: Leg[] = [];
  let from = start;
  for (const { id } of stops) {
    const to = travel.placeOfStop.get(id) as number;
    if (from !== null) legs.push({ pickupId: id, ...driveBetween(travel, from, to) });
    from = to;
  }
  return legs;
}

/** The drive from the driver's current place through the open stops to the end of the route. */
export function driveThrough(travel: DayTravel, resolved: readonly StopRow[], open: readonly StopRow[]): Drive {
  const stops = open.map(({ id }) => travel.placeOfStop.get(id) as number);
  const places = [currentPlace(travel, resolved), ...stops, travel.end].filter((place) => place !== null);
  return sumOfDrives(places.slice(1).map((to, index) => driveBetween(travel, places[index] as number, to)));
}

export function driveBetween({ costs }: DayTravel, from: number, to: number): Drive {
  const at = from * costs.size + to;
  return { seconds: costs.seconds[at] ?? 0, meters: costs.meters[at] ?? 0 };
}

export function sumOfDrives(drives: readonly Drive[]): Drive {
  return drives.reduce((sum, drive) => ({ seconds: sum.seconds + drive.seconds, meters: sum.meters + drive.meters }), {
    seconds: 0,
    meters: 0,
  });
}
