import { placeOf } from '../../../contract/values/places.ts';
import type { Services } from '../../services.ts';
import type { Leg } from '../store.ts';
import { type TravelCosts, travelCosts } from '../travel/travel-costs.ts';
import type { TravelPlace } from '../travel/travel-rules.ts';
import type { TruckPlace } from '../trucks/read-trucks.ts';
import { type DoneDay, type Past, pastOf } from './day-so-far.ts';
import type { DayStops } from './read-day.ts';

/** The services that computing a route plan needs. */
export type PlanningServices = Pick<Services, 'roads' | 'settings' | 'log' | 'clock'>;

/** Travel times and distances between all places of a day: stops, disposal sites, and where routes start and end. */
export interface DayTravel {
  readonly costs: TravelCosts;
  /** The row of each stop in the matrix, by stop ID. */
  readonly placeOfStop: ReadonlyMap<string, number>;
  /** The row of each disposal site in the matrix, by site ID. */
  readonly placeOfSite: ReadonlyMap<string, number>;
  /** The rows of the start and end of each driver's route, by driver id; null if unknown. */
  readonly endsOf: ReadonlyMap<string, Ends>;
}

interface Ends {
  readonly start: number | null;
  readonly end: number | null;
}

/** The driving time and distance of one or more legs. */
export interface Drive {
  readonly seconds: number;
  readonly meters: number;
}

/** A drive within the city that takes longer means that the coordinates are wrong. */
const wrongCoordinatesSeconds = 2 * 60 * 60;
/** Replaces the time of a drive that long, so that it delays no other stop and no stop is left out because of it. */
const guessedSeconds = 240;

/** Computes the travel times and distances between all places of a day, with or without a road service. */
export async function readTravel(services: PlanningServices, { drivers, pending }: DayStops): Promise<DayTravel> {
  const stops = [...drivers.flatMap(({ resolved, open }) => [...resolved, ...open]), ...pending];
  const sites = new Map<string, Located>(
    drivers.flatMap(({ sites: active, emptied }) => [
      ...active.map((site) => [site.id, site] as const),
      ...emptied.map((visit) => [visit.siteId, visit] as const),
    ]),
  );
  const places = placesOf([...stops, ...sites.values()]);
  const placeOfStop = new Map(stops.map((stop, index) => [stop.id, index]));
  const placeOfSite = new Map([...sites.keys()].map((id, index) => [id, stops.length + index]));
  const known = new Map<string, number>();
  const rowOf = (place: TruckPlace | null) => {
    if (place === null) return null;
    const key = `${place.latitude} ${place.longitude}`;
    const row = known.get(key) ?? places.push(place) - 1;
    known.set(key, row);
    return row;
  };
  const endsOf = new Map(
    drivers.map(({ driverId, truck }) => [driverId, { start: rowOf(truck.start), end: rowOf(truck.end) }]),
  );
  const costs = await travelCosts(services, places);
  // A plain loop, since an iterator is slow for millions of legs.
  for (let at = 0; at < costs.seconds.length; at++) {
    if ((costs.seconds[at] as number) > wrongCoordinatesSeconds) costs.seconds[at] = guessedSeconds;
  }
  return { costs, placeOfStop, placeOfSite, endsOf };
}

type Located = Parameters<typeof placeOf>[0] & { readonly address: string };

/**
 * Returns the coordinates of places. A place without coordinates gets the middle of the others, so that its stops still
 * get a route.
 */
function placesOf(located: readonly Located[]): TravelPlace[] {
  const known = located.map(placeOf);
  const found = known.filter((place) => place !== null);
  const middle = {
    latitude: found.reduce((sum, place) => sum + place.latitude, 0) / Math.max(1, found.length),
    longitude: found.reduce((sum, place) => sum + place.longitude, 0) / Math.max(1, found.length),
    precision: 'area' as const,
  };
  return located.map(({ address }, index) => ({ ...(known[index] ?? middle), address }));
}

export function endsOf(travel: DayTravel, driverId: string): Ends {
  return travel.endsOf.get(driverId) ?? { start: null, end: null };
}

/**
 * Returns the matrix row of the driver's current place: the last site or stop that the driver recorded, else the start
 * of the route. Returns null if neither is known.
 */
export function currentPlace(travel: DayTravel, driver: DoneDay): number | null {
  const last = pastOf(driver).findLast(({ showsPlace }) => showsPlace);
  return last ? rowOfPast(travel, last) : endsOf(travel, driver.driverId).start;
}

/** Returns the legs between the places that a driver has visited. A leg to a disposal site has no pickup ID. */
export function pastLegs(travel: DayTravel, driver: DoneDay): PlannedLeg[] {
  const past = pastOf(driver).filter(({ isVisited }) => isVisited);
  return legsBetween(
    travel,
    endsOf(travel, driver.driverId).start,
    past.map((one) => ({ pickupId: one.stop?.id ?? null, place: rowOfPast(travel, one) })),
  );
}

function rowOfPast({ placeOfStop, placeOfSite }: DayTravel, { stop, visit }: Past): number {
  return (stop ? placeOfStop.get(stop.id) : placeOfSite.get(visit?.siteId ?? '')) as number;
}

/** A leg to a stop, or to a disposal site if `pickupId` is null. */
export type PlannedLeg = Omit<Leg, 'pickupId'> & { readonly pickupId: string | null };

/** Returns the leg to each place from the place before it. Without a `start`, the first place has no leg. */
export function legsBetween(
  travel: DayTravel,
  start: number | null,
  places: readonly { readonly pickupId: string | null; readonly place: number }[],
): PlannedLeg[] {
  const legs: PlannedLeg[] = [];
  let from = start;
  for (const { pickupId, place } of places) {
    if (from !== null) legs.push({ pickupId, ...driveBetween(travel, from, place) });
    from = place;
  }
  return legs;
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
