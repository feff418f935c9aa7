import { type InferResult, type Insertable, type Selectable, sql } from 'kysely';
import type { SubscriptionsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of subscriptions. Orders are in subscribe/subscribe.store.ts, a subscription's stops in occurrences/occurrences.store.ts. */

export type SubscriptionRow = Selectable<SubscriptionsTable>;

export type AdminSubscriptionRow = InferResult<ReturnType<typeof selectAdminSubscriptions>>[number];

const live = ['active', 'paused'] as const;

function selectSubscriptions(db: Db) {
  return db.selectFrom('subscriptions').selectAll();
}

/** Returns a customer's live subscription, or else the newest one that has ended; undefined if there is none. */
export async function findLatestSubscription(db: Db, customerId: string): Promise<SubscriptionRow | undefined> {
  return await selectSubscriptions(db)
    .where('customerId', '=', customerId)
    .orderBy((eb) => eb.case().when('status', '=', 'cancelled').then(1).else(0).end())
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

/** Returns a customer's live subscription. `forUpdate` locks it, so that nobody else makes its stops. */
export async function findLive(db: Db, customerId: string, lock?: 'forUpdate'): Promise<SubscriptionRow | undefined> {
  return await selectSubscriptions(db)
    .where('customerId', '=', customerId)
    .where('status', 'in', live)
    .$if(lock !== undefined, (found) => found.forUpdate())
    .executeTakeFirst();
}

/** Returns true if a change failed because the customer has another live subscription. */
export function isSecondLive(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'subscriptions_one_live';
}

export async function hasLiveSubscription(db: Db, customerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', 'in', live)
    .executeTakeFirst();
  return found !== undefined;
}

/** Inserts a subscription. Returns undefined if the customer has a live one or the provider's id is already known. */
export async function insertSubscription(
  trx: Db,
  subscription: Omit<Insertable<SubscriptionsTable>, 'status'>,
): Promise<SubscriptionRow | undefined> {
  return await trx
    .insertInto('subscriptions')
    .values({ ...subscription, status: 'active' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  return await selectSubscriptions(db).where('id', '=', id).executeTakeFirst();
}

export async function findByProvider(db: Db, stripeSubscriptionId: string): Promise<SubscriptionRow | undefined> {
  return await selectSubscriptions(db).where('stripeSubscriptionId', '=', stripeSubscriptionId).executeTakeFirst();
}

/** Returns the ids of all plans of one of the provider's customers, in any status, oldest first. */
export async function listOfPayer(db: Db, stripeCustomerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.customerId')
    .select('subscriptions.id')
    .where('users.stripeCustomerId', '=', stripeCustomerId)
    .orderBy('subscriptions.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the ids of a customer's plans that have ended, oldest first. */
export async function listEnded(db: Db, customerId: string): Promise<string[]> {
  const plans = db.selectFrom('subscriptions').select('id').where('customerId', '=', customerId);
  return (await plans.where('status', '=', 'cancelled').orderBy('id').execute()).map(({ id }) => id);
}

/**
 * Returns live plans whose paid period is over or unknown, that are due to end, or whose renewal was declined: at most
 * `limit`, with ids after `afterId`.
 */
export async function listToRenew(
  db: Db,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<SubscriptionRow[]> {
  return await selectSubscriptions(db)
    .where('status', '<>', 'cancelled')
    .where((eb) =>
      eb.or([
        eb('currentPeriodEnd', '<=', now),
        eb('cancellationDate', '<=', now),
        eb('currentPeriodEnd', 'is', null),
        eb('pastDueSince', 'is not', null),
      ]),
    )
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Returns the ids of plans that ended after `since` and have a month that keeps the credit it used, although it isn't
 * paid: a person wrote its invoice off, and may void it later. At most `limit`, after `afterId`.
 */
export async function listKeepingCredit(
  db: Db,
  { since, afterId, limit }: { since: Date; afterId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT "id" FROM subscriptions
    WHERE "status" = 'cancelled' AND "cancellationDate" > ${since} AND "id" > ${afterId}
      AND (SELECT coalesce(sum("credit"), 0) FROM plan_months WHERE "subscriptionId" = subscriptions."id")
        > (SELECT coalesce(sum("credit"), 0) FROM payment_history
            WHERE "subscriptionId" = subscriptions."id" AND "status" = 'succeeded')
    ORDER BY "id" LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of live plans whose pending package or price has begun: at most `limit`, after `afterId`. */
export async function listPending(
  db: Db,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where((eb) => eb.or([eb('pendingFrom', '<=', now), eb('pendingPriceFrom', '<=', now)]))
    .where('status', '<>', 'cancelled')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Reads and locks a subscription: nobody else changes it or its stops until the transaction ends. */
export async function lockSubscription(trx: Db, id: string): Promise<SubscriptionRow | undefined> {
  return await selectSubscriptions(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes a subscription that the caller has locked. */
export async function changeSubscription(
  trx: Db,
  id: string,
  { earlierDays, ...change }: Partial<SubscriptionRow>,
): Promise<SubscriptionRow> {
  return await trx
    .updateTable('subscriptions')
    .set({ ...change, ...(earlierDays && { earlierDays: JSON.stringify(earlierDays) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Clears `renewsAt` once the provider has that end, unless it has changed since. */
export async function clearRenewal(db: Db, id: string, renewsAt: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ renewsAt: null })
    .where('id', '=', id)
    .where('renewsAt', '=', renewsAt)
    .execute();
}

export async function findAdminSubscription(db: Db, id: string): Promise<AdminSubscriptionRow | undefined> {
  return await selectAdminSubscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst();
}

export function selectAdminSubscriptions(db: Db) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.customerId')
    .selectAll('subscriptions')
    .select([
      'users.username as customerUsername',
      'users.firstName as customerFirstName',
      'users.lastName as customerLastName',
      'users.email as customerEmail',
      'users.phone as customerPhone',
      'users.address as customerAddress',
    ]);
}

/** Locks an account until the transaction ends. Returns true if it is an active customer's. */
export async function lockCustomer(trx: Db, customerId: string): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select(['role', 'isActive'])
    .where('id', '=', customerId)
    // This lock is weaker than that of an account change, so rows that reference the account can still be inserted.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user?.role === 'customer' && user.isActive;
}

/**
 * Returns the preferred time of a plan that staff imported for a customer (IMPORT-12); null if there is none. Reads
 * another feature's table, because subscriptions can't import the import feature.
 */
export async function findImportedTime(db: Db, customerId: string): Promise<string | null> {
  const plan = await db
    .selectFrom('imported_plans')
    .select('preferredTime')
    .where('customerId', '=', customerId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return plan?.preferredTime ?? null;
}

/** Returns a customer's address; null if the account has none. */
export async function findAddressOf(db: Db, customerId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('address').where('id', '=', customerId).executeTakeFirst();
  return user?.address || null;
}

/** Saves the id of the provider's subscription that replaced a cancelled one, on the plan and on the account. */
export async function setProviderSubscription(
  trx: Db,
  { id, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
  stripeSubscriptionId: string,
): Promise<void> {
  await trx.updateTable('subscriptions').set({ stripeSubscriptionId }).where('id', '=', id).execute();
  await setSubscriptionOfUser(trx, customerId, stripeSubscriptionId);
}

/** Saves the id of the customer's subscription at the provider on the account. */
export async function setSubscriptionOfUser(trx: Db, customerId: string, stripeSubscriptionId: string): Promise<void> {
  await trx.updateTable('users').set({ stripeSubscriptionId }).where('id', '=', customerId).execute();
}
