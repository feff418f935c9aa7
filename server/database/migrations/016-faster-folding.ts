import { type Kysely, sql } from 'kysely';
import { foldedLetters } from './008-folded-text.ts';

/**
 * Makes `fold(text)` about ten times as fast for plain texts, with the same results. A text of printable ASCII without
 * apostrophes, hyphens and spaces to join only needs its letters lowered, and nearly all addresses and names are such.
 * A list that passes 20,000 addresses folds each of them. Indexes on folded texts stay valid.
 *
 * The body is PL/pgSQL, because PostgreSQL inlines no SQL function whose parameter is used twice. The default cost of
 * 100 would keep the planner from reading a common street in the order of its list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE OR REPLACE FUNCTION fold(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10 AS $fold$
    BEGIN
      RETURN CASE WHEN $1 COLLATE "C" ~ '[^ -~]|[-''\`]|  |^ | $' THEN ${foldedLetters} ELSE lower($1) END;
    END $fold$`.execute(db);
}
