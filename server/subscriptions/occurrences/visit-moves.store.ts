import { type NotNull, sql } from 'kysely';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { VisitMovesTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** SQL of visits that closed days moved, mostly before they had a stop. The newest move of an occurrence counts. */

export interface MovedVisit {
  readonly subscriptionId: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
}

/** Saves moves, and marks their plans as changed. */
export async function insertVisitMoves(trx: Db, moves: readonly VisitMovesTable[]): Promise<void> {
  for (let from = 0; from < moves.length; from += 500) {
    await trx
      .insertInto('visit_moves')
      .values(moves.slice(from, from + 500))
      .execute();
  }
  const [move] = moves;
  if (!move) return;
  const planIds = [...new Set(moves.map(({ subscriptionId }) => subscriptionId))];
  await trx.updateTable('subscriptions').set({ updatedAt: move.createdAt }).where('id', 'in', planIds).execute();
}

/** Returns an occurrence's newest move by closed days, whether or not it has a stop; undefined if there is none. */
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

/** Returns the moved visits of plans that have no stop yet, with an occurrence from `from` to `to` inclusive. */
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

/** Returns a plan's moved visits that have no stop yet, with an occurrence after a day. */
export async function listMovedAhead(db: Db, subscriptionId: string, after: DateKey): Promise<MovedVisit[]> {
  return await movesAhead(db)
    .where('visit_moves.subscriptionId', '=', subscriptionId)
    .where('visit_moves.occurrenceDate', '>', after)
    .orderBy('visit_moves.occurrenceDate')
    .execute();
}

/** Returns a plan's moved visits, with and without a stop, whose service day or new day is `day` or later. */
export async function listMovesFrom(db: Db, subscriptionId: string, day: DateKey): Promise<MovedVisit[]> {
  return await newestMoves(db)
    .where('visit_moves.subscriptionId', '=', subscriptionId)
    .where((eb) => eb.or([eb('visit_moves.occurrenceDate', '>=', day), eb('visit_moves.toDay', '>=', day)]))
    .execute();
}

/** Returns the visits without a stop yet that were moved to a day. */
export async function listVisitsMovedTo(db: Db, day: DateKey): Promise<MovedVisit[]> {
  return await movesAhead(db).where('visit_moves.toDay', '=', day).execute();
}

/** Returns true if a visit without a stop was moved to the day. Ignores the visit of the occurrence `except`. */
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

/** Returns the visits of active plans that a bulk action has moved and that have no stop yet. */
export async function listVisitsMovedBy(db: Db, actionId: string): Promise<(MovedVisit & { customerId: string })[]> {
  return await movesAhead(db)
    .innerJoin('subscriptions', 'subscriptions.id', 'visit_moves.subscriptionId')
    .select('subscriptions.customerId')
    .where('visit_moves.actionId', '=', actionId)
    .where('subscriptions.status', '=', 'active')
    .orderBy('visit_moves.id')
    .execute();
}

/** Selects only moves of occurrences without a stop. If an occurrence has or had a stop, the stop's own day counts. */
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
