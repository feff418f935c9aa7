import { type Insertable, type Selectable, sql } from 'kysely';
import type { ServiceAreasTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of service areas. */

export type AreaRow = Selectable<ServiceAreasTable>;

export async function listAreas(db: Db): Promise<AreaRow[]> {
  return await db.selectFrom('service_areas').selectAll().orderBy(sql`lower("name")`).orderBy('id').execute();
}

/** Returns true if the ZIP code is in an active area, or if no area is active. */
export async function isZipServed(db: Db, zip: string): Promise<boolean> {
  const { rows } = await sql<{ isServed: boolean }>`
    SELECT coalesce(bool_or(${zip} = ANY ("zipCodes")), true) AS "isServed"
    FROM service_areas WHERE "isActive"`.execute(db);
  return rows[0]?.isServed ?? true;
}

/**
 * Blocks changes to areas until the transaction ends. A new entry of the waiting list is then either written before an
 * area opens, so that the opening finds it, or after, so that it is refused.
 */
export async function holdAreas(trx: Db): Promise<void> {
  await sql`LOCK TABLE service_areas IN SHARE MODE`.execute(trx);
}

/** Lets only one transaction at a time change areas, because each compares the served ZIP codes before and after. */
export async function lockAreas(trx: Db): Promise<void> {
  await sql`LOCK TABLE service_areas IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

export async function insertArea(trx: Db, area: Insertable<ServiceAreasTable>): Promise<AreaRow> {
  return await trx.insertInto('service_areas').values(area).returningAll().executeTakeFirstOrThrow();
}

/** Changes an area if it is still at `version`. Returns undefined otherwise. */
export async function updateArea(
  trx: Db,
  { id, version }: { id: string; version: number },
  change: Pick<AreaRow, 'name' | 'zipCodes' | 'isActive' | 'baseFee'>,
): Promise<AreaRow | undefined> {
  return await trx
    .updateTable('service_areas')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteArea(trx: Db, id: string): Promise<AreaRow | undefined> {
  return await trx.deleteFrom('service_areas').where('id', '=', id).returningAll().executeTakeFirst();
}
