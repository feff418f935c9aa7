import type { DriverShift } from '../../../contract/routing/day-board.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listActiveDrivers } from '../routing.store.ts';
import { type Hours, shiftOf, usualHours } from './shift-rules.ts';
import { listExceptions, listShifts } from './shifts.store.ts';

/** Returns each driver's shift on a date, by driver id. */
export async function readShifts(
  db: Db,
  { workTimes, routeHours }: Services['settings'],
  driverIds: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, DriverShift>> {
  const usual = new Map((await listShifts(db, driverIds)).map(({ driverId, ...hours }) => [driverId, hours]));
  const exceptions = new Map((await listExceptions(db, date)).map((exception) => [exception.driverId, exception]));
  const fallback = usualHours(workTimes.startTime, routeHours);
  return new Map(driverIds.map((id) => [id, shiftOf(usual.get(id) ?? fallback, exceptions.get(id))]));
}

/** Returns a driver's usual hours. `isOwn` is false if they come from the settings. */
export async function readUsualShift(
  db: Db,
  { workTimes, routeHours }: Services['settings'],
  driverId: string,
): Promise<Hours & { isOwn: boolean }> {
  const [own] = await listShifts(db, [driverId]);
  const { start, end } = own ?? usualHours(workTimes.startTime, routeHours);
  return { start, end, isOwn: own !== undefined };
}

/** Returns the usual hours of every active driver. */
export async function readAllUsualShifts(db: Db, { workTimes, routeHours }: Services['settings']): Promise<Hours[]> {
  const drivers = await listActiveDrivers(db);
  const ids = drivers.map(({ id }) => id);
  const own = new Map((await listShifts(db, ids)).map((shift) => [shift.driverId, shift]));
  const fallback = usualHours(workTimes.startTime, routeHours);
  return ids.map((id) => own.get(id) ?? fallback);
}
