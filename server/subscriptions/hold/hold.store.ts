import { type Selectable, sql } from 'kysely';
import type { HoldDays } from '../../../contract/values/plan/hold.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { PlanMonthsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { StopFacts } from './rules.ts';

/** SQL of holds, and of the data that their previews read. */

export interface HoldRow extends HoldDays {
  readonly id: string;
}

/**
 * Returns every hold of a plan, including those that are over, oldest first. A hold that was cancelled before it began
 * has no days.
 */
export async function listHolds(db: Db, subscriptionId: string): Promise<HoldRow[]> {
  return await db
    .selectFrom('plan_holds')
    .select(['id', 'fromDay as from', 'untilDay as until'])
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function insertHold(
  trx: Db,
  hold: { id: string; subscriptionId: string; fromDay: DateKey; untilDay: DateKey; actorId: string; createdAt: Date },
): Promise<void> {
  await trx.insertInto('plan_holds').values(hold).execute();
}

export async function setHoldEnd(trx: Db, id: string, untilDay: DateKey): Promise<void> {
  await trx.updateTable('plan_holds').set({ untilDay }).where('id', '=', id).execute();
}

/** Ends the holds of an ended plan at `untilDay`, and makes sure that none of their days is credited after this. */
export async function cutHolds(trx: Db, subscriptionId: string, untilDay: DateKey): Promise<void> {
  await trx
    .updateTable('plan_holds')
    .set({ untilDay: sql<DateKey>`greatest("fromDay", ${untilDay}::date)` })
    .where('subscriptionId', '=', subscriptionId)
    .where('untilDay', '>', untilDay)
    .execute();
  await trx
    .updateTable('plan_holds')
    .set((eb) => ({ creditedUntil: eb.ref('untilDay') }))
    .where('subscriptionId', '=', subscriptionId)
    .execute();
}

/**
 * Returns a plan's stops, including cancelled ones, whose service day or present day is in the range. `until` is
 * exclusive.
 */
export async function listStopFacts(db: Db, subscriptionId: string, { from, until }: HoldDays): Promise<StopFacts[]> {
  return await db
    .selectFrom('pickups')
    .select(['id', 'status', 'cancellationReason', 'changeCutoff'])
    .select((eb) => [
      eb.ref('occurrenceDate').$notNull().as('occurrence'),
      eb.fn.coalesce('scheduledDay', 'occurrenceDate').$notNull().as('day'),
    ])
    .where('subscriptionId', '=', subscriptionId)
    .where((eb) =>
      eb.or([
        eb.and([eb('occurrenceDate', '>=', from), eb('occurrenceDate', '<', until)]),
        eb.and([eb('scheduledDay', '>=', from), eb('scheduledDay', '<', until)]),
      ]),
    )
    .orderBy('createdAt')
    .execute();
}

/** Returns the billing months of a plan, earliest first. */
export async function listMonths(db: Db, subscriptionId: string): Promise<Selectable<PlanMonthsTable>[]> {
  return await db
    .selectFrom('plan_months')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('startsAt')
    .execute();
}

/** Returns the service days of a plan that have a credit. `amount` is null until the month is invoiced. */
export async function listWrittenCredits(
  db: Db,
  subscriptionId: string,
): Promise<{ day: string; amount: string | null }[]> {
  return await db
    .selectFrom('plan_credits')
    .select(['serviceDay as day', 'amount'])
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('serviceDay')
    .execute();
}

/** Returns the ids of plans whose hold ends (`pausedUntil`) at `until` or earlier: at most `limit`, after `afterId`. */
export async function listEndedHolds(
  db: Db,
  { until, afterId, limit }: { until: Date; afterId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('holdFrom', 'is not', null)
    .where('pausedUntil', '<=', until)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
