import { type Insertable, type Selectable, sql } from 'kysely';
import type { Located } from '../../addresses/geocode-rules.ts';
import type { DisposalSitesTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of disposal sites. */

export type SiteRow = Selectable<DisposalSitesTable>;

/** Returns the sites that routes use, sorted by name. Without any, capacities are ignored. */
export async function listActiveSites(db: Db): Promise<SiteRow[]> {
  return await db
    .selectFrom('disposal_sites')
    .selectAll()
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Returns all sites, sorted by name. */
export async function listSites(db: Db): Promise<SiteRow[]> {
  return await db.selectFrom('disposal_sites').selectAll().orderBy(sql`lower("name")`).orderBy('id').execute();
}

export async function findSite(db: Db, id: string): Promise<SiteRow | undefined> {
  return await db.selectFrom('disposal_sites').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lets one transaction at a time add a site, because each counts the existing sites. */
export async function lockSites(trx: Db): Promise<void> {
  await sql`LOCK TABLE disposal_sites IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

export async function insertSite(trx: Db, site: Insertable<DisposalSitesTable>): Promise<SiteRow> {
  return await trx.insertInto('disposal_sites').values(site).returningAll().executeTakeFirstOrThrow();
}

/** Changes a site if it is still at `version`; otherwise returns undefined. */
export async function updateSite(
  trx: Db,
  { id, version }: { id: string; version: number },
  change: Partial<Omit<SiteRow, 'id' | 'version' | 'createdAt'>>,
): Promise<SiteRow | undefined> {
  return await trx
    .updateTable('disposal_sites')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}

/** Locks a site, so that no visit to it is planned until the transaction ends. */
export async function lockSite(trx: Db, id: string): Promise<SiteRow | undefined> {
  return await trx.selectFrom('disposal_sites').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns true if a route has or had a visit to a site. */
export async function hasVisits(trx: Db, siteId: string): Promise<boolean> {
  const visit = await trx.selectFrom('disposal_visits').select('id').where('siteId', '=', siteId).executeTakeFirst();
  return visit !== undefined;
}

export async function deleteSite(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('disposal_sites').where('id', '=', id).execute();
}

/** Sets the place of the sites at an address. The middle of a ZIP code doesn't replace a better place. */
export async function setSitePlaces(
  trx: Db,
  address: string,
  { coordinates, coordinatesPrecision }: Pick<Located, 'coordinates' | 'coordinatesPrecision'>,
): Promise<void> {
  const update = trx
    .updateTable('disposal_sites')
    .set({ coordinates, coordinatesPrecision })
    .where('address', '=', address);
  if (coordinatesPrecision !== 'area') await update.execute();
  else await update.where('coordinates', 'is', null).execute();
}

export async function listSiteAddresses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('disposal_sites').select('address').distinct().orderBy('address').execute();
  return rows.map(({ address }) => address);
}
