import { v7 as newId } from 'uuid';
import { instantOf } from '../../contract/dates.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { orderStops } from './rules.ts';
import { lockDriversStops, type RouteRow, saveRoute, setPlace } from './store.ts';

/** When a driver's day starts, in New York, and what a stop takes (SPEC section 9, Estimates). */
const dayStarts = '07:00';
const minutesPerStop = 20;
const milesPerStop = 2.5;
/** As many as an external directions link takes. */
const mostWaypoints = 9;

/**
 * Puts a driver's open stops of a day in order and writes the route and each stop's place and time, in the caller's
 * transaction. Undefined when there is nothing to drive.
 */
export async function planDay(
  services: Pick<Services, 'clock'>,
  trx: Db,
  driverId: string,
  day: string,
): Promise<RouteRow | undefined> {
  const stops = orderStops(await lockDriversStops(trx, driverId, day));
  if (stops.length === 0) return undefined;
  const route = await saveRoute(
    trx,
    {
      id: newId(),
      driverId,
      date: day,
      pickupIds: stops.map((stop) => stop.id),
      estimatedTime: stops.length * minutesPerStop,
      totalDistance: (stops.length * milesPerStop).toFixed(2),
      googleMapsUrl: directionsOf(stops.map((stop) => stop.address)),
    },
    services.clock(),
  );
  const startMs = instantOf(day, dayStarts).getTime();
  for (const [index, stop] of stops.entries()) {
    await setPlace(trx, stop.id, {
      routeId: route.id,
      routeOrder: index + 1,
      estimatedArrival: new Date(startMs + index * minutesPerStop * 60_000),
      estimatedDuration: minutesPerStop,
    });
  }
  return route;
}

/** Directions through the first stops of a route at an external map. */
function directionsOf(addresses: readonly string[]): string {
  const shown = addresses.slice(0, mostWaypoints + 1);
  const query = new URLSearchParams({ api: '1', travelmode: 'driving', destination: shown.at(-1) ?? '' });
  if (shown.length > 1) query.set('waypoints', shown.slice(0, -1).join('|'));
  return `https://www.google.com/maps/dir/?${query}`;
}
