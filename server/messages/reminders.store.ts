import type { Db } from '../database/transaction.ts';

/**
 * Lists open pickups of a day without a reminder for that day: at most `most`, by id after `afterId`. Leaves out
 * pickups booked since `since`, whose customers were just told the day, unpaid pickups that are held, and customers of
 * the demo data.
 */
export async function listToRemind(
  db: Db,
  { day, since, most, afterId }: { day: string; since: Date; most: number; afterId: string | undefined },
): Promise<{ id: string; customerId: string }[]> {
  return await db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .select(['pickups.id', 'pickups.customerId'])
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', 'in', ['pending', 'assigned'])
    .where('pickups.heldAt', 'is', null)
    .$if(afterId !== undefined, (query) => query.where('pickups.id', '>', afterId ?? ''))
    .where('pickups.createdAt', '<', since)
    .where('users.deletedAt', 'is', null)
    .where('users.username', 'not like', 'demo-customer-%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.subjectId', '=', 'pickups.id')
            .where('messages.kind', '=', 'reminder')
            .where('messages.revision', '=', day)
            .where((eb) => eb.or([eb('messages.droppedAt', 'is', null), eb('messages.sentAt', 'is not', null)])),
        ),
      ),
    )
    .orderBy('pickups.id')
    .limit(most)
    .execute();
}
