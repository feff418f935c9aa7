import type { DriverLoad } from '../../../contract/routing/day-board.ts';
import { personName } from '../../../contract/values/person-name.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listBoardDrivers } from '../routing.store.ts';
import { listDayStops, listStopsById, type StopRow } from '../stops.store.ts';
import { readColumns } from './read-columns.ts';

/** More stops than any day has. */
const maxDayStops = 20_000;

export interface MovedLoads {
  stopsBefore: number;
  stopsAfter: number;
  unassignedAfter: number;
  drivers: { name: string; isOff: boolean; before: DriverLoad; after: DriverLoad }[];
}

/**
 * Returns how full a date is now, and how full it would be without the stops in `leaving`, with those in `arriving`,
 * and with `unmade` further stops, which don't exist yet and have no driver. Arriving stops have no place in a route on
 * that date. Those of an inactive driver count as unassigned.
 */
export async function readMovedLoads(
  db: Db,
  services: Pick<Services, 'clock' | 'settings'>,
  {
    date,
    leaving,
    ...coming
  }: { date: string; leaving: ReadonlySet<string>; arriving: readonly string[]; unmade: number },
): Promise<MovedLoads> {
  const now = await listDayStops(db, date, maxDayStops);
  const arriving = await listStopsById(db, coming.arriving);
  const ids = [...now, ...arriving].flatMap(({ driverId }) => driverId ?? []);
  const listed = await listBoardDrivers(db, [...new Set(ids)]);
  const isActive = new Set(listed.filter((driver) => driver.isActive).map(({ id }) => id));
  const arrived = arriving.map((stop): StopRow => {
    const driverId = stop.driverId !== null && isActive.has(stop.driverId) ? stop.driverId : null;
    const status = driverId === null ? 'pending' : 'assigned';
    return { ...stop, driverId, status, scheduledDay: date, routeId: null, routeOrder: null, estimatedArrival: null };
  });
  const later = [...now.filter(({ id }) => !leaving.has(id)), ...arrived];
  const withStops = new Set([...now, ...later].map(({ driverId }) => driverId));
  const drivers = listed.filter(({ id }) => withStops.has(id));
  // Pending stops have no column.
  const columnsWith = (stops: readonly StopRow[]) =>
    readColumns(db, services, { drivers, stops: stops.filter(({ status }) => status !== 'pending'), date });
  const [before, after] = [await columnsWith(now), await columnsWith(later)];
  return {
    stopsBefore: now.length,
    stopsAfter: later.length + coming.unmade,
    unassignedAfter: later.filter(({ status }) => status === 'pending').length + coming.unmade,
    drivers: drivers.flatMap((driver, index) => {
      const [first, second] = [before[index], after[index]];
      return first && second
        ? [{ name: personName(driver), isOff: second.shift.isOff, before: first, after: second }]
        : [];
    }),
  };
}
