import { v7 as newId } from 'uuid';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Services } from '../../services.ts';
import { visitIdOf } from './visit-id.ts';
import { findVisitMove, insertVisitMoves, listMovedVisits, listVisitsMovedBy } from './visit-moves.store.ts';

/** Visits that closed days have moved. */

/**
 * Records the days to which closed days move visits. A visit without a stop goes there when its stop is made. If a
 * visit is skipped while it is on its new day, the plan gets a credit. The caller has locked the plans.
 */
export async function recordVisitMoves(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  about: { actorId: string; actionId: string; reason: string | null },
  visits: readonly { subscriptionId: string; occurrenceDate: DateKey; toDay: DateKey }[],
): Promise<void> {
  const createdAt = clock();
  await insertVisitMoves(
    trx,
    visits.map((visit) => ({ ...about, ...visit, id: newId(), createdAt })),
  );
}

/** Returns true if a plan's stop is on another day than its service day because closed days have moved it there. */
export async function wasMovedByUs(
  db: Db,
  {
    subscriptionId,
    occurrenceDate,
    scheduledDay,
  }: Pick<PickupRow, 'subscriptionId' | 'occurrenceDate' | 'scheduledDay'>,
): Promise<boolean> {
  if (!subscriptionId || !occurrenceDate || scheduledDay === occurrenceDate) return false;
  return (await findVisitMove(db, subscriptionId, occurrenceDate))?.toDay === scheduledDay;
}

/**
 * Returns the moved visits of plans that have no stop yet and an occurrence in the range, in the form of their future
 * open stops.
 */
export async function readMovedVisits(db: Db, range: Parameters<typeof listMovedVisits>[1]) {
  const moved = await listMovedVisits(db, range);
  return moved.map((visit) => ({ ...visit, id: visitIdOf(visit), status: 'pending' as const }));
}

/** Returns the visits without a stop yet that a bulk action has moved; none if the action was undone. */
export async function readVisitsMovedBy(db: Db, actionId: string) {
  return await listVisitsMovedBy(db, actionId);
}
