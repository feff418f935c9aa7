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
 * Returns a driver's visits on these days, done and planned, and the bags left on board at the end of today and later
 * days, by date. `days` has all stops of each day in route order.
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

/** Returns the driver of a visit and the storage key of its ticket's photo; undefined for an unknown visit. */
export async function readTicketOf(
  db: Db,
  visitId: string,
): Promise<Pick<VisitRow, 'driverId' | 'ticketKey'> | undefined> {
  return await findVisit(db, visitId);
}
