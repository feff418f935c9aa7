import type { AdminPickup } from '../../../contract/pickups.ts';

type Stop = Pick<AdminPickup, 'driverId' | 'status'>;

/** The number of open stops per driver id. */
export function loadsOf(stops: readonly Stop[]): ReadonlyMap<string, number> {
  const loads = new Map<string, number>();
  for (const { driverId, status } of stops) {
    if (driverId && status === 'assigned') loads.set(driverId, (loads.get(driverId) ?? 0) + 1);
  }
  return loads;
}

/** Sorts drivers by load, ascending. The sort is stable; without loads the order is unchanged. */
export function leastLoadedFirst<Driver extends { id: string }>(
  drivers: readonly Driver[],
  loads: ReadonlyMap<string, number> | undefined,
): Driver[] {
  return drivers.toSorted((one, other) => (loads?.get(one.id) ?? 0) - (loads?.get(other.id) ?? 0));
}
