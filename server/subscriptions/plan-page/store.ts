import type { Db } from '../../database/transaction.ts';
import type { StopFacts } from './upcoming-visits.ts';

/** The stops of a plan that were made for a day from one on, or that are on one, in the order in which they were made. */
export async function listStopsFrom(db: Db, subscriptionId: string, day: string): Promise<StopFacts[]> {
  return await db
    .selectFrom('pickups')
    .select(['id', 'status', 'cancellationReason', 'changeCutoff'])
    .select((eb) => [
      eb.ref('occurrenceDate').$notNull().as('occurrence'),
      eb.fn.coalesce('scheduledDay', 'occurrenceDate').$notNull().as('day'),
    ])
    .where('subscriptionId', '=', subscriptionId)
    .where((eb) => eb.or([eb('occurrenceDate', '>=', day), eb('scheduledDay', '>=', day)]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The provider's id of a customer; null for one who never paid. */
export async function findPayerId(db: Db, customerId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('stripeCustomerId').where('id', '=', customerId).executeTakeFirst();
  return user?.stripeCustomerId ?? null;
}
