import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../pickup-row.ts';

/** The SQL of where pickups are. */

/** No more is known than the ZIP code, if that. The words of the partial index, so that the planner may use it. */
const isUnplaced = sql<SqlBool>`("coordinates" IS NULL OR "coordinatesPrecision" = 'area')`;
const open = ['pending', 'assigned', 'issue', 'incomplete'] as const;

/** Sets the place of the open pickups at an address that are unplaced, locked in the order of their ids as everywhere. */
export async function setCoordinates(
  trx: Db,
  address: string,
  place: Pick<PickupRow, 'coordinates' | 'coordinatesPrecision'>,
  now: Date,
): Promise<void> {
  const stops = await trx
    .selectFrom('pickups')
    .select('id')
    .where('address', '=', address)
    .where(isUnplaced)
    .where('status', 'in', open)
    .where('coordinates', 'is distinct from', place.coordinates)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (stops.length === 0) return;
  const ids = stops.map((stop) => stop.id);
  const { coordinates, coordinatesPrecision } = place;
  await trx
    .updateTable('pickups')
    .set({ coordinates, coordinatesPrecision, updatedAt: now })
    .where('id', 'in', ids)
    .execute();
}

export async function listUnplacedAddresses(
  db: Db,
  { fromDay, after, limit }: { fromDay: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('pickups')
    .select('address')
    .distinct()
    .where(isUnplaced)
    .where('status', 'in', open)
    .where('scheduledDay', '>=', fromDay)
    .where('address', '>', after)
    .orderBy('address')
    .limit(limit)
    .execute();
  return rows.map((row) => row.address);
}
