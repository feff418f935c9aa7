import { placeOf } from '../../../../contract/values/places.ts';
import type { Services } from '../../../services.ts';
import { travelCosts } from '../../travel/travel-costs.ts';
import type { TravelPlace } from '../../travel/travel-rules.ts';
import type { TruckPlace } from '../../trucks/read-trucks.ts';
import type { DayStops, DayTravel } from './day.ts';

/** A drive within the city that takes longer means that the coordinates are wrong. */
const wrongCoordinatesSeconds = 2 * 60 * 60;
/** Replaces the time of a drive that long, so that it delays no other stop and no stop is left out because of it. */
const guessedSeconds = 240;

/** Computes the travel times and distances between all places of a day, with or without a road service. */
export async function readTravel(
  services: Pick<Services, 'roads' | 'settings' | 'log'>,
  { sites, drivers, pending }: DayStops,
): Promise<DayTravel> {
  const stops = [...drivers.flatMap(({ resolved, open }) => [...resolved, ...open]), ...pending];
  const visited = drivers.flatMap(({ emptied }) => emptied.map((visit) => [visit.siteId, visit] as const));
  // Without drivers there is nothing to plan, so the road service isn't asked about the sites.
  const active = drivers.length > 0 ? sites.map((site) => [site.id, site] as const) : [];
  const located = new Map<string, Located>([...active, ...visited]);
  const places = placesOf([...stops, ...located.values()]);
  const placeOfStop = new Map(stops.map((stop, index) => [stop.id, index]));
  const placeOfSite = new Map([...located.keys()].map((id, index) => [id, stops.length + index]));
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
