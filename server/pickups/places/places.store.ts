import { type SqlBool, sql } from 'kysely';
import { unfinishedStatuses } from '../../../contract/pickups.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../pickup-row.ts';

/** The SQL of the places of pickups. */

/** Matches pickups with no better place than their ZIP code. This is the partial index's condition. */
const isUnplaced = sql<SqlBool>`("coordinates" IS NULL OR "coordinatesPrecision" = 'area')`;

/** Sets the place of the unplaced open pickups at an address. Locks them in order of their ids, to avoid deadlocks. */
export async function setCoordinates(
  trx: Db,
  address: string,
  place: Pick<PickupRow, 'coordinates' | 'coordinatesPrecision' | 'fullAddress'>,
  now: Date,
): Promise<void> {
  const stops = await trx
    .selectFrom('pickups')
    .select('id')
    .where('address', '=', address)
    .where(isUnplaced)
    .where('status', 'in', unfinishedStatuses)
    .where('coordinates', 'is distinct from', place.coordinates)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (stops.length === 0) return;
  const ids = stops.map((stop) => stop.id);
  const { coordinates, coordinatesPrecision, fullAddress } = place;
  const change = { coordinates, coordinatesPrecision, ...(fullAddress && { fullAddress }), updatedAt: now };
  await trx.updateTable('pickups').set(change).where('id', 'in', ids).execute();
}

/** Lists the addresses of unplaced open pickups from a New York day on, alphabetically, after the address `after`. */
export async function listUnplacedAddresses(
  db: Db,
  { fromDay, after, limit }: { fromDay: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('pickups')
    .select('address')
    .distinct()
    .where(isUnplaced)
    .where('status', 'in', unfinishedStatuses)
    .where('scheduledDay', '>=', fromDay)
    .where('address', '>', after)
    .orderBy('address')
    .limit(limit)
    .execute();
  return rows.map((row) => row.address);
}
