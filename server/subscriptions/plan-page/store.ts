import type { Db } from '../../database/transaction.ts';
import type { StopFacts } from '../hold/rules.ts';

/** The stops of a plan, also cancelled ones, that were made for a day from one on or are on one, in the order they were made. */
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
