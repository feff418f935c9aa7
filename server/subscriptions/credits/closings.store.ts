import { type Selectable, sql } from 'kysely';
import type { PlanClosingsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import { noProviderId } from './credits.store.ts';

/** SQL of closings: the return of a plan's remaining credit when the plan ends. */

export type ClosingRow = Selectable<PlanClosingsTable>;

/**
 * Inserts a closing for a plan that ever had a credit, unless another closing of the plan hasn't read the balance yet.
 * Returns true if it was inserted.
 */
export async function insertClosing(
  trx: Db,
  { id, subscriptionId, customerId, createdAt }: Pick<ClosingRow, 'id' | 'subscriptionId' | 'customerId' | 'createdAt'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('plan_closings')
    .columns(['id', 'subscriptionId', 'customerId', 'createdAt'])
    .expression(
      trx
        .selectNoFrom([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${subscriptionId}::uuid`.as('subscriptionId'),
          sql<string>`${customerId}::uuid`.as('customerId'),
          sql<Date>`${createdAt}::timestamptz`.as('createdAt'),
        ])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('plan_credits')
              .select('id')
              .where('subscriptionId', '=', subscriptionId)
              .where('amount', '>', '0'),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('plan_closings')
                .select('id')
                .where('subscriptionId', '=', subscriptionId)
                .where('taken', 'is', null),
            ),
          ),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Inserts a closing that owes the customer a refund but takes nothing from the balance. */
export async function insertVisitsRefund(
  trx: Db,
  refund: Pick<ClosingRow, 'id' | 'subscriptionId' | 'customerId' | 'createdAt'> & { owed: string },
): Promise<void> {
  await trx
    .insertInto('plan_closings')
    .values({ ...refund, taken: '0.00', providerId: noProviderId })
    .execute();
}

export interface OpenClosing extends ClosingRow {
  stripeSubscriptionId: string;
  /** When the plan ended; null if it was reactivated since. */
  cancellationDate: Date | null;
  stripeCustomerId: string | null;
}

/** Returns a customer's unfinished closings, oldest first. */
export async function listOpenClosings(db: Db, customerId: string): Promise<OpenClosing[]> {
  return await db
    .selectFrom('plan_closings')
    .innerJoin('subscriptions', 'subscriptions.id', 'plan_closings.subscriptionId')
    .innerJoin('users', 'users.id', 'plan_closings.customerId')
    .selectAll('plan_closings')
    .select(['subscriptions.stripeSubscriptionId', 'subscriptions.cancellationDate', 'users.stripeCustomerId'])
    .where('plan_closings.customerId', '=', customerId)
    .where('closedAt', 'is', null)
    .orderBy('plan_closings.createdAt')
    .orderBy('plan_closings.id')
    .execute();
}

export async function hasOpenClosing(db: Db, customerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('plan_closings')
    .select('id')
    .where('customerId', '=', customerId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the ids of customers with an unfinished closing from before an instant, at most `limit`. */
export async function listForgottenClosings(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('plan_closings')
    .select('customerId')
    .where('closedAt', 'is', null)
    .where('createdAt', '<', before)
    .distinct()
    .limit(limit)
    .execute();
  return rows.map(({ customerId }) => customerId);
}

export type Decided = Pick<ClosingRow, 'taken' | 'owed' | 'providerId'>;

/** Returns true if another closing has already read the balance for this end of the plan. */
export async function wasClosed(
  db: Db,
  { id, subscriptionId, cancellationDate }: Pick<OpenClosing, 'id' | 'subscriptionId' | 'cancellationDate'>,
): Promise<boolean> {
  if (cancellationDate === null) return false;
  const found = await db
    .selectFrom('plan_closings')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('id', '<>', id)
    .where('taken', 'is not', null)
    .where('providerId', 'is distinct from', noProviderId)
    .where('createdAt', '>=', cancellationDate)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Saves how much is taken from the balance and how much of it is owed, unless that is saved already. Returns the saved
 * values.
 */
export async function setTaken(db: Db, id: string, decided: Decided): Promise<Decided> {
  await db.updateTable('plan_closings').set(decided).where('id', '=', id).where('taken', 'is', null).execute();
  return await db
    .selectFrom('plan_closings')
    .select(['taken', 'owed', 'providerId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function setTakenAway(db: Db, id: string, providerId: string): Promise<void> {
  await db.updateTable('plan_closings').set({ providerId }).where('id', '=', id).execute();
}

export async function setClosed(
  db: Db,
  id: string,
  { unused, closedAt }: { unused: string; closedAt: Date },
): Promise<void> {
  await db
    .updateTable('plan_closings')
    .set({ unused, closedAt })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .execute();
}

/** Saves why an open closing couldn't be finished this time. */
export async function setFailure(db: Db, id: string, failure: string): Promise<void> {
  await db.updateTable('plan_closings').set({ failure }).where('id', '=', id).where('closedAt', 'is', null).execute();
}

/** Returns the sum of these months' credits, as decimal text. Leaves out credits that an earlier closing has taken. */
export async function sumCreditsOfMonths(
  db: Db,
  { id, subscriptionId, createdAt }: Pick<ClosingRow, 'id' | 'subscriptionId' | 'createdAt'>,
  monthStarts: readonly Date[],
): Promise<string> {
  if (monthStarts.length === 0) return '0.00';
  const { sum } = await db
    .selectFrom('plan_credits')
    .select(sql<string>`coalesce(sum("amount"), 0)::numeric(10,2)`.as('sum'))
    .where('subscriptionId', '=', subscriptionId)
    .where('monthStartsAt', 'in', monthStarts)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plan_closings as earlier')
            .select('earlier.id')
            .where('earlier.subscriptionId', '=', subscriptionId)
            .where('earlier.id', '<>', id)
            .where('earlier.taken', '<>', '0')
            .where('earlier.createdAt', '<', createdAt)
            .whereRef('earlier.createdAt', '>=', 'plan_credits.createdAt'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return sum;
}
