import type { PickupStatus } from '../../contract/pickups.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** The SQL of days that can't be served. */

const stopColumns = [
  ...(['id', 'customerId', 'address', 'bagCount', 'status', 'driverId', 'scheduledDate', 'isPinned'] as const),
  ...(['heldAt', 'returnOf', 'recoveryOf', 'subscriptionId', 'occurrenceDate'] as const),
] as const;

/** The facts of a stop that decide and that screens show. A visit without a stop has them too. */
export type ClosedStop = Pick<PickupRow, (typeof stopColumns)[number]> & {
  scheduledDay: string;
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
    .select(stopColumns.map((column) => `pickups.${column}` as const))
    .select(['users.username', 'users.firstName', 'users.lastName', 'users.phone'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('scheduledDay'))
    .where('pickups.scheduledDay', 'in', days)
    .where('pickups.status', '<>', 'cancelled')
    .orderBy('pickups.id')
    .execute();
}

export type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

/** What decides on which days plans are served, and whose they are. */
export async function listPlans(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.customerId')
    .select(['subscriptions.id', 'status', 'pickupDays', 'earlierDays', 'preferredDay', 'holdFrom', 'pausedUntil'])
    .select(['cancellationDate', 'pendingPackageType', 'pendingPreferredDay', 'pendingFrom'])
    .select(['customerId', 'bagCountLimit', 'subscriptions.address', 'users.address as accountAddress'])
    .select(['users.username', 'users.firstName', 'users.lastName', 'users.phone'])
    .where('subscriptions.id', 'in', ids)
    .execute();
}

/** The service days of plans that have a credit, from one day to another. */
export async function listCredited(
  db: Db,
  { subscriptionIds, from, to }: { subscriptionIds: readonly string[]; from: string; to: string },
): Promise<{ subscriptionId: string; day: string }[]> {
  if (subscriptionIds.length === 0) return [];
  return await db
    .selectFrom('plan_credits')
    .select(['subscriptionId', 'serviceDay as day'])
    .where('subscriptionId', 'in', subscriptionIds)
    .where('serviceDay', '>=', from)
    .where('serviceDay', '<=', to)
    .execute();
}

/** Locks plans until the transaction ends, so that no stop of theirs is made meanwhile. */
export async function lockPlans(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.selectFrom('subscriptions').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
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
