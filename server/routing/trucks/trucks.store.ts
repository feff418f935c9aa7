import type { Selectable } from 'kysely';
import type { TrucksTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of drivers' trucks. */

export type TruckRow = Selectable<TrucksTable>;

/** The trucks of these drivers; a driver without one has that of the settings. */
export async function listTrucks(db: Db, driverIds: readonly string[]): Promise<TruckRow[]> {
  if (driverIds.length === 0) return [];
  return await db.selectFrom('trucks').selectAll().where('driverId', 'in', driverIds).execute();
}
