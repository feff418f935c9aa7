import type { Db } from '../../database/transaction.ts';

/** The SQL of the times at which customers expect or prefer their stops. */

/** Returns the promised windows of these stops on a date. */
export async function listPromises(
  db: Db,
  date: string,
  pickupIds: readonly string[],
): Promise<{ pickupId: string; startsAt: Date; endsAt: Date }[]> {
  if (pickupIds.length === 0) return [];
  return await db
    .selectFrom('promised_windows')
    .select(['pickupId', 'startsAt', 'endsAt'])
    .where('date', '=', date)
    .where('pickupId', 'in', pickupIds)
    .execute();
}

/** Returns the preferred time of day of each of these plans, such as "morning". */
export async function listPreferredTimes(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<{ id: string; preferredTime: string | null }[]> {
  if (subscriptionIds.length === 0) return [];
  return await db
    .selectFrom('subscriptions')
    .select(['id', 'preferredTime'])
    .where('id', 'in', subscriptionIds)
    .execute();
}
