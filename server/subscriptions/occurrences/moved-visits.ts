import { v7 as newId } from 'uuid';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Services } from '../../services.ts';
import { visitIdOf } from './visit-id.ts';
import { findVisitMove, insertVisitMoves, listMovedVisits, listVisitsMovedBy } from './visit-moves.store.ts';

/** Visits that closed days have moved. */

/**
 * Records where closed days move visits: those without a stop go there when it is made, and a skip of any of them is credited
 * while it is there. The caller has locked their plans.
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

/** Whether a stop of a plan is on another day than its own because closed days have moved it there. */
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

/** The moved visits of plans whose occurrences are from one day to another, as the open stops that they will have. */
export async function readMovedVisits(db: Db, range: Parameters<typeof listMovedVisits>[1]) {
  const moved = await listMovedVisits(db, range);
  return moved.map((visit) => ({ ...visit, id: visitIdOf(visit), status: 'pending' as const }));
}

/** The visits that an action has moved and that have no stop yet; none when it was undone. */
export async function readVisitsMovedBy(db: Db, actionId: string) {
  return await listVisitsMovedBy(db, actionId);
}
