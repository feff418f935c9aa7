import type { z } from 'zod/mini';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import type { Db } from '../../database/transaction.ts';
import { type LoadedStop, leftBagsOf } from './on-board-rules.ts';
import { presentVisit } from './present-visit.ts';
import { listActiveSites } from './sites.store.ts';
import { findVisit, listVisitsFrom, type VisitRow } from './visits.store.ts';

interface TruckDay {
  readonly disposalVisits: z.input<typeof DisposalVisit>[];
  readonly leftBags: number;
}

/**
 * The visits of a driver's days, done and planned, and the bags that stay on board at the end of today and later days, by date. All
 * their stops are given in route order.
 */
export async function listTruckDays(
  db: Db,
  driverId: string,
  days: ReadonlyMap<string, readonly LoadedStop[]>,
  today: string,
): Promise<ReadonlyMap<string, TruckDay>> {
  const [first] = [...days.keys()].toSorted();
  if (first === undefined) return new Map();
  const visits = Map.groupBy(await listVisitsFrom(db, driverId, first), ({ date }) => date);
  const hasSites = (await listActiveSites(db)).length > 0;
  return new Map(
    [...days].map(([date, stops]) => {
      const own = visits.get(date) ?? [];
      return [
        date,
        { disposalVisits: own.map(presentVisit), leftBags: hasSites && date >= today ? leftBagsOf(stops, own) : 0 },
      ];
    }),
  );
}

/** Whose visit it is, and the stored photo of its ticket; undefined for an unknown one. */
export async function readTicketOf(
  db: Db,
  visitId: string,
): Promise<Pick<VisitRow, 'driverId' | 'ticketKey'> | undefined> {
  return await findVisit(db, visitId);
}
