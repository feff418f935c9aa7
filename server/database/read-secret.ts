import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Returns the server's secret of this name. The first process that needs it stores the one that it proposes. */
export async function readSecret(db: Db, name: string, proposed: string): Promise<string> {
  const stored = await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst();
  if (stored) return stored.value;
  const { value } = await db
    .insertInto('server_secrets')
    .values({ name, value: proposed })
    // This is an update, because `DO NOTHING` would return no row.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`server_secrets."value"` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
