import type { MissedDetails } from '../../contract/pickups/missed.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { decideByOf, evidenceOf } from './read-state.ts';
import { listPhotos, listReports } from './store.ts';

/** What the dispatcher decides each of these reports from, by report id. `pickups` are those that they are about. */
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
