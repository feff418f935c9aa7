import type { DriverShift } from '../../../contract/routing/day-board.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { readShifts } from '../shifts/read-shifts.ts';
import { listDriversStops, type StopRow } from '../stops.store.ts';

/** The stops of one day that a route plan is made from. */
export interface DayStops {
  readonly drivers: readonly DriverDay[];
  /** Stops without a driver; each is assigned to one of the drivers. */
  readonly pending: readonly StopRow[];
}

/** One driver's stops of a day: those already resolved, and those still open. */
export interface DriverDay {
  readonly driverId: string;
  readonly shift: DriverShift;
  readonly resolved: readonly StopRow[];
  readonly open: readonly StopRow[];
}

/** Returns each driver's stops of a day, in the order of `driverIds`. */
export async function readDriverDays(
  db: Db,
  settings: Services['settings'],
  driverIds: readonly string[],
  day: string,
): Promise<DriverDay[]> {
  const shifts = await readShifts(db, settings, driverIds, day);
  const stops = Map.groupBy(await listDriversStops(db, driverIds, day), ({ driverId }) => driverId);
  return driverIds.map((driverId) => {
    const own = stops.get(driverId) ?? [];
    return {
      driverId,
      shift: shifts.get(driverId) as DriverShift,
      resolved: own.filter(({ status }) => status !== 'assigned'),
      open: own.filter(({ status }) => status === 'assigned'),
    };
  });
}
