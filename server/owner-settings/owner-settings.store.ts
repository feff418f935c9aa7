import type { Selectable } from 'kysely';
import { ownerSettingsId } from '../../contract/owner-settings.ts';
import type { OwnerSettingsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the owner's settings. The table has one row or none. */

export type OwnerSettingsRow = Selectable<OwnerSettingsTable>;

export async function readRow(db: Db): Promise<OwnerSettingsRow | undefined> {
  return await db.selectFrom('owner_settings').selectAll().executeTakeFirst();
}

/** Replaces the values of `version` (0: none are saved yet). Returns undefined if another version is saved. */
export async function writeRow(
  trx: Db,
  { version, values, now }: { version: number; values: object; now: Date },
): Promise<OwnerSettingsRow | undefined> {
  const row = { values: JSON.stringify(values), version: version + 1, updatedAt: now };
  if (version === 0) {
    return await trx
      .insertInto('owner_settings')
      .values({ id: ownerSettingsId, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  }
  return await trx
    .updateTable('owner_settings')
    .set(row)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}
