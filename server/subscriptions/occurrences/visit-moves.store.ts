import { type NotNull, sql } from 'kysely';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { VisitMovesTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/**
 * The SQL of visits that closed days have moved, most of them before they have a stop. The newest move of an occurrence counts.
 */

export interface MovedVisit {
  readonly subscriptionId: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
}

export async function insertVisitMoves(trx: Db, moves: readonly VisitMovesTable[]): Promise<void> {
  for (let from = 0; from < moves.length; from += 500) {
    await trx
      .insertInto('visit_moves')
      .values(moves.slice(from, from + 500))
      .execute();
  }
}

/** Where closed days have moved an occurrence, whether it has a stop or not; undefined when they haven't. */
export async function findVisitMove(db: Db, subscriptionId: string, occurrence: DateKey) {
  return await db
    .selectFrom('visit_moves')
    .select(['toDay', 'reason', 'actorId'])
    .where('subscriptionId', '=', subscriptionId)
    .where('occurrenceDate', '=', occurrence)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** The moved visits of plans, without a stop yet, whose occurrences are from one day to another. */
export async function listMovedVisits(
  db: Db,
  { subscriptionIds, from, to }: { subscriptionIds: readonly string[]; from: DateKey; to: DateKey },
): Promise<MovedVisit[]> {
  if (subscriptionIds.length === 0) return [];
  return await movesAhead(db)
    .where('visit_moves.subscriptionId', 'in', subscriptionIds)
    .where('visit_moves.occurrenceDate', '>=', from)
    .where('visit_moves.occurrenceDate', '<=', to)
    .execute();
}

/** The moved visits of a plan, without a stop yet, whose occurrences are after a day. */
export async function listMovedAhead(db: Db, subscriptionId: string, after: DateKey): Promise<MovedVisit[]> {
  return await movesAhead(db)
    .where('visit_moves.subscriptionId', '=', subscriptionId)
    .where('visit_moves.occurrenceDate', '>', after)
    .orderBy('visit_moves.occurrenceDate')
    .execute();
}

/** The moved visits of a plan, with and without a stop, whose service day or new day is a day or later. */
export async function listMovesFrom(db: Db, subscriptionId: string, day: DateKey): Promise<MovedVisit[]> {
  return await newestMoves(db)
    .where('visit_moves.subscriptionId', '=', subscriptionId)
    .where((eb) => eb.or([eb('visit_moves.occurrenceDate', '>=', day), eb('visit_moves.toDay', '>=', day)]))
    .execute();
}

/** The visits, without a stop yet, that were moved to a day. */
export async function listVisitsMovedTo(db: Db, day: DateKey): Promise<MovedVisit[]> {
  return await movesAhead(db).where('visit_moves.toDay', '=', day).execute();
}

/** Whether a visit without a stop was moved to a day, other than that of the occurrence `except`. */
export async function hasVisitMovedTo(
  db: Db,
  { subscriptionId, day, except }: { subscriptionId: string; day: DateKey; except: DateKey | null },
): Promise<boolean> {
  const found = await movesAhead(db)
    .where('visit_moves.subscriptionId', '=', subscriptionId)
    .where('visit_moves.toDay', '=', day)
    .execute();
  return found.some(({ occurrence }) => occurrence !== except);
}

/** The visits that an action has moved, without a stop yet. */
export async function listVisitsMovedBy(db: Db, actionId: string): Promise<(MovedVisit & { customerId: string })[]> {
  return await movesAhead(db)
    .innerJoin('subscriptions', 'subscriptions.id', 'visit_moves.subscriptionId')
    .select('subscriptions.customerId')
    .where('visit_moves.actionId', '=', actionId)
    .where('subscriptions.status', '=', 'active')
    .orderBy('visit_moves.id')
    .execute();
}

/** Only moves of occurrences without a stop. An occurrence that has or had a stop is where the stop says. */
function movesAhead(db: Db) {
  return newestMoves(db).where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('pickups')
          .select('pickups.id')
          .whereRef('pickups.subscriptionId', '=', 'visit_moves.subscriptionId')
          .whereRef('pickups.occurrenceDate', '=', 'visit_moves.occurrenceDate'),
      ),
    ),
  );
}

function newestMoves(db: Db) {
  return db
    .selectFrom('visit_moves')
    .select(['visit_moves.subscriptionId', 'visit_moves.occurrenceDate as occurrence', 'visit_moves.toDay as day'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('visit_moves as newer')
            .select('newer.id')
            .whereRef('newer.subscriptionId', '=', 'visit_moves.subscriptionId')
            .whereRef('newer.occurrenceDate', '=', 'visit_moves.occurrenceDate')
            .where(sql<boolean>`("newer"."createdAt", "newer"."id") > ("visit_moves"."createdAt", "visit_moves"."id")`),
        ),
      ),
    )
    .$narrowType<{ occurrence: NotNull; day: NotNull }>();
}
