import { type Insertable, type Selectable, sql } from 'kysely';
import type { ServiceAreasTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of service areas. */

export type AreaRow = Selectable<ServiceAreasTable>;

export async function listAreas(db: Db): Promise<AreaRow[]> {
  return await db.selectFrom('service_areas').selectAll().orderBy(sql`lower("name")`).orderBy('id').execute();
}

/** Whether the ZIP code is in an active area, or there is none. */
export async function isZipServed(db: Db, zip: string): Promise<boolean> {
  const { rows } = await sql<{ isServed: boolean }>`
    SELECT coalesce(bool_or(${zip} = ANY ("zipCodes")), true) AS "isServed"
    FROM service_areas WHERE "isActive"`.execute(db);
  return rows[0]?.isServed ?? true;
}

/**
 * Holds up changes of areas until the transaction ends: an entry of the waiting list is written before an area opens, which then
 * finds it, or after, and is refused.
 */
export async function holdAreas(trx: Db): Promise<void> {
  await sql`LOCK TABLE service_areas IN SHARE MODE`.execute(trx);
}

/** Lets one change of areas at a time pass, because each compares what is served before and after it. */
export async function lockAreas(trx: Db): Promise<void> {
  await sql`LOCK TABLE service_areas IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

export async function insertArea(trx: Db, area: Insertable<ServiceAreasTable>): Promise<AreaRow> {
  return await trx.insertInto('service_areas').values(area).returningAll().executeTakeFirstOrThrow();
}

/** Changes an area that is still at `version`; undefined when it isn't. */
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
