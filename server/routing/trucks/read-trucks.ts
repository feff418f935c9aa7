import { coordinatesText, placeOf } from '../../../contract/values/places.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listTrucks } from './trucks.store.ts';

/** A driver's truck as routes use it. */
export interface Truck {
  readonly capacityBags: number;
  /** Where the day starts; null if neither the truck nor the settings define it. */
  readonly start: TruckPlace | null;
  /** Where the day ends; null if neither the truck nor the settings define it. */
  readonly end: TruckPlace | null;
  /** A pause that must begin between `from` and `until` (HH:MM, New York). */
  readonly pause: { readonly minutes: number; readonly from: string; readonly until: string } | null;
}

export interface TruckPlace {
  readonly latitude: number;
  readonly longitude: number;
  /** The address, or the coordinates of a place from the settings. */
  readonly text: string;
}

/** Returns each driver's truck, by driver id. Values that a truck doesn't have come from the settings. */
export async function readTrucks(
  db: Db,
  { truckBags, routeStart, routeEnd }: Services['settings'],
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, Truck>> {
  const own = new Map((await listTrucks(db, driverIds)).map((row) => [row.driverId, row]));
  return new Map(
    driverIds.map((driverId) => {
      const row = own.get(driverId);
      const { pauseMinutes = null, pauseFrom = null, pauseUntil = null } = row ?? {};
      const pause =
        pauseMinutes === null || pauseFrom === null || pauseUntil === null
          ? null
          : { minutes: pauseMinutes, from: pauseFrom, until: pauseUntil };
      return [
        driverId,
        {
          capacityBags: row?.capacityBags ?? truckBags,
          start: ownPlace(row?.startAddress, row?.startCoordinates) ?? placeOfSettings(routeStart),
          end: ownPlace(row?.endAddress, row?.endCoordinates) ?? placeOfSettings(routeEnd),
          pause,
        },
      ];
    }),
  );
}

function ownPlace(address: string | null = null, coordinates: string | null = null): TruckPlace | null {
  const place = placeOf({ coordinates, coordinatesPrecision: null });
  return place && { ...place, text: address ?? coordinatesText(place) };
}

function placeOfSettings(place: Services['settings']['routeStart']): TruckPlace | null {
  return place ? { ...place, text: coordinatesText(place) } : null;
}
