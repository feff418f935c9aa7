import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';
import type { PromisedSpan } from './promise-rules.ts';

/** The SQL of promised windows. */

/**
 * Returns the assigned stops of a day that have a window but no promise for that day yet. Held pickups are left out,
 * because nobody drives them.
 */
export async function listUnpromised(db: Db, day: string): Promise<{ id: string; pickupWindow: string }[]> {
  const rows = await db
    .selectFrom('pickups')
    .select(['id', 'pickupWindow'])
    .where('scheduledDay', '=', day)
    .where('status', '=', 'assigned')
    .where('heldAt', 'is', null)
    .where('pickupWindow', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('promised_windows')
            .select('promised_windows.pickupId')
            .whereRef('promised_windows.pickupId', '=', 'pickups.id')
            .whereRef('promised_windows.date', '=', 'pickups.scheduledDay'),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id, pickupWindow }) => ({ id, pickupWindow: pickupWindow ?? '' }));
}

/** Inserts promises for a day. The first promise for a stop and day stays. */
export async function insertPromises(
  trx: Db,
  day: string,
  promises: readonly ({ id: string } & PromisedSpan)[],
  now: Date,
): Promise<void> {
  await sql`INSERT INTO promised_windows ("pickupId", "date", "startsAt", "endsAt", "promisedAt")
    SELECT "id", ${day}, "startsAt", "endsAt", ${now} FROM unnest(
      ${promises.map(({ id }) => id)}::uuid[],
      ${promises.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
      ${promises.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]
    ) AS new ("id", "startsAt", "endsAt")
    ON CONFLICT DO NOTHING`.execute(trx);
}
