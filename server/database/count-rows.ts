import { type Expression, sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Counts the rows of a query. Put a limit on the query if the count doesn't have to be exact. */
export async function countRows(db: Db, rows: Expression<unknown>): Promise<number> {
  const { count } = await db
    .selectFrom(sql`${rows}`.as('bounded'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
