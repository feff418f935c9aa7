import type { AdminPickup } from '../../../contract/pickups.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { routeColor } from '../map/colors.ts';
import type { DayRoute, MapStop } from '../map/map-stops.ts';
import type { DriverRoute } from './route-days.ts';

/** The drivers' routes of a day as the map draws them. Stops without a driver are no route: see `mapStopsOf`. */
export function mapRoutesOf(groups: readonly DriverRoute[]): DayRoute[] {
  return groups.map(({ key, driver, open, resolved }, index) => ({
    id: key,
    name: driver ?? 'Unassigned',
    color: routeColor(index),
    stops: [
      ...resolved.map(({ id, routeOrder, place, address, customerName, status }, at) => ({
        ...{ id, number: routeOrder ?? at + 1, place, address, name: customerName ?? 'Unknown' },
        status: status === 'completed' ? ('done' as const) : ('missed' as const),
      })),
      ...open.map(({ id, number, place, address, customer }) => ({
        ...{ id, number, place, address, name: customer ?? 'Unknown' },
        status: 'open' as const,
      })),
    ],
  }));
}

/** Pending pickups as stops of no route. */
export function mapStopsOf(pickups: readonly AdminPickup[]): MapStop[] {
  return pickups.map((pickup) => ({
    ...{ id: pickup.id, number: null, place: placeOf(pickup), status: 'open' },
    ...{ name: pickup.customerUsername ?? 'Unknown', address: pickup.address },
  }));
}
