import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Search conditions on folded texts (migration 008-folded-text). The expressions are exactly those of the indexes of
 * 009-search-indexes, so that queries use them.
 */

/** Username, email and names, for the index users_folded. */
export const foldedPerson = sql`fold("username" || ' ' || "email" || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", ''))`;
/** Username and names, for the index users_folded_names. */
export const foldedNames = sql`fold("username" || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", ''))`;

/** Returns SQL for a text folded, such as the address of an index. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`fold(${text})`;
}

/** Returns the condition that a folded text contains `search`, however both are spelled. */
export function contains(foldedText: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${foldedText} LIKE '%' || ${escapedFold(search)} || '%'`;
}

/** Returns the condition that a folded text begins with `search`, however both are spelled. */
export function startsWith(foldedText: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${foldedText} LIKE ${escapedFold(search)} || '%'`;
}

/** Folds before escaping, because folding turns some characters into % or _. */
function escapedFold(search: string): RawBuilder<string> {
  return sql<string>`regexp_replace(fold(${search}::text), '([\\\\%_])', '\\\\\\1', 'g')`;
}
