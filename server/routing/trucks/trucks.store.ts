import type { Insertable, Selectable } from 'kysely';
import type { Located } from '../../addresses/geocode-rules.ts';
import type { TrucksTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of drivers' trucks. */

export type TruckRow = Selectable<TrucksTable>;

/** Returns the trucks of these drivers. A driver without a row has the truck of the settings. */
export async function listTrucks(db: Db, driverIds: readonly string[]): Promise<TruckRow[]> {
  if (driverIds.length === 0) return [];
  return await db.selectFrom('trucks').selectAll().where('driverId', 'in', driverIds).execute();
}

/** Saves a driver's truck, replacing an earlier one. */
export async function saveTruck(trx: Db, truck: Insertable<TrucksTable>): Promise<void> {
  const { driverId: _, ...change } = truck;
  await trx
    .insertInto('trucks')
    .values(truck)
    .onConflict((conflict) => conflict.column('driverId').doUpdateSet(change))
    .execute();
}

export async function deleteTruck(trx: Db, driverId: string): Promise<void> {
  await trx.deleteFrom('trucks').where('driverId', '=', driverId).execute();
}

/** Sets the place of trucks' starts and ends at an address. The middle of a ZIP code doesn't replace a better place. */
export async function setTruckPlaces(
  trx: Db,
  address: string,
  { coordinates, coordinatesPrecision }: Pick<Located, 'coordinates' | 'coordinatesPrecision'>,
): Promise<void> {
  const isArea = coordinatesPrecision === 'area';
  const starts = trx.updateTable('trucks').set({ startCoordinates: coordinates }).where('startAddress', '=', address);
  await (isArea ? starts.where('startCoordinates', 'is', null) : starts).execute();
  const ends = trx.updateTable('trucks').set({ endCoordinates: coordinates }).where('endAddress', '=', address);
  await (isArea ? ends.where('endCoordinates', 'is', null) : ends).execute();
}

/** Returns the addresses where trucks start and end. */
export async function listTruckAddresses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('trucks').select(['startAddress', 'endAddress']).execute();
  return rows.flatMap(({ startAddress, endAddress }) => [startAddress, endAddress]).filter((text) => text !== null);
}
