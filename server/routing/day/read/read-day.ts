import type { DriverShift } from '../../../../contract/routing/day-board.ts';
import type { Db } from '../../../database/transaction.ts';
import type { Services } from '../../../services.ts';
import { listActiveSites } from '../../disposal/sites.store.ts';
import { listVisits } from '../../disposal/visits.store.ts';
import { readShifts } from '../../shifts/read-shifts.ts';
import { listDriversStops, type StopRow } from '../../stops.store.ts';
import { readTrucks, type Truck } from '../../trucks/read-trucks.ts';
import type { Day, DayStops } from './day.ts';
import { readTravel } from './day-travel.ts';
import { windowsOf } from './stop-windows.ts';

/** Reads the stops of these drivers on a date, in the order of `driverIds`. */
export async function readDayStops(
  db: Db,
  settings: Services['settings'],
  { date, driverIds, pending = [] }: { date: string; driverIds: readonly string[]; pending?: readonly StopRow[] },
): Promise<DayStops> {
  const shifts = await readShifts(db, settings, driverIds, date);
  const trucks = await readTrucks(db, settings, driverIds);
  const sites = await listActiveSites(db);
  const visits = Map.groupBy(await listVisits(db, driverIds, date), ({ driverId }) => driverId);
  const stops = Map.groupBy(await listDriversStops(db, driverIds, date), ({ driverId }) => driverId);
  const drivers = driverIds.map((driverId) => {
    const own = stops.get(driverId) ?? [];
    const emptied = (visits.get(driverId) ?? []).filter(({ emptiedAt }) => emptiedAt !== null);
    return {
      ...{ driverId, date },
      shift: shifts.get(driverId) as DriverShift,
      truck: trucks.get(driverId) as Truck,
      emptied: emptied.toSorted((a, b) => (a.emptiedAt?.getTime() ?? 0) - (b.emptiedAt?.getTime() ?? 0)),
      resolved: own.filter(({ status }) => status !== 'assigned'),
      open: own.filter(({ status }) => status === 'assigned'),
    };
  });
  return { date, sites, drivers, pending };
}

/** The services that complete a day's facts. */
export type DayServices = Pick<Services, 'roads' | 'settings' | 'log' | 'clock'>;

/** Adds to a day's stops what the database doesn't know: travel, service times, and the time now. */
export async function readDay(services: DayServices, stops: DayStops): Promise<Day> {
  return {
    ...{ ...stops, windows: windowsOf(stops), travel: await readTravel(services, stops) },
    ...{ workTimes: services.settings.workTimes, now: services.clock() },
  };
}

/** Returns the part of a day with these of its drivers and stops. */
export function partOf(day: Day, part: Pick<Day, 'drivers' | 'pending'>): Day {
  const stops = { ...day, ...part };
  return { ...stops, windows: windowsOf(stops) };
}
