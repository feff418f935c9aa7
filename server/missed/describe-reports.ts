import type { MissedDetails } from '../../contract/pickups/missed.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { listPhotos, listReports } from './missed.store.ts';
import { decideByOf, evidenceOf } from './read-state.ts';

/**
 * Returns the facts from which the dispatcher decides these reports, by report id. `pickups` are the reported pickups.
 */
export async function describeReports(
  db: Db,
  ids: readonly string[],
  pickups: ReadonlyMap<string, PickupRow>,
): Promise<ReadonlyMap<string, MissedDetails>> {
  const reports = await listReports(db, ids);
  const photos = await listPhotos(
    db,
    reports.map(({ pickupId }) => pickupId),
  );
  return new Map(
    reports.flatMap((report) => {
      const pickup = pickups.get(report.pickupId);
      if (!pickup) return [];
      const { id: reportId, message } = report;
      return [[reportId, { reportId, message, decideBy: decideByOf(report), evidence: evidenceOf(pickup, photos) }]];
    }),
  );
}
