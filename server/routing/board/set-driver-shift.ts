import type { DriverShift } from '../../../contract/routing/day-board.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findDriver } from '../routing.store.ts';
import { readShifts } from '../shifts/read-shifts.ts';
import { type Hours, hoursText } from '../shifts/shift-rules.ts';
import { deleteException, saveShift } from '../shifts/shifts.store.ts';
import { refreshDays } from './refresh-days.ts';

/**
 * Sets a driver's usual hours. Planned routes stay as they are. Throws 400 (the end is not after the start), 404 (no
 * such driver).
 */
export async function setDriverShift(
  services: Services,
  actorId: string,
  driverId: string,
  hours: Hours,
): Promise<DriverShift> {
  requireOrder(hours);
  await requireDriver(services.db, driverId);
  const today = dateKeyOf(services.clock());
  return await inTransaction(services.db, async (trx) => {
    const before = await readShift(services, trx, driverId, today);
    await saveShift(trx, driverId, hours);
    const after = { ...hours, isOff: false, isException: false };
    // Today's exception says nothing about the usual hours.
    const from = before.isException ? {} : { from: hoursText(before) };
    await recordShift(services, trx, { actorId, driverId, details: { ...from, to: hoursText(after) } });
    return after;
  });
}

/**
 * Resets a driver's hours on a date to the usual hours. Stops keep their places and get new times. Throws 404 (no such
 * driver).
 */
export async function clearDriverDay(
  services: Services,
  actorId: string,
  driverId: string,
  date: string,
): Promise<DriverShift> {
  await requireDriver(services.db, driverId);
  const { before, after } = await inTransaction(services.db, async (trx) => {
    const before = await readShift(services, trx, driverId, date);
    if (!before.isException) return { before, after: before };
    await deleteException(trx, date, driverId);
    const after = await readShift(services, trx, driverId, date);
    const details = { day: formatDateKey(date), from: hoursText(before), to: hoursText(after) };
    await recordShift(services, trx, { actorId, driverId, details });
    return { before, after };
  });
  if (before.isException) await refreshDays(services, [{ driverId, scheduledDay: date }]);
  return after;
}

/** Throws 400 when a shift doesn't end after it starts. */
export function requireOrder({ start, end }: Hours): void {
  if (start < end) return;
  const message = 'The shift must end after it starts.';
  throw new Refusal(400, message, { errors: { end: message } });
}

/** Returns a driver. Throws 404 when there is no such driver. */
export async function requireDriver(db: Db, driverId: string) {
  const driver = await findDriver(db, driverId);
  if (!driver) throw new Refusal(404, 'Driver not found');
  return driver;
}

export async function readShift(
  { settings }: Pick<Services, 'settings'>,
  db: Db,
  driverId: string,
  date: string,
): Promise<DriverShift> {
  return (await readShifts(db, settings, [driverId], date)).get(driverId) as DriverShift;
}

/** Records a change of a driver's hours in the driver's trail. */
export async function recordShift(
  services: Services,
  trx: Db,
  { actorId, driverId, details }: { actorId: string; driverId: string; details: Record<string, string> },
): Promise<void> {
  await recordChanges(services, trx, [
    { actorId, action: 'shift_changed', subject: 'user', subjectId: driverId, details },
  ]);
}
