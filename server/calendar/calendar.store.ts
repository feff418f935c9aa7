import { sql } from 'kysely';
import type { DateKey } from '../../contract/values/time/dates.ts';
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

/** A pickup of the customer. */
export interface PickupFacts
  extends Pick<EventFacts, 'status' | 'day' | 'pickupWindow' | 'address' | 'bagCount' | 'heldAt' | 'createdAt'> {
  readonly id: string;
  /** The plan and the service day of a plan's stop; null for other pickups. */
  readonly subscriptionId: string | null;
  readonly occurrence: DateKey | null;
  readonly cancellationReason: string | null;
  /** When the pickup, or what determines its event, last changed. */
  readonly changedAt: Date;
}

/** Lists a customer's pickups from a day on, oldest first. */
export async function listPickups(
  db: Db,
  { customerId, since, most }: { customerId: string; since: string; most: number },
): Promise<PickupFacts[]> {
  return await db
    .selectFrom('pickups')
    .leftJoin('routes', 'routes.id', 'pickups.routeId')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.id', '=', 'pickups.subscriptionId').on('pickups.status', '=', 'cancelled'),
    )
    .select(['pickups.id', 'pickups.status', 'pickups.pickupWindow', 'pickups.address', 'pickups.bagCount'])
    .select(['pickups.subscriptionId', 'pickups.occurrenceDate as occurrence', 'pickups.cancellationReason'])
    .select(['pickups.heldAt', 'pickups.createdAt'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('day'))
    // Saving a route plan changes windows without changing the pickup's `updatedAt`. A plan's change can bring back the
    // visit of a cancelled stop, and take it away again.
    .select(sql<Date>`greatest(pickups."updatedAt", routes."updatedAt", subscriptions."updatedAt")`.as('changedAt'))
    .where('pickups.customerId', '=', customerId)
    .where('pickups.scheduledDay', '>=', since)
    .orderBy('pickups.createdAt')
    .orderBy('pickups.id')
    .limit(most)
    .execute();
}
