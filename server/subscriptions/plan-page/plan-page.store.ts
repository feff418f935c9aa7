import type { Db } from '../../database/transaction.ts';
import type { StopFacts } from '../hold/rules.ts';

/**
 * Returns a plan's stops, including cancelled ones, whose service day or present day is `day` or later, in the order
 * they were made.
 */
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
