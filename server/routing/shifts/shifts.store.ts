import type { Db } from '../../database/transaction.ts';
import type { Hours } from './shift-rules.ts';

/** The SQL of drivers' shifts. */

/** Returns the usual hours of these drivers. Drivers without an entry work the hours of the settings. */
export async function listShifts(db: Db, driverIds: readonly string[]): Promise<({ driverId: string } & Hours)[]> {
  if (driverIds.length === 0) return [];
  return await db.selectFrom('driver_shifts').selectAll().where('driverId', 'in', driverIds).execute();
}

export interface ShiftException {
  driverId: string;
  /** Null on a day off. */
  start: string | null;
  /** Null on a day off. */
  end: string | null;
}

/** Returns the shift exceptions of a date. */
export async function listExceptions(db: Db, date: string): Promise<ShiftException[]> {
  return await db.selectFrom('driver_days').select(['driverId', 'start', 'end']).where('date', '=', date).execute();
}

export async function saveShift(db: Db, driverId: string, { start, end }: Hours): Promise<void> {
  await db
    .insertInto('driver_shifts')
    .values({ driverId, start, end })
    .onConflict((conflict) => conflict.column('driverId').doUpdateSet({ start, end }))
    .execute();
}

export async function saveException(db: Db, date: string, { driverId, start, end }: ShiftException): Promise<void> {
  await db
    .insertInto('driver_days')
    .values({ driverId, date, start, end })
    .onConflict((conflict) => conflict.columns(['date', 'driverId']).doUpdateSet({ start, end }))
    .execute();
}

export async function deleteException(db: Db, date: string, driverId: string): Promise<void> {
  await db.deleteFrom('driver_days').where('date', '=', date).where('driverId', '=', driverId).execute();
}
