import { sql } from 'kysely';
import { countRows } from '../database/count-rows.ts';
import type { Db } from '../database/transaction.ts';

/**
 * SQL of the dashboard's figures. It reads tables of several features on purpose: the figures are for display only, and
 * no rule depends on them.
 */

/** Returns the total monthly price of all active subscriptions, in dollars as decimal text. */
export async function sumActivePrices(db: Db): Promise<string> {
  const { sum } = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('pricePerMonth'), sql<string>`0.00`).as('sum'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return sum;
}

/** Counts active subscriptions, up to `most + 1`. */
export async function countActive(db: Db, most: number): Promise<number> {
  const rows = db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', '=', 'active')
    .limit(most + 1);
  return await countRows(db, rows);
}

/** Counts a New York day's stops that aren't cancelled: those of subscriptions, and all others (`package`). */
export async function countStopsOf(db: Db, day: string): Promise<{ subscription: number; package: number }> {
  const isSubscription = sql<boolean>`"serviceType" = 'subscription'`;
  const { subscription, all } = await db
    .selectFrom('pickups')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere(isSubscription).as('subscription'),
      eb.fn.countAll<string>().as('all'),
    ])
    .where('scheduledDay', '=', day)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow();
  return { subscription: Number(subscription), package: Number(all) - Number(subscription) };
}

/** Counts pickups booked or completed since an instant, by New York day. A day without pickups has no entry. */
export async function countByDay(db: Db, what: 'createdAt' | 'completedAt', since: Date): Promise<Map<string, number>> {
  const day = sql<string>`(${sql.ref(what)} AT TIME ZONE 'America/New_York')::date::text`;
  const rows = await db
    .selectFrom('pickups')
    .select([day.as('day'), (eb) => eb.fn.countAll<string>().as('count')])
    .where(what, '>=', since)
    .$if(what === 'completedAt', (query) => query.where('status', '=', 'completed'))
    .groupBy(day)
    .execute();
  return new Map(rows.map((row) => [row.day, Number(row.count)]));
}
