import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { PlanCreditsTable, PlanHoldsTable, PlanMonthsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** SQL of a plan's months and credits. Closings are in closings.store.ts. */

export type CreditRow = Selectable<PlanCreditsTable>;
export type MonthRow = Selectable<PlanMonthsTable>;

/** Replaces the provider's id in a credit or a closing that doesn't involve the provider's balance. */
export const noProviderId = 'none';

/** Returns a plan's holds with days whose credits aren't written yet, oldest first. */
export async function listUncreditedHolds(trx: Db, subscriptionId: string): Promise<Selectable<PlanHoldsTable>[]> {
  return await trx
    .selectFrom('plan_holds')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where(sql<boolean>`coalesce("creditedUntil", "fromDay") < "untilDay"`)
    .orderBy('fromDay')
    .execute();
}

export async function setCreditedUntil(trx: Db, holdId: string, creditedUntil: DateKey): Promise<void> {
  await trx.updateTable('plan_holds').set({ creditedUntil }).where('id', '=', holdId).execute();
}

/** Writes the credit of a visit that isn't made, without its amount. A visit is credited once. */
export async function insertCredit(
  trx: Db,
  credit: Pick<CreditRow, 'id' | 'subscriptionId' | 'customerId' | 'serviceDay' | 'createdAt'>,
): Promise<void> {
  await trx
    .insertInto('plan_credits')
    .values(credit)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a plan's credits that have no amount yet, because their month isn't invoiced. */
export async function listUnpriced(trx: Db, subscriptionId: string): Promise<CreditRow[]> {
  return await trx
    .selectFrom('plan_credits')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('amount', 'is', null)
    .orderBy('serviceDay')
    .execute();
}

export async function setPrice(
  trx: Db,
  creditId: string,
  price: { amount: string; monthStartsAt: Date },
): Promise<void> {
  await trx.updateTable('plan_credits').set(price).where('id', '=', creditId).execute();
}

export async function countPriced(trx: Db, subscriptionId: string, monthStartsAt: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('plan_credits')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('subscriptionId', '=', subscriptionId)
    .where('monthStartsAt', '=', monthStartsAt)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns the month that contains an instant. A plan that was reactivated within a paid month has two; the newer one
 * counts.
 */
export async function findMonthAt(db: Db, subscriptionId: string, at: Date): Promise<MonthRow | undefined> {
  return await db
    .selectFrom('plan_months')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('startsAt', '<=', at)
    .where('endsAt', '>', at)
    .orderBy('startsAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Writes a month, unless it is recorded already. */
export async function insertMonth(trx: Db, month: Insertable<PlanMonthsTable>): Promise<void> {
  await trx
    .insertInto('plan_months')
    .values(month)
    .onConflict((conflict) => conflict.columns(['subscriptionId', 'startsAt']).doNothing())
    .execute();
}

/** Returns the month of a plan that began last; undefined if none is recorded. */
export async function findLastMonth(db: Db, subscriptionId: string): Promise<MonthRow | undefined> {
  return await db
    .selectFrom('plan_months')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('startsAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function setMonth(
  trx: Db,
  { subscriptionId, startsAt }: Pick<MonthRow, 'subscriptionId' | 'startsAt'>,
  change: Updateable<PlanMonthsTable>,
): Promise<void> {
  await trx
    .updateTable('plan_months')
    .set(change)
    .where('subscriptionId', '=', subscriptionId)
    .where('startsAt', '=', startsAt)
    .execute();
}

export async function listMonthStarts(trx: Db, subscriptionId: string): Promise<Date[]> {
  const months = trx.selectFrom('plan_months').select('startsAt').where('subscriptionId', '=', subscriptionId);
  return (await months.execute()).map(({ startsAt }) => startsAt);
}

/** Sets a month's used credit to 0, because its void invoice has returned it to the balance. */
export async function clearMonthCredit(
  trx: Db,
  { subscriptionId, startsAt }: Pick<MonthRow, 'subscriptionId' | 'startsAt'>,
): Promise<void> {
  await trx
    .updateTable('plan_months')
    .set({ credit: '0.00' })
    .where('subscriptionId', '=', subscriptionId)
    .where('startsAt', '=', startsAt)
    .execute();
}

export interface CreditToApply extends CreditRow {
  amount: string;
  stripeCustomerId: string;
}

function selectToApply(db: Db) {
  return db
    .selectFrom('plan_credits')
    .innerJoin('users', 'users.id', 'plan_credits.customerId')
    .selectAll('plan_credits')
    .select((eb) => [
      eb.ref('plan_credits.amount').$notNull().as('amount'),
      eb.ref('users.stripeCustomerId').$notNull().as('stripeCustomerId'),
    ])
    .where('plan_credits.providerId', 'is', null)
    .where('plan_credits.amount', '>', '0')
    .where('users.stripeCustomerId', 'is not', null);
}

/** Returns a credit that the provider doesn't have yet; undefined if the provider has it or it is worth nothing. */
export async function findToApply(db: Db, creditId: string): Promise<CreditToApply | undefined> {
  return await selectToApply(db).where('plan_credits.id', '=', creditId).executeTakeFirst();
}

/** Returns a plan's credits that the provider doesn't have yet, oldest first. */
export async function listToApplyOf(db: Db, subscriptionId: string): Promise<CreditToApply[]> {
  return await selectToApply(db)
    .where('plan_credits.subscriptionId', '=', subscriptionId)
    .orderBy('serviceDay')
    .execute();
}

/** Returns the ids of credits written before an instant that the provider doesn't have yet, at most `limit`. */
export async function listForgottenCredits(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await selectToApply(db)
    .where('plan_credits.createdAt', '<', before)
    .orderBy('plan_credits.createdAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setApplied(db: Db, creditId: string, providerId: string): Promise<void> {
  await db
    .updateTable('plan_credits')
    .set({ providerId })
    .where('id', '=', creditId)
    .where('providerId', 'is', null)
    .execute();
}

/** Notes that the provider never gets the credits of a plan that it doesn't have yet. */
export async function setNeverApplied(db: Db, subscriptionId: string): Promise<void> {
  await db
    .updateTable('plan_credits')
    .set({ providerId: noProviderId })
    .where('subscriptionId', '=', subscriptionId)
    .where('amount', '>', '0')
    .where('providerId', 'is', null)
    .execute();
}

/** Returns the ids of plans with a hold: at most `limit`, after `afterId`. */
export async function listHeldPlans(db: Db, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('holdFrom', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a plan's credits that have an amount, oldest first. */
export async function listCredits(db: Db, subscriptionId: string): Promise<(CreditRow & { amount: string })[]> {
  return await db
    .selectFrom('plan_credits')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('amount', 'is not', null)
    .$narrowType<{ amount: string }>()
    .orderBy('serviceDay')
    .execute();
}

/** Returns the service days of a plan that have a credit, with or without an amount. */
export async function listCreditedDays(db: Db, subscriptionId: string): Promise<DateKey[]> {
  const credits = db.selectFrom('plan_credits').select('serviceDay').where('subscriptionId', '=', subscriptionId);
  return (await credits.execute()).map(({ serviceDay }) => serviceDay);
}

/** Returns the sum of a plan's credits, as decimal text. */
export async function sumWritten(db: Db, subscriptionId: string): Promise<string> {
  const { sum } = await db
    .selectFrom('plan_credits')
    .select(sql<string>`coalesce(sum("amount"), 0)::numeric(10,2)`.as('sum'))
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return sum;
}

/** Returns the sum that a plan's invoices and closings took from the balance, as decimal text. */
export async function sumUsed(db: Db, subscriptionId: string): Promise<string> {
  const { used } = await db
    .selectNoFrom((eb) => [
      sql<string>`(${eb
        .selectFrom('plan_months')
        .select(sql`coalesce(sum("credit"), 0)`.as('sum'))
        .where('subscriptionId', '=', subscriptionId)}
        + ${eb
          .selectFrom('plan_closings')
          .select(sql`coalesce(sum("taken"), 0)`.as('sum'))
          .where('subscriptionId', '=', subscriptionId)})::numeric(10,2)`.as('used'),
    ])
    .executeTakeFirstOrThrow();
  return used;
}
