import type { z } from 'zod/mini';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import type { Db } from '../../database/transaction.ts';
import { presentVisit } from './present-visit.ts';
import { findVisit, listVisitsFrom, type VisitRow } from './visits.store.ts';

/** The visits of a driver from a date on, done and planned, by date. */
export async function listDriverVisits(
  db: Db,
  driverId: string,
  from: string,
): Promise<ReadonlyMap<string, z.input<typeof DisposalVisit>[]>> {
  const days = Map.groupBy(await listVisitsFrom(db, driverId, from), ({ date }) => date);
  return new Map([...days].map(([date, visits]) => [date, visits.map(presentVisit)]));
}

/** Whose visit it is, and the stored photo of its ticket; undefined for an unknown one. */
export async function readTicketOf(
  db: Db,
  visitId: string,
): Promise<Pick<VisitRow, 'driverId' | 'ticketKey'> | undefined> {
  return await findVisit(db, visitId);
}
