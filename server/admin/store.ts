import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/**
 * The SQL of the dispatcher's figures. They read tables of several features, on purpose and for display only: no rule hangs
 * on them.
 */

/** The monthly price of all active subscriptions, as decimal text. */
export async function sumActivePrices(db: Db): Promise<string> {
  const { sum } = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('pricePerMonth'), sql<string>`0.00`).as('sum'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return sum;
}

/** How many active subscriptions there are, up to `most + 1`. */
export async function countActive(db: Db, most: number): Promise<number> {
  const rows = db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', '=', 'active')
    .limit(most + 1);
  const { count } = await db
    .selectFrom(rows.as('bounded'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The stops of a New York day that are not cancelled, by whether a subscription has them. */
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

/** How many pickups were booked, or completed, on each New York day since an instant. Days without any have no entry. */
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
