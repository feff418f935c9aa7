import type { PickupStatus } from '../../contract/pickups.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** SQL for moving the stops of days that can't be served. */

const stopColumns = [
  ...(['id', 'customerId', 'address', 'bagCount', 'status', 'driverId', 'scheduledDate', 'isPinned'] as const),
  ...(['heldAt', 'returnOf', 'recoveryOf', 'subscriptionId', 'occurrenceDate'] as const),
] as const;

/** The columns of a stop that decisions and screens need. A visit without a stop has the same shape. */
export type ClosedStop = Pick<PickupRow, (typeof stopColumns)[number]> & {
  scheduledDay: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
};

/** Returns every stop on these days except cancelled ones, including held and resolved stops, in order of id. */
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

export type PlanRow = Awaited<ReturnType<typeof listSomePlans>>[number];

/** The plans that one statement reads. Reading thousands of rows at once would hold the event loop. */
const plansAtOnce = 500;

/** Returns plans with the columns of their timetable, and their customers' names and addresses. */
export async function listPlans(db: Db, ids: readonly string[]): Promise<PlanRow[]> {
  const plans: PlanRow[] = [];
  for (let from = 0; from < ids.length; from += plansAtOnce) {
    plans.push(...(await listSomePlans(db, ids.slice(from, from + plansAtOnce))));
  }
  return plans;
}

async function listSomePlans(db: Db, ids: readonly string[]) {
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

/** Returns the service days of these plans that have a credit, from `from` to `to` inclusive. */
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

/** Locks plans until the transaction ends, so that nobody else makes their stops. */
export async function lockPlans(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.selectFrom('subscriptions').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Returns the stops of these plans, including cancelled ones, with an occurrence from `from` to `to` inclusive. */
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

/** Returns those of the ids that belong to drivers. */
export async function listDriverIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('id', 'in', ids).where('role', '=', 'driver').execute();
  return rows.map(({ id }) => id);
}
