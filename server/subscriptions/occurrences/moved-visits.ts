import { v7 as newId } from 'uuid';
import type { DateKey } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { visitIdOf } from './visit-id.ts';
import { insertVisitMoves, listMovedVisits, listVisitsMovedBy } from './visit-moves.store.ts';

/** Visits that are moved before they have a stop. */

/** Records where the stops of visits go when they are made. The caller has locked their plans. */
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

/** The moved visits of plans whose occurrences are from one day to another, as the open stops that they will have. */
export async function readMovedVisits(db: Db, range: Parameters<typeof listMovedVisits>[1]) {
  const moved = await listMovedVisits(db, range);
  return moved.map((visit) => ({ ...visit, id: visitIdOf(visit), status: 'pending' as const }));
}

/** The visits that an action has moved and that have no stop yet; none when it was undone. */
export async function readVisitsMovedBy(db: Db, actionId: string) {
  return await listVisitsMovedBy(db, actionId);
}
