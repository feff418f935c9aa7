import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { EventFacts } from './event-rules.ts';

/** SQL of calendar feeds. */

/** Saves the token hash of a customer's feed, in place of an earlier one. */
export async function saveFeed(db: Db, feed: { userId: string; hash: string; createdAt: Date }): Promise<void> {
  const { hash, createdAt } = feed;
  await db
    .insertInto('calendar_feeds')
    .values(feed)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, createdAt }))
    .execute();
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('userId', '=', userId).execute();
}

export async function findFeedOf(db: Db, userId: string): Promise<{ createdAt: Date } | undefined> {
  return await db.selectFrom('calendar_feeds').select('createdAt').where('userId', '=', userId).executeTakeFirst();
}

/**
 * Returns the id of the customer whose feed has this token hash; undefined if there is none or the account is inactive
 * or deleted.
 */
export async function findFeedOwner(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.userId')
    .select('users.id')
    .where('calendar_feeds.hash', '=', hash)
    .where('users.isActive', '=', true)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Lists a customer's pickups from a day on, earliest first. */
export async function listEvents(
  db: Db,
  { customerId, since, most }: { customerId: string; since: string; most: number },
): Promise<EventFacts[]> {
  return await db
    .selectFrom('pickups')
    .leftJoin('routes', 'routes.id', 'pickups.routeId')
    .select(['pickups.id', 'pickups.status', 'pickups.pickupWindow', 'pickups.address', 'pickups.bagCount'])
    .select(['pickups.heldAt', 'pickups.createdAt'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('day'))
    .select(sql<boolean>`pickups."subscriptionId" IS NOT NULL`.as('isPlanStop'))
    // Saving a route plan changes windows without changing the pickup's `updatedAt`.
    .select(sql<Date>`greatest(pickups."updatedAt", routes."updatedAt")`.as('changedAt'))
    .where('pickups.customerId', '=', customerId)
    .where('pickups.scheduledDay', '>=', since)
    .orderBy('pickups.scheduledDay')
    .orderBy('pickups.id')
    .limit(most)
    .execute();
}
