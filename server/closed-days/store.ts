import type { PickupStatus } from '../../contract/pickups.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** The SQL of days that can't be served. */

export type ClosedStop = PickupRow & {
  scheduledDay: string;
  countedBags: number | null;
  username: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
};

/** Every stop of the days, also held and resolved ones, but no cancelled ones; by id. */
export async function listStopsOfDays(db: Db, days: readonly string[]): Promise<ClosedStop[]> {
  return await db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .selectAll('pickups')
    .select(['users.username', 'users.firstName', 'users.lastName', 'users.phone'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('scheduledDay'))
    .where('pickups.scheduledDay', 'in', days)
    .where('pickups.status', '<>', 'cancelled')
    .orderBy('pickups.id')
    .execute();
}

/** What decides on which days plans are served. */
export async function listPlans(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'address', 'pickupDays', 'earlierDays', 'preferredDay', 'holdFrom', 'pausedUntil'])
    .select(['cancellationDate', 'pendingPackageType', 'pendingPreferredDay', 'pendingFrom'])
    .where('id', 'in', ids)
    .execute();
}

/** The stops of plans, also cancelled ones, whose occurrences are from one day to another. */
export async function listVisits(
  db: Db,
  { subscriptionIds, from, to }: { subscriptionIds: readonly string[]; from: string; to: string },
): Promise<{ id: string; subscriptionId: string; occurrence: string; day: string; status: PickupStatus }[]> {
  if (subscriptionIds.length === 0) return [];
  return await db
    .selectFrom('pickups')
    .select(['id', 'status'])
    .select((eb) => [
      eb.ref('subscriptionId').$notNull().as('subscriptionId'),
      eb.ref('occurrenceDate').$notNull().as('occurrence'),
      eb.fn.coalesce('scheduledDay', 'occurrenceDate').$notNull().as('day'),
    ])
    .where('subscriptionId', 'in', subscriptionIds)
    .where('occurrenceDate', '>=', from)
    .where('occurrenceDate', '<=', to)
    .execute();
}

/** Those of these ids that are drivers' accounts. */
export async function listDriverIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('id', 'in', ids).where('role', '=', 'driver').execute();
  return rows.map(({ id }) => id);
}
