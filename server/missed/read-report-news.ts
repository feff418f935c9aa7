import type { Db } from '../database/transaction.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { findReport } from './missed.store.ts';

interface ReportNews {
  readonly reported: PickupRow;
  /** The day of the reported visit. */
  readonly day: string;
  /** The pickup that makes up for the missed one; null when it was judged not missed. */
  readonly recovery: PickupRow | null;
  /** The dispatcher's explanation. */
  readonly reason: string | null;
}

/**
 * Reads the outcome of a report. Returns `whyUntrue` when its news must not be sent: the report's state is no longer
 * `state`, or the recovery has another day.
 */
export async function readReportNews(
  db: Db,
  reportId: string,
  state: string,
): Promise<ReportNews | { whyUntrue: string }> {
  const report = await findReport(db, reportId);
  if (report?.state !== state || state === 'open' || state === 'closed') {
    return { whyUntrue: 'the report has another outcome' };
  }
  const reported = await getPickup(db, report.pickupId);
  const recovery = report.recoveryPickupId === null ? null : await getPickup(db, report.recoveryPickupId);
  if (recovery?.status === 'cancelled') return { whyUntrue: 'the pickup that makes up for it is cancelled' };
  if (recovery && recovery.scheduledDay !== report.recoveryDay) return { whyUntrue: 'the pickup has another date' };
  const { day, reason } = report;
  return { reported, day, recovery, reason };
}
