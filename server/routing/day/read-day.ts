import type { DriverShift } from '../../../contract/routing/day-board.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listActiveSites, type SiteRow } from '../disposal/sites.store.ts';
import { listVisits, type VisitRow } from '../disposal/visits.store.ts';
import { readShifts } from '../shifts/read-shifts.ts';
import { listDriversStops, type StopRow } from '../stops.store.ts';
import { readTrucks, type Truck } from '../trucks/read-trucks.ts';

/** The stops of one day that a route plan is made from. */
export interface DayStops {
  readonly drivers: readonly DriverDay[];
  /** Stops without a driver, to be assigned to these drivers. */
  readonly pending: readonly StopRow[];
}

/** One driver's stops of a day: those already resolved, and those still open. */
export interface DriverDay {
  readonly driverId: string;
  readonly date: string;
  readonly shift: DriverShift;
  readonly truck: Truck;
  /** The active disposal sites. */
  readonly sites: readonly SiteRow[];
  /** The disposal visits that the driver has made, earliest first. */
  readonly emptied: readonly VisitRow[];
  readonly resolved: readonly StopRow[];
  readonly open: readonly StopRow[];
}

/** Returns each driver's stops of a day, in the order of `driverIds`. */
export async function readDriverDays(
  db: Db,
  settings: Services['settings'],
  driverIds: readonly string[],
  date: string,
): Promise<DriverDay[]> {
  const shifts = await readShifts(db, settings, driverIds, date);
  const trucks = await readTrucks(db, settings, driverIds);
  const sites = await listActiveSites(db);
  const visits = Map.groupBy(await listVisits(db, driverIds, date), ({ driverId }) => driverId);
  const stops = Map.groupBy(await listDriversStops(db, driverIds, date), ({ driverId }) => driverId);
  return driverIds.map((driverId) => {
    const own = stops.get(driverId) ?? [];
    const emptied = (visits.get(driverId) ?? []).filter(({ emptiedAt }) => emptiedAt !== null);
    return {
      ...{ driverId, date, sites },
      shift: shifts.get(driverId) as DriverShift,
      truck: trucks.get(driverId) as Truck,
      emptied: emptied.toSorted((a, b) => (a.emptiedAt?.getTime() ?? 0) - (b.emptiedAt?.getTime() ?? 0)),
      resolved: own.filter(({ status }) => status !== 'assigned'),
      open: own.filter(({ status }) => status === 'assigned'),
    };
  });
}
