import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { PersonWords } from './erase.store.ts';

/**
 * SQL that erases a deleted person from other rows, by searching their texts: staff's notifications, messages, jobs,
 * places.
 */

const gone = 'This was about a customer who has deleted the account.';

/**
 * Erases a person from staff's notifications and messages, jobs, refusals, the waiting list and rows of imports, and
 * deletes the places of the person's addresses.
 */
export async function eraseTraces(trx: Db, userId: string, words: PersonWords): Promise<void> {
  const pattern = patternOf(words);
  await sql`UPDATE notifications SET "message" = ${gone}, "actionUrl" = split_part("actionUrl", '?', 1)
    WHERE "message" ~* ${pattern} AND "userId" IN (SELECT "id" FROM users WHERE "role" <> 'customer')`.execute(trx);
  // Messages to staff by every channel.
  await sql`UPDATE messages SET "details" = "details" || jsonb_build_object('message', ${gone}::text, 'actionUrl', split_part("details" ->> 'actionUrl', '?', 1))
    WHERE "details" ->> 'message' ~* ${pattern}
      AND "recipientId" IN (SELECT "id" FROM users WHERE "role" <> 'customer')`.execute(trx);
  await sql`DELETE FROM pgboss.job WHERE "data" ->> 'userId' = ${userId}`.execute(trx);
  await sql`DELETE FROM pgboss.job WHERE "name" = 'geocode-address' AND "data" ->> 'address' = ANY(${words.addresses as string[]})`.execute(
    trx,
  );
  // The mark on a number that refuses texts. If another account has the number too, the provider reports the refusal
  // again.
  await sql`DELETE FROM text_refusals WHERE "phone" IN (
    SELECT '+1' || regexp_replace(name, '[^0-9]', '', 'g') FROM unnest(${words.names as string[]}::text[]) AS name)`.execute(
    trx,
  );
  await sql`DELETE FROM refused_emails WHERE "email" IN (
    SELECT lower(name) FROM unnest(${words.names as string[]}::text[]) AS name)`.execute(trx);
  await sql`DELETE FROM waiting_list WHERE "email" IN (SELECT lower(name) FROM unnest(${words.names as string[]}::text[]) AS name)`.execute(
    trx,
  );
  // Rows of imports that made nothing, or made something for another account.
  await sql`UPDATE import_rows SET "cells" = '[]', "problems" = '[]', "remarks" = '[]', "email" = NULL, "addressKey" = NULL
    WHERE "email" = ANY(${words.names.map((name) => name.toLowerCase())})`.execute(trx);
  await trx
    .deleteFrom('places')
    .where((eb) =>
      eb.or([eb('address', 'in', ['', ...words.addresses]), eb('fullAddress', 'in', ['', ...words.addresses])]),
    )
    .execute();
}

/**
 * Returns a regular expression that matches the person's names and addresses. A username may be a common word, so it
 * matches only where our sentences name a customer: "of dana_w", "for dana_w's pickup". An address also matches by its
 * street.
 */
export function patternOf({ username, names, addresses }: PersonWords): string {
  const streets = addresses
    .map((address) => address.split(',')[0]?.trim() ?? '')
    .filter((street) => /\d.*\s/.test(street));
  const words = [...new Set([...names, ...addresses, ...streets])].filter((word) => word.length > 4).map(escaped);
  return [`\\y(of|for) ${escaped(username)}\\M`, ...words].join('|');
}

function escaped(word: string): string {
  return word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
