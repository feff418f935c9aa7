import type { Selectable } from 'kysely';
import type { DisposalSitesTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of disposal sites. */

export type SiteRow = Selectable<DisposalSitesTable>;

/** The sites that routes use, by name. Without one, capacity is not looked at. */
export async function listActiveSites(db: Db): Promise<SiteRow[]> {
  return await db
    .selectFrom('disposal_sites')
    .selectAll()
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
