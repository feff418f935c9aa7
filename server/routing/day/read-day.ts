import type { Db } from '../../database/transaction.ts';
import { listDriversStops } from '../stops.store.ts';
import type { DriverDay } from './day-map.ts';

/** What each of these drivers has on a day, in the order given. */
export async function readDriverDays(db: Db, driverIds: readonly string[], day: string): Promise<DriverDay[]> {
  const stops = Map.groupBy(await listDriversStops(db, driverIds, day), ({ driverId }) => driverId);
  return driverIds.map((driverId) => {
    const own = stops.get(driverId) ?? [];
    return {
      driverId,
      settled: own.filter(({ status }) => status !== 'assigned'),
      open: own.filter(({ status }) => status === 'assigned'),
    };
  });
}
