import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the ZIP code of an address, by the rule of contract/values/zip-code.ts. It is exactly the expression of the
 * index pickups_zip, so that a query with it can use the index.
 */
export function zipOfAddress(address: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`substring(${address} FROM '^.+\\m([0-9]{5})\\M')`;
}
