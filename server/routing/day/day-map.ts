import { placeOf } from '../../../contract/values/places.ts';
import type { Services } from '../../services.ts';
import type { StopRow } from '../stops.store.ts';
import type { Leg } from '../store.ts';
import { type TravelCosts, travelCosts } from '../travel/travel-costs.ts';
import type { TravelPlace } from '../travel/travel-rules.ts';
import { lastVisited } from './plan-rules.ts';

/** What a driver has on the day: stops settled already, and stops still to be done. */
export interface DriverDay {
  readonly driverId: string;
  readonly settled: readonly StopRow[];
  readonly open: readonly StopRow[];
}

export interface Way {
  readonly seconds: number;
  readonly meters: number;
}

export type Planning = Pick<Services, 'roads' | 'settings' | 'log'>;

/** Where the stops of a day are, and what the ways between them cost. */
export interface DayMap {
  readonly costs: TravelCosts;
  /** The place of each stop in the matrix, by its id. */
  readonly placeOfStop: ReadonlyMap<string, number>;
  readonly start: number | null;
  readonly end: number | null;
}

export async function drawMap(
  services: Planning,
  drivers: readonly DriverDay[],
  pending: readonly StopRow[],
): Promise<DayMap> {
  const stops = [...drivers.flatMap(({ settled, open }) => [...settled, ...open]), ...pending];
  const places = findPlaces(stops);
  const placeOfStop = new Map(stops.map((stop, index) => [stop.id, index]));
  const { routeStart, routeEnd } = services.settings;
  const start = routeStart ? places.push(routeStart) - 1 : null;
  const end = routeEnd ? places.push(routeEnd) - 1 : null;
  return { costs: await travelCosts(services, places), placeOfStop, start, end };
}

/** Where the stops are. One that nobody could find stands in the middle of the others: it is driven to all the same. */
function findPlaces(stops: readonly StopRow[]): TravelPlace[] {
  const known = stops.map(placeOf);
  const found = known.filter((place) => place !== null);
  const middle = {
    latitude: found.reduce((sum, place) => sum + place.latitude, 0) / Math.max(1, found.length),
    longitude: found.reduce((sum, place) => sum + place.longitude, 0) / Math.max(1, found.length),
    precision: 'area' as const,
  };
  return stops.map(({ address }, index) => ({ ...(known[index] ?? middle), address }));
}

/** A driver goes on from the stop that the driver settled last; in the morning, from the yard where there is one. */
export function whereNow({ placeOfStop, start }: DayMap, settled: readonly StopRow[]): number | null {
  const last = lastVisited(settled);
  return last ? (placeOfStop.get(last.id) as number) : start;
}

/** The way to each of these stops, one after the other; none to the first where nobody knows from where. */
export function legsOf(map: DayMap, start: number | null, stops: readonly StopRow[]): Leg[] {
  const legs: Leg[] = [];
  let from = start;
  for (const { id } of stops) {
    const to = map.placeOfStop.get(id) as number;
    if (from !== null) legs.push({ pickupId: id, ...wayBetween(map, from, to) });
    from = to;
  }
  return legs;
}

/** The way through stops still to be done, from where the driver is to where the day ends. */
export function wayThrough(map: DayMap, settled: readonly StopRow[], open: readonly StopRow[]): Way {
  const stops = open.map(({ id }) => map.placeOfStop.get(id) as number);
  const places = [whereNow(map, settled), ...stops, map.end].filter((at) => at !== null);
  return sumOfWays(places.slice(1).map((to, index) => wayBetween(map, places[index] as number, to)));
}

export function sumOfWays(ways: readonly Way[]): Way {
  return ways.reduce((sum, way) => ({ seconds: sum.seconds + way.seconds, meters: sum.meters + way.meters }), {
    seconds: 0,
    meters: 0,
  });
}

export function wayBetween({ costs }: DayMap, from: number, to: number): Way {
  const at = from * costs.size + to;
  return { seconds: costs.seconds[at] ?? 0, meters: costs.meters[at] ?? 0 };
}
